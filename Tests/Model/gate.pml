/*
 * The gate of a pair, and all that goes through it: a model of Sources/Airwave/Engine for the model checker Spin.
 *
 * One process is one thread. Its script, and what listeners do when they are called, come from `configurations`. Each
 * load, store, exchange and compareExchange of the engine is one step; what the owner of the gate does with its own plain
 * memory joins the step before or after it, for `owner`, `copying` and `changing` show that nobody else is there.
 *
 * A comment that names a Swift file and, behind a colon, code, quotes the engine. `check` looks that the code is there
 * still, and that no atomic operation of the engine is without such a comment.
 *
 * Left out, since nothing here is decided by it:
 * // AnyChannel.swift: listenerCount.load(ordering: .relaxed)
 * // Channel.swift: if isFinished.load(ordering: .acquiring), sink.isOpen { sink.end(.finished) }
 * // Registration.swift: var isDisposed: Bool { phase.load(ordering: .acquiring) == .disposed }
 */

// Gate.swift: static var quiet: UInt { 0 }
#define quiet   0
// Gate.swift: static var idle: UInt { 1 }
#define idle    1
// Gate.swift: static var reading: UInt { 2 }
#define reading 2
// Gate.swift: static var busy: UInt { 3 }
#define busy    3
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

// MARK: Reference counts

inline makeRequest(what, about) {
  d_step {
    // Each thread finds its memory in a place of its own, and the same again: what an ABA problem would need.
    mine = 4 + me * REQUESTS;
    do
    :: object(mine).references > 0 -> mine++
    :: else -> break
    od;
    object(mine).action = what;
    object(mine).argument = about;
    object(mine).references = 2;                           // one for the stack, see enterOrPush
    assert(mine < 4 + (me + 1) * REQUESTS);
    if
    :: what == JOIN -> listeners[about].references++
    :: else
    fi
  }
}

inline releaseListener(who) {
  assert(listeners[who].references > 0);
  listeners[who].references--;
  assert(listeners[who].references > 0 || !listeners[who].isCalled)
}

inline releaseRequest(which) {
  assert(object(which).references > 0);
  object(which).references--;
  if
  :: object(which).references == 0 ->
    assert(object(which).isPerformed);
    if
    :: object(which).action == JOIN -> releaseListener(object(which).argument)
    :: else
    fi;
    object(which).action = NOTHING;
    object(which).argument = 0;
    object(which).isPerformed = false;
    object(which).next = 0
  :: else
  fi
}

// MARK: Waiting

// Door.swift: func yieldThread()
// Waits for a change, or, where `SPINS`, looks again and again.
inline yieldThread(change) {
  if
  :: SPINS || (change)
  fi
}

// MARK: The gate

inline becomeOwner() {
  assert(isFree && back == script);
  owner = me
}

// Gate.swift: func enter() -> Bool
inline enter() {
  // Gate.swift: var seen = word.load(ordering: .relaxed)
  seen = word;
  do
  :: seen >= busy -> isOwner = false; break
  :: seen == reading ->
    yieldThread(word != reading);
    // Gate.swift: seen = word.load(ordering: .relaxed)
    seen = word
  :: seen < reading ->
    // Gate.swift: word.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
    atomic {
      if
      :: word == seen -> word = busy; becomeOwner(); isOwner = true; break
      :: word != seen -> seen = word
      :: SPURIOUS
      fi
    }
  od;
  seen = 0
}

// Gate.swift: func enter(orPush request: Request) -> Bool
inline enterOrPush() {
  do
  :: enter();
    if
    :: isOwner -> d_step { releaseRequest(mine) }; break
    :: else
    fi;
    // Gate.swift: let seen = word.load(ordering: .relaxed)
    seen = word;
    if
    :: seen >= busy ->
      // Gate.swift: word.weakCompareExchange(expected: seen, desired: address, ordering: .releasing)
      atomic {
        object(mine).next = (seen == busy -> 0 : seen);
        if
        :: word == seen -> word = mine; seen = 0; break
        :: word != seen
        :: SPURIOUS
        fi
      }
    :: else
    fi
  od
}

