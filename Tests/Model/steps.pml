/* The parts of the engine: inlines for the functions of Gate.swift, Door.swift and ListenerTable.swift. */

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

// Door.swift: mutating func turn()
// Waits for a change, or, where `SPINS`, looks again and again.
inline turn(change) {
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
    turn(word != reading);
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
    turn(isOpen)
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
  // Registration.swift: phase.load(ordering: .acquiring) == Phase.live.rawValue
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
