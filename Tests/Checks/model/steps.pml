/* The parts of the engine: inlines for the functions of Gate.swift, LockWord.swift, ReplayBuffer.swift, ListenerTable.swift. */

// MARK: Reference counts

inline makeRequest(what, about) {
  d_step {
    // Each thread allocates at addresses of its own, and reuses them at once, as an ABA problem would need.
    mine = address(me * REQUESTS);
    do
    :: object(mine).references > 0 -> mine = mine + 2
    :: else -> break
    od;
    assert(mine < address((me + 1) * REQUESTS));
    object(mine).action = what;
    object(mine).argument = about;
    object(mine).references = 2;                           // one for the stack, see enterOrPush
    if
    :: what == JOIN -> listeners[about].references++
    :: else
    fi
  }
}

inline releaseListener(which) {
  assert(listeners[which].references > 0);
  listeners[which].references--;
  assert(listeners[which].references > 0 || !listeners[which].isCalled)
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

// Pause.swift: mutating func next()
// Waits for a change, or with `SPINS` polls.
inline pause(change) {
  if
  :: SPINS || (change)
  fi
}

// MARK: The gate

inline becomeOwner() {
  assert(isFree && back == script);
  owner = me
}

// Gate.swift: func enterIfIdle() -> Bool
inline enterIfIdle() {
  // Gate.swift: word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring)
  atomic {
    if
    :: word == idle -> word = busy; becomeOwner(); isOwner = true
    :: else -> isOwner = false
    fi
  }
}

// Gate.swift: func enter() -> Bool
inline enter() {
  // Gate.swift: var seen = word.load(ordering: .relaxed)
  seen = word;
  do
  :: seen >= busy -> isOwner = false; break
  :: seen < busy ->
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
      // Gate.swift: word.weakCompareExchange(expected: seen, desired: desired, ordering: .releasing)
      atomic {
        object(mine).next = ((seen & ~offered) == busy -> 0 : (seen & ~offered));
        if
        :: word == seen -> word = mine | (seen & offered); seen = 0; break
        :: word != seen
        :: SPURIOUS
        fi
      }
    :: else
    fi
  od
}

// Gate.swift: func takeRequests() -> UInt
inline takeRequests() {
  // Gate.swift: word.exchange(Self.busy, ordering: .acquiring)
  assert(isMine);
  seen = word;
  word = busy;
  // The stack belongs to the owner now, which reverses it.
  do
  :: seen > busy ->
    assert(object(seen).references > 0);
    newer = taken;
    taken = seen;
    seen = object(taken).next;
    object(taken).next = newer
  :: else -> break
  od;
  seen = 0;
  newer = 0
}

// Gate.swift: func offer()
inline offer() {
  // Gate.swift: var seen = word.load(ordering: .relaxed)
  seen = word;
  do
  :: atomic {
      assert(isMine);
      if
      // Gate.swift: expected: seen, desired: seen | Self.offered, ordering: .releasing
      :: word == seen -> word = seen | offered; owner = none; seen = 0; break
      :: word != seen -> seen = word
      :: SPURIOUS
      fi
    }
  od
}

// Gate.swift: func takeOver() -> Bool
inline takeOver() {
  // Gate.swift: var seen = word.load(ordering: .relaxed)
  seen = word;
  do
  :: !isOffered(seen) -> isOwner = false; break
  :: isOffered(seen) ->
    atomic {
      if
      // Gate.swift: expected: seen, desired: seen & ~Self.offered, ordering: .acquiring
      :: word == seen -> word = seen & ~offered; becomeOwner(); isOwner = true; break
      :: word != seen -> seen = word
      :: SPURIOUS
      fi
    }
  od;
  seen = 0
}

// MARK: The lock

// LockWord.swift: func lock()
inline lock() {
  if
  :: atomic {
      // LockWord.swift: word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring)
      lockWord == free -> lockWord = held
    }
  :: lockWord != free ->
    // LockWord.swift: func wait()
    do
    :: atomic {
        // LockWord.swift: word.exchange(Self.contended, ordering: .acquiring)
        if
        :: lockWord == free -> lockWord = contended; break
        :: else -> lockWord = contended
        fi
      };
      // LockWord.swift: word.load(ordering: .relaxed) == Self.free
      pause(lockWord == free)
    od
  fi
}

// LockWord.swift: func unlock()
inline unlock() {
  // LockWord.swift: word.exchange(Self.free, ordering: .releasing)
  lockWord = free
}

// MARK: The replay

// A moment at which a listener might join, as the numbers of the first value that it would hear and of the one after the last.
#define isNothing(moment) (((moment) & 7) == (((moment) >> 3) & 7))
inline remember() {
  if
  :: MOMENTS > 1 -> moment++; moments[moment] = (place - kept) | (place << 3) | (isFinished << 6)
  :: else
  fi
}

// A thread sends its next value, which the present listeners must hear.
inline promise() {
  subject = (me << 2) + sent[me];
  sent[me]++;
  for (index : 0 .. LISTENERS - 1) {
    if
    :: has(joined, index) && listeners[index].phase == live -> promised[subject] = promised[subject] | (1 << index)
    :: else
    fi
  }
  index = 0
}

// The values of each thread get their places in the order in which they were sent, once each.
inline findsItsPlace(which) {
  assert((which & 3) == done[which >> 2]);
  done[which >> 2]++
}

// A change of the replay takes several steps.
inline change() {
  atomic { assert(isMine && !copying); changing = true }
}

// Channel.swift: $0.append(value)
// Appends a value to the order of the pair, and to the replay buffer.
inline append() {
  d_step {
    assert(isMine && !isFinished && !copying);
    findsItsPlace(value);
    for (index : 0 .. LISTENERS - 1) {                    // not lost to those who were there
      assert(!has(promised[value], index) || listeners[index].slot > 0 || listeners[index].phase != live)
    }
    promised[value] = 0;
    if                                                    // in the order in which a variable was set
    :: isVariable -> assert(sets[setsDone] == value); setsDone++
    :: else
    fi;
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
    changing = false;
    remember()
  }
}

// ReplayBuffer.swift: func copy<Value>() -> [Value] where State == ReplayBuffer<Value>
// Copies a part, which takes several steps. Leaves the range of all values, and the number of the next value to copy.
inline copyPart() {
  atomic { assert(!changing); copying++ };
  d_step {
    assert(!changing);
    copying--;
    if
    :: !isCopying -> isCopying = true; lower = place - kept; number = lower; upper = place
    :: else
    fi;
    if
    // ReplayBuffer.swift: if rest.lowerBound < first { return true }
    :: number < place - kept -> isEvicted = true
    :: else ->
      // ReplayBuffer.swift: let end = rest.count > part ? rest.lowerBound + part : rest.upperBound
      do
      :: index < part && number < upper ->
        assert(replay[number - (place - kept)] == order[number]);
        number++;
        index++
      :: else -> break
      od;
      index = 0
    fi
  }
}

// MARK: The listener table

// ListenerTable.swift: mutating func append(_ listener: AnyListener)
inline appendListener() {
  assert(isMine && listeners[listener].slot == 0 && !isFinished);
  slots[used] = listener + 1;
  used++;
  count++;
  // Disposable+Phase.swift: storedSlot.store(Int32(truncatingIfNeeded: newValue), ordering: .relaxed)
  listeners[listener].slot = used;
  listeners[listener].references++
}

// ListenerTable.swift: mutating func remove(_ disposable: Disposable) -> AnyListener?
// Stores the listener in `removed`, counted from 1.
inline remove(which) {
  assert(isMine);
  // Disposable+Phase.swift: storedSlot.load(ordering: .relaxed)
  if
  :: listeners[which].slot > 0 ->
    slots[listeners[which].slot - 1] = 0;
    listeners[which].slot = 0;
    count--;
    removed = which + 1;
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
// Disposable+Phase.swift: phase.load(ordering: .relaxed) == Phase.live.rawValue
// AnyChannel.swift: removals.load(ordering: .relaxed) == 0
#define canCall(elsewhere) \
  if \
  :: listeners[listener].phase == live \
  :: else -> goto elsewhere \
  fi; \
  if \
  :: removals == 0 \
  :: else -> goto elsewhere \
  fi

// Sink.swift: let receive: (Value) -> Void
// Calls a closure, which may perform any operation. Continues at `Heard`.
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
    :: energy > 0 && has(INSIDE, BROADCAST) -> energy--; operation = (isVariable -> SET : BROADCAST)
    :: energy > 0 && has(INSIDE, DISPOSE) -> energy--; operation = DISPOSE; subject = listener
    :: energy > 0 && has(INSIDE, DISPOSE) -> energy--; operation = DISPOSE; subject = LISTENERS - 1 - listener
    :: energy > 0 && has(INSIDE, END) -> energy--; operation = END; subject = listener
    :: energy > 0 && has(INSIDE, JOIN) && !has(asked, LISTENERS - 1) ->
      energy--; operation = JOIN; subject = LISTENERS - 1
    :: energy > 0 && has(INSIDE, PEEK) -> energy--; operation = PEEK
    :: energy > 0 && has(INSIDE, FINISH) -> energy--; operation = FINISH
    :: energy > 0 && has(INSIDE, CLEAR) -> energy--; operation = CLEAR
    :: energy > 0 && has(INSIDE, REMOVE) -> energy--; operation = REMOVE
    fi
  };
  goto Operation
}
