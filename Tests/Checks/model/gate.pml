/*
 * The gate of a pair and everything that passes through it: a model of Sources/Airwave for the model checker Spin.
 * This file has the state, and what holds at the end. steps.pml has the parts (Gate, LockWord, ListenerTable). thread.pml
 * puts them together (AnyChannel, Channel, Reservation, Disposable).
 *
 * One process is one thread. Its script, and what listeners do when they are called, come from configurations.pml.
 * Each load, store, exchange and compareExchange of the engine is one step. What the owner of the gate does with its
 * own plain memory joins the step before or after it: `owner`, `copying` and `changing` show that no other thread
 * accesses that memory.
 *
  * Steps happen one after the other, and every thread sees them in that order: the model is sequentially consistent.
  * The model does not check whether the orderings `acquiring`, `releasing` and `relaxed` suffice for that. The stress
  * tests under the thread sanitizer do.
 *
  * A comment that names a Swift file and, behind a colon, code, quotes the engine. `run` fails if the engine does not
  * have the code, or if an atomic operation of the engine has no such comment. Assertions, and the state that they need,
  * have no counterpart in the engine.
 *
 * Left out:
  * - Counts that only `listenerCount` reads.
 *   // AnyChannel.swift: listenerCount.load(ordering: .relaxed)
  * - The times at which an owner has done its share, and at which a broadcasting thread is slowed down. In the model both
  *   may happen at any time, and the sleep of a thread is a step that does nothing.
 *   // AnyChannel.swift: pendingCount.add(1, ordering: .relaxed)
 *   // AnyChannel+HandingOver.swift: pendingCount.add(1, ordering: .relaxed)
 *   // AnyChannel+HandingOver.swift: pendingCount.subtract(Int32(truncatingIfNeeded: share.takeCount()), ordering: .relaxed)
 *   // AnyChannel+HandingOver.swift: pendingCount.load(ordering: .relaxed) > Self.mostPending
 *   // Gate.swift: owner.store(currentThread, ordering: .relaxed)
 *   // Gate.swift: owner.load(ordering: .relaxed) == currentThread
 *   // LockWord.swift: var isContended: Bool { word.load(ordering: .relaxed) == Self.contended }
  * - Properties that only callers read.
 *   // Disposable+Phase.swift: var isSilent: Bool { phase.load(ordering: .relaxed) == Phase.disposed.rawValue }
 *   // Disposable+Phase.swift: var hasEnded: Bool { phase.load(ordering: .acquiring) != Phase.live.rawValue }
 */

// Gate.swift: static var quiet: UInt { 0 }
#define quiet   0
// Gate.swift: static var idle: UInt { 1 }
#define idle    1
// Gate.swift: static var busy: UInt { 2 }
#define busy    2
// Gate.swift: static var offered: UInt { 1 }
#define offered 1
// Gate.swift: word > busy && word & offered != 0
#define isOffered(seen) ((seen) > busy && ((seen) & offered) != 0)

// The memory of requests. Addresses are even and larger than `busy`; 0 is none.
#define address(index)    (4 + 2 * (index))
#define object(reference) requests[((reference) - 4) >> 1]

// LockWord.swift: static var free: UInt8 { 0 }
#define free      0
// LockWord.swift: static var held: UInt8 { 1 }
#define held      1
// LockWord.swift: static var contended: UInt8 { 2 }
#define contended 2

// The operations of threads and listeners.
#define NOTHING   0
#define BROADCAST 1
#define SET       2   /* of a variable, whose pair is not broadcast on otherwise: a broadcast with a reserved place */
#define JOIN      3
#define DISPOSE   4
#define FINISH    5
#define CLEAR     6
#define REMOVE    7
#define PEEK      8
#define END       9   /* as DISPOSE, but with the last value behind it */
#define LEAVE     10  /* what DISPOSE and END ask of the gate */
#define ATTACH    11  /* the first part of JOIN */