// Gate.swift: func takeRequests(_ perform: (Request) -> Void)
inline takeRequests() {
  // Gate.swift: word.exchange(Self.busy, ordering: .acquiringAndReleasing)
  d_step {
    assert(isMine);
    seen = word;
    word = busy;
    // The stack is the owner's now, who turns it round.
    oldest = 0;
    do
    :: seen > busy ->
      assert(object(seen).references > 0);
      newer = oldest;
      oldest = seen;
      seen = object(oldest).next;
      object(oldest).next = newer
    :: else -> break
    od;
    seen = 0;
    newer = 0
  }
}

// MARK: The door

// Channel.swift: func openDoor()
inline openDoor() {
  if
  :: keepsValues ->
    // Door.swift: isOpen.store(true, ordering: .releasing)
    d_step { assert(isMine && !isOpen); isOpen = true }
  :: else
  fi
}

// Channel.swift: func closeDoor()
inline closeDoor() {
  do
  :: !keepsValues -> break
  :: keepsValues ->
    // Door.swift: isOpen.compareExchange(expected: true, desired: false, ordering: .acquiring)
    atomic {
      if
      :: isOpen -> isOpen = false; assert(isMine); break
      :: !isOpen
      fi
    };
    yieldThread(isOpen)
  od
}

// The values of each thread find their place in the order in which they were sent, each once.
inline findsItsPlace(which) {
  assert((which & 3) == done[which >> 2]);
  done[which >> 2]++
}

// Channel.swift: let evicted = replay?.pointee.append(value)
// Takes a value into the one order, and into the replay buffer, which takes a while.
inline keep() {
  atomic {
    assert(isMine && !isFinished && !copying && !isOpen);
    changing = keepsValues
  };
  d_step {
    assert(isMine && !copying);
    findsItsPlace(value);
    for (index : 0 .. LISTENERS - 1) {                    // not lost to those who were there
      assert(!has(promised[value], index) || listeners[index].slot > 0 || listeners[index].phase != live)
    }
    promised[value] = 0;
    order[place] = value;
    place++;
    if
    :: kept < KEEPS -> replay[kept] = value; kept++
    :: kept == KEEPS && keepsValues ->
      for (index : 1 .. KEEPS - 1) { replay[index - 1] = replay[index] }
      replay[KEEPS - 1] = value
    :: else
    fi;
    index = 0;
    changing = false
  }
}

// MARK: The listener table

// ListenerTable.swift: mutating func append(_ listener: AnyListener)
inline append() {
  assert(isMine && listeners[listener].slot == 0 && !isFinished);
  slots[used] = listener + 1;
  used++;
  count++;
  // Registration.swift: storedSlot.store(newValue, ordering: .relaxed)
  listeners[listener].slot = used;
  listeners[listener].references++
}

// ListenerTable.swift: mutating func remove(_ disposable: Disposable) -> AnyListener?
// Leaves the listener in `taken`, counted from 1.
inline remove(who) {
  assert(isMine);
  // Registration.swift: storedSlot.load(ordering: .relaxed)
  if
  :: listeners[who].slot > 0 ->
    slots[listeners[who].slot - 1] = 0;
    listeners[who].slot = 0;
    count--;
    taken = who + 1;
    do
    :: used > 0 && slots[used - 1] == 0 -> used--
    :: else -> break
    od
  :: else
  fi
}

// ListenerTable.swift: mutating func removeAll() -> [AnyListener]
inline removeAll() {
  assert(isMine);
  for (index : 0 .. LISTENERS - 1) {
    if
    :: index < used && slots[index] > 0 ->
      gone[size] = slots[index];
      size++;
      listeners[slots[index] - 1].slot = 0;
      slots[index] = 0
    :: else
    fi
  }
  index = 0;
  used = 0;
  count = 0
}

// MARK: Calling

// AnyChannel.swift: func canCall(_ disposable: Disposable) -> Bool
inline canCall() {
  // Registration.swift: phase.load(ordering: .acquiring) == .live
  may = (listeners[listener].phase == live);
  if
  :: may ->
    // AnyChannel.swift: removals.load(ordering: .relaxed) == 0
    may = (removals == 0)
  :: else
  fi
}

