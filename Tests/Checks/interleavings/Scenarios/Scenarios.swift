nonisolated(unsafe) let scenarios: [Scenario] =
  broadcasts + joining + replay + endings + inside + brief + guests + variables + handingOver + disposables + combining
  + isolation + actors + sequences + owners + composition + switching + choosing + storage + documents + storages
  + timing + clocks + work + settling + forms + packs + litmus