#include "configurations.pml"

#define has(set, element) (((set) >> (element)) & 1)
#define keepsValues       (KEEPS > 0)
#define isRead            (MOMENTS > 1)
#define isVariable        (SETS > 1)
#define isEmpty           (count == 0)
#define none              255
#define isFree            (owner == none)
#define isMine            (owner == me)

mtype = { live, ended, disposed };  // Disposable.Phase
mtype = { script, heard, over };    // where an operation returns to

typedef Request { byte action; byte argument; byte next; byte references; bool isPerformed }

typedef Listener {
  mtype phase = live;
  bool upstream;
  byte slot;         // counted from 1; 0 if it is not in the table
  byte references;
  // The following members are only for assertions.
  byte next;         // the place in the order of what it hears next
  bool isCalled;     // it is running
  byte disposedOn;   // the threads on which its disposal has returned
  byte late          // how often it was called since it ended
}

byte word = (keepsValues -> idle : quiet);
byte lockWord = free;
bool isFinished;
byte removals;
byte listenerCount;

Request requests[THREADS * REQUESTS];
Listener listeners[LISTENERS];

// Plain memory of the gate's owner: the requests that were taken and not performed, and the listener table (a listener
// is counted from 1). The replay buffer is guarded by the lock; `place - kept` is its `evictedCount`.
byte taken;
byte slots[LISTENERS];
byte used, count;
byte replay[3];
byte kept;

// The lock of a variable, which guards the order of its sets.
bool isSetting;

// For the assertions: the owner of the gate, the threads that access the replay buffer,
byte owner = none;
byte copying;
bool changing;
// the one order of the pair; the values that each thread has sent, and how many of them have found their place or may be
// ignored; the listeners that have asked to join, and those whose call has returned; the listeners to which a
// value on its way is promised; the sets of the variable in their order; each replay that there was, oldest first;
byte order[VALUES];
byte place;
byte sent[THREADS], done[THREADS];
byte asked, joined;
byte promised[THREADS * 4];
byte sets[SETS];
byte setCount, setsDone;
byte moments[MOMENTS];
byte moment;
// and what is left to do.
byte energy = ENERGY;
byte offers = OFFERS;
byte running = THREADS;

#include "steps.pml"
#include "thread.pml"

init {
  byte index, live_;
  d_step {
    // Some listeners are there from the beginning.
    do
    :: used < PRESENT ->
      asked = asked | (1 << used);
      listeners[used].upstream = true;
      listeners[used].references = 1;
      used++;
      listeners[used - 1].slot = used;
      slots[used - 1] = used;
      word = idle
    :: else -> break
    od;
    joined = asked;
    count = PRESENT;
    listenerCount = PRESENT;
    index = 0
  };
  atomic {
    for (index : 1 .. THREADS) { run Thread(index - 1) }
    index = 0
  };
  // No thread waits without end,
  running == 0;
  // and everything is performed and released.
  d_step {
    assert(word == (isEmpty && (!keepsValues || isFinished) -> quiet : idle));
    assert(isFree && lockWord == free && !isSetting && !copying && removals == 0 && taken == 0);
    for (index : 0 .. THREADS - 1) { assert(done[index] == sent[index]) }
    for (index : 0 .. THREADS * REQUESTS - 1) { assert(requests[index].references == 0) }
    for (index : 0 .. LISTENERS - 1) {
      if
      :: has(asked, index) && listeners[index].phase == live ->
        live_++;
        assert(!isFinished && listeners[index].slot > 0 && listeners[index].references == 1);
        assert(listeners[index].next == place)
      :: else -> assert(listeners[index].slot == 0 && listeners[index].references == 0)
      fi
    }
    assert(listenerCount == live_ && count == live_);
    for (index : 1 .. kept) { assert(replay[index - 1] == order[place - kept + index - 1]) }
  }
}

#ifdef LIVENESS
ltl ends { <> (running == 0) }
#endif
