/*
 * A thread: it performs what is asked for, and, while it owns the gate, what others ask for.
 *
 * Each function of the engine is a label. Where the engine calls, the model jumps, and comes back as `back`,
 * `isAdmitting` and `isDirect` say. A listener that is called may ask for something as well, which goes through the
 * same lines. It never makes its thread an owner once more, as `becomeOwner` asserts.
 */
proctype Thread(byte me) {
  // What the thread asks for, and where that returns to; while a listener is called, what was asked before.
  byte step, operation, subject, outerOperation, outerSubject, mine, seen, index;
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
    :: word == idle ->
      word = busy; becomeOwner(); isDirect = true; value = subject; goto KeepAndDeliver
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
  // Registration.swift: phase.load(ordering: .sequentiallyConsistent) == Phase.live.rawValue
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
  // Registration.swift: phase.exchange(next.rawValue, ordering: .sequentiallyConsistent) == Phase.live.rawValue
  // Registration.swift: phase.compareExchange(expected: live, desired: ended, ordering: .sequentiallyConsistent)
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
    d_step {
      // All that its thread had sent before is behind it.
      assert(done[object(current).argument >> 4] >= (object(current).argument & 15));
      isFinished = true;
      removeAll()
    };
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
  // Gate.swift: word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle
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
  // Registration.swift: phase.load(ordering: .acquiring) == Phase.live.rawValue
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
  // Registration.swift: phase.load(ordering: .acquiring) == Phase.live.rawValue
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
  // Registration.swift: phase.exchange(next.rawValue, ordering: .sequentiallyConsistent) == Phase.live.rawValue
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
  turn(word < reading || isOpen);
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
