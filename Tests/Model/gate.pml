/*
 * The gate of a pair, and all that goes through it: a model of Sources/Airwave/Engine for the model checker Spin.
 * Here is what there is, and what holds at the end; steps.pml has the parts (Gate, Door, ListenerTable), thread.pml
 * puts them together (AnyChannel, Channel, Registration).
 *
 * One process is one thread. Its script, and what listeners do when they are called, come from configurations.pml.
 * Each load, store, exchange and compareExchange of the engine is one step. What the owner of the gate does with its
 * own plain memory joins the step before or after it, for `owner`, `copying` and `changing` show that nobody else is
 * there.
 *
 * Steps happen one after the other, as every thread sees them: the model is sequentially consistent. Whether
 * `acquiring`, `releasing` and `relaxed` suffice for that is not asked here; the thread sanitizer asks it of the
 * stress tests.
 *
 * A comment that names a Swift file and, behind a colon, code, quotes the engine. `check` looks that the code is
 * there still, and that no atomic operation of the engine is without such a comment. Assertions, and what they need,
 * have no counterpart in the engine.
 *
 * Left out, since nothing here is decided by it:
 * // AnyChannel.swift: listenerCount.load(ordering: .relaxed)
 * // Channel.swift: if isFinished.load(ordering: .acquiring), sink.isOpen { sink.end(.finished) }
 * // Registration.swift: var isDisposed: Bool { phase.load(ordering: .acquiring) == Phase.disposed.rawValue }
 */

// Gate.swift: static var quiet: UInt { 0 }
#define quiet   0
// Gate.swift: static var idle: UInt { 1 }
#define idle    1
// Gate.swift: static var reading: UInt { 2 }
#define reading 2
// Gate.swift: static var busy: UInt { 3 }
#define busy    3
// The memory of a request: its address is larger, and 0 is none.
#define object(address) requests[(address) - 4]
#define nobody          255

// What a thread or a listener may ask for.
#define NOTHING   0
#define BROADCAST 1
#define JOIN      2
#define DISPOSE   3
#define FINISH    4
#define CLEAR     5
#define REMOVE    6
#define READ      7
#define END       8   /* as DISPOSE, but with the last value behind it */
#define LEAVE     9   /* what DISPOSE and END ask of the gate */
#define ATTACH    10  /* the first part of JOIN */

#include "configurations.pml"

#define has(set, element) (((set) >> (element)) & 1)
#define keepsValues       (KEEPS > 0)
#define isEmpty           (count == 0)
#define isFree            (owner == nobody)
#define isMine            (owner == me)

mtype = { live, ended, disposed };  // Registration.Phase
mtype = { script, heard, over };    // where an operation returns to

typedef Request { byte action; byte argument; byte next; byte references; bool isPerformed }

typedef Listener {
  mtype phase = live;
  bool upstream;
  byte slot;         // counted from 1; 0 if it is not in the table
  byte references;
  // What follows is for the assertions alone.
  byte next;         // the place in the order of what it hears next
  bool isCalled;     // it is running
  byte disposedOn;   // the threads on which its disposal has returned
  byte late          // how often it was called since it ended
}

byte word = (keepsValues -> idle : quiet);
bool isOpen;
bool isFinished;
byte removals;
byte listenerCount;

Request requests[THREADS * REQUESTS];
Listener listeners[LISTENERS];

// Plain memory: the listener table (a listener is counted from 1), and the replay buffer.
byte slots[LISTENERS];
byte used, count;
byte replay[3];
byte kept;

// For the assertions: who owns the gate, who has the replay buffer,
byte owner = nobody;
byte copying;
bool changing;
// the one order of the pair, the values that each thread has sent and that have found their place (or may be ignored),
// the listeners that asked to join, those who were told that they have, and to whom each value on its way is promised,
byte order[VALUES];
byte place;
byte sent[THREADS], done[THREADS];
byte asked, joined;
byte promised[THREADS * 4];
// and what is left to do.
byte energy = ENERGY;
byte running = THREADS;

#include "steps.pml"
#include "thread.pml"

init {
  byte index, live_;
  d_step {
    // Some listen from the beginning.
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
  // Nobody waits for ever,
  running == 0;
  // and everything is done and let go of.
  d_step {
    assert(word == (isEmpty && (!keepsValues || isFinished) -> quiet : idle));
    assert(isFree && !isOpen && !copying && removals == 0);
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