// Sink.swift: let receive: (Value) -> Void
// Calls a closure, which may ask for something as any other code may. Goes on at `Heard`.
inline receive(what) {
  atomic {
    assert(!listeners[listener].isCalled);                 // one at a time
    assert(!has(listeners[listener].disposedOn, me));      // not after its disposal on this thread,
    if                                                     // and once at most after its disposal elsewhere
    :: listeners[listener].phase != live -> listeners[listener].late++; assert(listeners[listener].late == 1)
    :: else
    fi;
    assert(listeners[listener].references > 0);            // its closure is there
    assert(listeners[listener].next < place);
    assert(order[listeners[listener].next] == what);       // the next in the one order: not lost, doubled, reordered
    listeners[listener].next++;
    listeners[listener].isCalled = true;
    outerOperation = operation;
    outerSubject = subject;
    operation = NOTHING;
    subject = 0;
    back = heard;
    if
    :: true
    :: energy > 0 && has(INSIDE, BROADCAST) -> energy--; operation = BROADCAST
    :: energy > 0 && has(INSIDE, DISPOSE) -> energy--; operation = DISPOSE; subject = listener
    :: energy > 0 && has(INSIDE, DISPOSE) -> energy--; operation = DISPOSE; subject = LISTENERS - 1 - listener
    :: energy > 0 && has(INSIDE, END) -> energy--; operation = END; subject = listener
    :: energy > 0 && has(INSIDE, JOIN) && !has(asked, LISTENERS - 1) ->
      energy--; operation = JOIN; subject = LISTENERS - 1
    :: energy > 0 && has(INSIDE, READ) -> energy--; operation = READ
    :: energy > 0 && has(INSIDE, FINISH) -> energy--; operation = FINISH
    :: energy > 0 && has(INSIDE, CLEAR) -> energy--; operation = CLEAR
    :: energy > 0 && has(INSIDE, REMOVE) -> energy--; operation = REMOVE
    fi
  };
  goto Operation
}

// What the reader of the replay sees: the newest of the one order. `read` takes a while.
inline read() {
  d_step {
    assert(!changing);
    copying++;
    for (index : 1 .. kept) { assert(replay[index - 1] == order[place - kept + index - 1]) }
    index = 0
  };
  d_step { copying-- }
}

proctype Thread(byte me) {
  // What the thread asks for, and where that returns to; while a listener is called, what was asked before.
  byte step, operation, subject, outerOperation, outerSubject, mine, seen, resting, index;
  mtype back = script;
  bool isOwner, wasLive;
  // What the owner performs.
  byte first, current, oldest, newer, value, listener, position, limit, taken, left, size;
  byte gone[LISTENERS];
  bool isAdmitting, may, isDirect;

Next:
  atomic {
    operation = (me == 0 -> THREAD_A : (me == 1 -> THREAD_B : THREAD_C));
    subject = operation >> 4;
    operation = operation & 15;
    step++;
    if
    :: operation == NOTHING -> running--; goto Finished
    :: else
    fi
  };

Operation:
  if
  :: operation == NOTHING -> goto Heard
  :: operation == BROADCAST -> goto Broadcast
  :: operation == JOIN -> goto Join
  :: operation == DISPOSE || operation == END -> goto Dispose
  :: operation == READ -> goto Read
  :: operation == FINISH -> makeRequest(FINISH, (me << 4) + sent[me]); goto Submit
  :: operation == CLEAR ->
    // AnyChannel.swift: if keepsValues { submit(Request(.clearReplay)) }
    makeRequest(CLEAR, 0); goto Submit
  :: operation == REMOVE ->
    // AnyChannel.swift: removals.add(1, ordering: .relaxed)
    d_step { removals++; subject = joined };
    makeRequest(REMOVE, 0); goto Submit
  fi;

// Channel.swift: func broadcast(_ value: Value)
Broadcast:
  // Gate.swift: word.load(ordering: .relaxed) == Self.quiet
  atomic {
    subject = (me << 2) + sent[me];
    sent[me]++;
    for (index : 0 .. LISTENERS - 1) {
      if
      :: has(joined, index) && listeners[index].phase == live -> promised[subject] = promised[subject] | (1 << index)
      :: else
      fi
    }
    index = 0;
    if
    :: word == quiet ->
      assert(promised[subject] == 0 && (!keepsValues || isFinished));
      findsItsPlace(subject);
      goto Done
    :: else
    fi
  };
  // Gate.swift: word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring)
  atomic {
    if
    :: word == idle -> word = busy; becomeOwner(); isDirect = true; value = subject; goto KeepAndDeliver
    :: else
    fi
  };
  makeRequest(BROADCAST, subject);
  goto Submit;

// Channel.swift: func keepAndDeliver(_ value: Value
// or, of a pair that keeps nothing, just `deliver`.
KeepAndDeliver:
  keep();
  if
  :: keepsValues && isEmpty -> isDirect = false; value = 0; goto LeaveGate            // a plain value
  :: true
  fi;
  openDoor();
  goto Deliver;

// Channel.swift: func join(_ listener: Listener<Value>
Join:
  // AnyChannel.swift: let listenerCount = Atomic<Int>(0)
  // Channel.swift: listenerCount.add(1, ordering: .relaxed)
  atomic { asked = asked | (1 << subject); listeners[subject].references++; listenerCount++ };
  // Registration.swift: self.upstream.store(address, ordering: .sequentiallyConsistent)
  listeners[subject].upstream = true;
  // Registration.swift: phase.load(ordering: .sequentiallyConsistent) == .live
  if
  :: listeners[subject].phase != live -> operation = ATTACH; goto TakeUpstream
  :: else
  fi;
Attached:
  enter();
  if
  :: isOwner -> isDirect = true; openDoor(); listener = subject; goto Admit
  :: else -> makeRequest(JOIN, subject); goto Submit
  fi;

// Disposable.close(), or end()
Dispose:
  // Registration.swift: phase.exchange(next, ordering: .sequentiallyConsistent) == .live
  // Registration.swift: phase.compareExchange(expected: .live, desired: .ended, ordering: .sequentiallyConsistent)
  atomic {
    wasLive = (listeners[subject].phase == live);
    if
    :: operation == DISPOSE -> listeners[subject].phase = disposed
    :: operation == END && wasLive -> listeners[subject].phase = ended
    :: else
    fi
  };
  if
  :: wasLive -> wasLive = false
  :: else -> goto Done
  fi;
TakeUpstream:
  // Registration.swift: upstream.exchange(0, ordering: .sequentiallyConsistent)
  atomic {
    if
    :: listeners[subject].upstream -> listeners[subject].upstream = false
    :: else -> goto Done
    fi
  };
// AnyChannel.swift: override func leave(_ disposable: Disposable)
  // AnyChannel.swift: listenerCount.subtract(1, ordering: .relaxed)
  listenerCount--;
  // AnyChannel.swift: isFinished.load(ordering: .relaxed)
  if
  :: isFinished -> goto Done
  :: else
  fi;
  enter();
  if
  :: isOwner -> d_step { remove(subject); left = taken; taken = 0 }; goto LeaveGate
  :: else -> makeRequest(LEAVE, subject)
  fi;

// AnyChannel.swift: func submit(_ request: Request)
Submit:
  enterOrPush();
  if
  :: !isOwner -> d_step { releaseRequest(mine); mine = 0 }; goto Done
  :: isOwner -> first = mine; mine = 0
  fi;

// Channel.swift: func settle(first: Request?)
  openDoor();
  current = first;
  goto Perform;
Take:
  takeRequests();
TakeNext:
  if
  :: oldest == 0 -> closeDoor(); goto LeaveGate
  :: else -> current = oldest; oldest = object(oldest).next
  fi;

// Channel.swift: func perform(_ request: Request)
Perform:
  atomic {
    assert(isMine && object(current).references > 0);
    assert(!object(current).isPerformed);
    object(current).isPerformed = true
  };
  if
  :: object(current).action == BROADCAST ->
    // Channel.swift: if isFinished.load(ordering: .relaxed) { return }
    value = object(current).argument;
    if
    :: isFinished -> d_step { findsItsPlace(value); promised[value] = 0 }
    :: else -> closeDoor(); keep(); openDoor(); goto Deliver
    fi
  :: object(current).action == JOIN ->
    listener = object(current).argument;
    goto Admit
  :: object(current).action == LEAVE ->
    d_step {
      remove(object(current).argument);
      if
      :: taken > 0 -> releaseListener(taken - 1); taken = 0
      :: else
      fi
    }
  :: object(current).action == REMOVE ->
    d_step { removeAll() };
    // Channel.swift: removals.subtract(1, ordering: .relaxed)
    removals--;
    goto NextGone
  :: object(current).action == CLEAR ->
    closeDoor();
    atomic { assert(isMine && !copying && !isOpen); changing = true };
    d_step { assert(isMine && !copying); replay[0] = 0; replay[1] = 0; kept = 0; changing = false };
    openDoor()
  :: object(current).action == FINISH ->
    // Channel.swift: isFinished.store(true, ordering: .releasing)
    d_step { assert(done[object(current).argument >> 4] >= (object(current).argument & 15)); isFinished = true; removeAll() };
    goto NextGone
  fi;
Performed:
  atomic {
    value = 0;
    listener = 0;
    if
    :: current == first -> current = 0; goto Take
    :: else -> releaseRequest(current); current = 0; goto TakeNext
    fi
  };

// AnyChannel.swift: func leaveGate()
LeaveGate:
  // Gate.swift: word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle, ordering: .releasing)
  // AnyChannel.swift: listeners.isEmpty && (!keepsValues || isFinished.load(ordering: .relaxed))
  atomic {
    assert(isMine);
    if
    :: word == busy -> word = (isEmpty && (!keepsValues || isFinished) -> quiet : idle); owner = nobody; goto Done
    :: else
    fi
  };
  openDoor();
  goto Take;

// Channel.swift: func deliver(_ value: Value)
Deliver:
  limit = used;
NextSlot:
  atomic {
    if
    :: position == limit ->
      position = 0;
      limit = 0;
      listener = 0;
      if
      :: isDirect -> isDirect = false; value = 0; goto CloseAndLeave
      :: else -> goto Performed
      fi
    :: position < limit && slots[position] == 0 -> position++; goto NextSlot
    :: position < limit && slots[position] > 0 -> listener = slots[position] - 1; position++
    fi
  };
  canCall();
  if
  :: may -> may = false; receive(value)
  :: else -> goto NextSlot
  fi;
Heard:
  atomic {
    listeners[listener].isCalled = false;
    operation = outerOperation;
    subject = outerSubject;
    outerOperation = NOTHING;
    outerSubject = 0;
    back = script;
    if
    :: isAdmitting -> goto NextReplayed
    :: else -> goto NextSlot
    fi
  };

CloseAndLeave:
  closeDoor();
  goto LeaveGate;

// Channel.swift: func admit(_ listener: Listener<Value>)
Admit:
  atomic {
    assert(isMine && !changing);
    isAdmitting = true;
    limit = kept;
    listeners[listener].next = place - kept
  };
NextReplayed:
  if
  :: position == limit -> goto Replayed
  :: else
  fi;
  canCall();
  if
  :: may -> may = false; position++; receive(replay[position - 1])
  :: else
  fi;
Replayed:
  atomic { position = 0; limit = 0 };
  // Channel.swift: if isFinished.load(ordering: .relaxed) {
  if
  :: isFinished -> goto EndListener
  :: else
  fi;
  // Registration.swift: phase.load(ordering: .acquiring) == .live
  d_step {
    if
    :: listeners[listener].phase == live -> append()
    :: else
    fi
  };
Admitted:
  isAdmitting = false;
  if
  :: isDirect -> isDirect = false; listener = 0; goto CloseAndLeave
  :: else -> goto Performed
  fi;

// Those that have been taken out of the table, one by one.
NextGone:
  atomic {
    if
    :: position < size ->
      listener = gone[position] - 1;
      position++;
      if
      :: object(current).action == FINISH -> goto EndListener
      :: else -> goto RemoveListener
      fi
    :: else ->
      for (index : 0 .. size - 1) { releaseListener(gone[index] - 1); gone[index] = 0 }
      index = 0;
      size = 0;
      position = 0;
      goto Performed
    fi
  };

// Channel.swift: func end(_ listener: AnyListener)
EndListener:
  // Registration.swift: phase.load(ordering: .acquiring) == .live
  if
  :: listeners[listener].phase == live
  :: else -> goto Over
  fi;
  canCall();
  if
  :: may ->
    // Channel.swift: listener.end(.finished)
    may = false;
    assert(listeners[listener].next == place);             // the last value is behind it
    goto DisposeListener
  :: else
  fi;

// AnyChannel.swift: func remove(_ listener: AnyListener)
RemoveListener:
  // Registration.swift: phase.exchange(next, ordering: .sequentiallyConsistent) == .live
  atomic { wasLive = (listeners[listener].phase == live); listeners[listener].phase = disposed };
  if
  :: wasLive -> wasLive = false
  :: else -> goto Over
  fi;
  // Registration.swift: upstream.exchange(0, ordering: .sequentiallyConsistent)
  // AnyChannel.swift: if upstream === self { listenerCount.subtract(1, ordering: .relaxed) }
  d_step { wasLive = listeners[listener].upstream; listeners[listener].upstream = false };
  if
  :: wasLive -> wasLive = false; listenerCount--
  :: else
  fi;
  // AnyChannel.swift: listener.end(.removed)
DisposeListener:
  // Sink.swift: disposable.dispose()
  atomic {
    outerOperation = operation;
    outerSubject = subject;
    operation = DISPOSE;
    subject = listener;
    back = over
  };
  goto Dispose;
Over:
  atomic {
    if
    :: back == over ->
      operation = outerOperation;
      subject = outerSubject;
      outerOperation = NOTHING;
      outerSubject = 0;
      back = script
    :: else
    fi;
    if
    :: isAdmitting -> goto Admitted
    :: else -> goto NextGone
    fi
  };

// Channel.swift: func withReplay<Result>(_ read: (borrowing RingBuffer<Value>) -> Result) -> Result?
Read:
  // Gate.swift: func beginReading() -> UInt?
  // Gate.swift: let seen = word.load(ordering: .relaxed)
  seen = word;
  if
  :: seen < reading ->
    // Gate.swift: word.compareExchange(expected: seen, desired: Self.reading, ordering: .acquiring)
    d_step {
      isOwner = (word == seen);
      if
      :: isOwner -> word = reading
      :: else
      fi
    };
    if
    :: isOwner ->
      isOwner = false;
      read();
      // Gate.swift: word.store(resting, ordering: .releasing)
      d_step { assert(word == reading); word = seen; seen = 0 };
      goto Done
    :: else
    fi
  :: else
  fi;
  seen = 0;
  // Door.swift: isOpen.compareExchange(expected: true, desired: false, ordering: .acquiring)
  d_step {
    wasLive = isOpen;
    isOpen = false
  };
  if
  :: wasLive ->
    wasLive = false;
    read();
    // Door.swift: isOpen.store(true, ordering: .releasing)
    d_step { assert(!isOpen); isOpen = true };
    goto Done
  :: else
  fi;
  yieldThread(word < reading || isOpen);
  goto Read;

// An operation returns.
Done:
  atomic {
    isOwner = false;
    if
    :: first > 0 && back == script -> releaseRequest(first); first = 0
    :: else
    fi;
    if
    :: left > 0 && back == script -> releaseListener(left - 1); left = 0
    :: else
    fi;
    if
    :: operation == ATTACH -> operation = JOIN; goto Attached
    :: operation == JOIN -> joined = joined | (1 << subject); releaseListener(subject)
    :: operation == DISPOSE -> listeners[subject].disposedOn = listeners[subject].disposedOn | (1 << me)
    :: operation == REMOVE ->
      // It is as if each of those who listened had been disposed of.
      for (index : 0 .. LISTENERS - 1) {
        if
        :: has(subject, index) -> listeners[index].disposedOn = listeners[index].disposedOn | (1 << me)
        :: else
        fi
      }
      index = 0
    :: else
    fi;
    operation = NOTHING;
    subject = 0;
    if
    :: back == script -> goto Next
    :: back == heard -> goto Heard
    :: back == over -> goto Over
    fi
  };

Finished:
  skip
}

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
