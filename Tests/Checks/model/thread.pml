/*
 * A thread: it performs what is asked for, and, while it owns the gate, what other threads ask for.
 *
 * Each function of the engine is a label. Where the engine calls, the model jumps, and returns as `back`,
 * `isAdmitting` and `isDirect` say. A listener that is called may ask for something as well, which passes through the
 * same lines. It never makes its thread an owner once more, as `becomeOwner` asserts.
 */
proctype Thread(byte me) {
  // The operation of the thread, and where it returns to. While a listener is called, also the operation before it.
  byte step, operation, subject, outerOperation, outerSubject, mine, seen, index;
  mtype back = script;
  bool isOwner, wasLive;
  // The request that the owner performs.
  byte first, current, newer, value, listener, position, limit, removed, left, size;
  byte gone[LISTENERS];
  bool isAdmitting, isDirect;
  // A copy of the replay: the moment at which it was requested, the numbers of its values, and the next value to copy.
  byte since, lower, number, upper, part;
  bool isOver, isCopying, isEvicted;

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
  :: operation == SET -> goto Set
  :: operation == JOIN -> goto Join
  :: operation == DISPOSE || operation == END -> goto Dispose
  :: operation == PEEK -> goto Peek
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
    promise();
    if
    :: word == quiet ->
      assert(promised[subject] == 0 && (!keepsValues || isFinished));
      findsItsPlace(subject);
      goto Done
    :: else
    fi
  };
  atomic {
    enterIfIdle();
    if
    :: isOwner -> isDirect = true; value = subject; goto KeepAndDeliver
    :: else -> makeRequest(BROADCAST, subject); goto Submit
    fi
  };

// Variable+Setting.swift: func set(_ value: Value, _ stamp: (LamportTimestamp) -> LamportTimestamp?) -> Bool
Set:
  // Variable+Setting.swift: let place = content.withLock { content -> Reservation? in
  atomic {
    !isSetting -> isSetting = true;
    promise();
    sets[setCount] = subject;
    setCount++
  };
  // Reservation.swift: channel.gate.enterIfIdle() || channel.enterOrPush(BroadcastRequest(value)) ? .owner : .queued
  atomic {
    enterIfIdle();
    if
    :: isOwner -> goto Reserved
    :: else -> makeRequest(BROADCAST, subject); goto Submit
    fi
  };
Reserved:
  // Reservation.swift: if place == .queued { return channel.goOnOrHoldBack() }
  atomic {
    isSetting = false;
    if
    :: isOwner -> isDirect = true; value = subject; goto KeepAndDeliver
    :: else -> goto GoOnOrHoldBack
    fi
  };

// Channel.swift: func keepAndDeliver(_ value: Value
KeepAndDeliver:
  // Channel.swift: guard let replay else { return deliver(value) }
  // Channel.swift: $0.withLock { $0.append(value) }
  if
  :: !isRead
  :: isRead -> lock(); change()
  fi;
  append();
  if
  :: !isRead
  :: isRead -> unlock()
  fi;
  goto Deliver;

// Channel.swift: func join(_ listener: Listener<Value>
Join:
  // AnyChannel.swift: let listenerCount = Atomic<Int32>(0)
  // Channel.swift: listenerCount.add(1, ordering: .relaxed)
  atomic { asked = asked | (1 << subject); listeners[subject].references++; listenerCount++ };
  // Disposable+Phase.swift: self.upstream.exchange(address, ordering: .acquiringAndReleasing)
  listeners[subject].upstream = true;
  // Disposable+Phase.swift: phase.load(ordering: .relaxed) != Phase.live.rawValue
  if
  :: listeners[subject].phase != live -> operation = ATTACH; goto TakeUpstream
  :: else
  fi;
Attached:
  enter();
  if
  :: isOwner -> isDirect = true; listener = subject; goto Admit
  :: else -> makeRequest(JOIN, subject); goto Submit
  fi;

// Disposable.swift: public func dispose()
// Disposable+Phase.swift: func end() -> Bool
Dispose:
  // Disposable+Phase.swift: phase.exchange(Phase.disposed.rawValue, ordering: .releasing) == Phase.live.rawValue
  // Disposable+Phase.swift: phase.compareExchange(expected: live, desired: next.rawValue, ordering: .releasing)
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
  // Disposable+Phase.swift: upstream.exchange(0, ordering: .acquiringAndReleasing)
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
  :: isOwner -> d_step { remove(subject); left = removed; removed = 0 }; goto LeaveGate
  :: else -> makeRequest(LEAVE, subject)
  fi;

// AnyChannel.swift: func submit(_ request: Request)
// AnyChannel+HandingOver.swift: func broadcast(_ request: Request)
Submit:
  enterOrPush();
  atomic {
    if
    :: isOwner && operation != SET -> current = mine; first = mine; mine = 0; goto Perform
    :: isOwner && operation == SET ->
      // The owner broadcasts its value without the request.
      object(mine).action = NOTHING;
      object(mine).argument = 0;
      object(mine).references = 0
    :: !isOwner -> releaseRequest(mine)
    fi;
    mine = 0;
    if
    :: operation == SET -> goto Reserved
    :: operation == BROADCAST
    :: else -> goto Done
    fi
  };

// AnyChannel+HandingOver.swift: func goOnOrHoldBack()
// The owner, in a listener that broadcasts, finds that the gate is not offered.
GoOnOrHoldBack:
  if
  // AnyChannel+HandingOver.swift: !gate.isOwnedHere, !MainQueue.isCurrent
  :: goto Done
  // Gate.swift: var isOffered: Bool { Self.isOffered(word.load(ordering: .relaxed)) }
  :: isOffered(word) -> takeOver()
  fi;
  if
  :: isOwner -> goto TakeNext
  :: else -> goto Done
  fi;

// Channel.swift: func settle(first: Request?)
// AnyChannel+HandingOver.swift: func nextRequest() -> Request?
TakeNext:
  atomic {
    assert(isMine);
    if
    :: taken == 0 -> takeRequests()
    :: else
    fi;
    if
    :: taken == 0 -> goto LeaveGate
    :: else -> current = taken; taken = object(current).next
    fi
  };

// Channel.swift: func perform(_ request: Request)
Perform:
  atomic {
    assert(isMine && object(current).references > 0);
    assert(!object(current).isPerformed);
    object(current).isPerformed = true;
    if
    :: object(current).action == BROADCAST ->
      value = object(current).argument;
      // Channel.swift: if isFinished.load(ordering: .relaxed) { return }
      if
      :: isFinished -> findsItsPlace(value); promised[value] = 0; goto Performed
      :: else -> goto KeepAndDeliver
      fi
    :: object(current).action == JOIN ->
      listener = object(current).argument;
      goto Admit
    :: object(current).action == LEAVE ->
      remove(object(current).argument);
      if
      :: removed > 0 -> releaseListener(removed - 1); removed = 0
      :: else
      fi;
      goto Performed
    :: object(current).action == REMOVE ->
      // Channel.swift: removals.subtract(1, ordering: .relaxed)
      removeAll();
      removals--;
      goto NextGone
    :: else
    fi
  };
  if
  :: object(current).action == CLEAR ->
    // Channel.swift: replay?.takeUnretainedValue().withLock { $0.removeAll() }
    if
    :: !isRead
    :: isRead -> lock(); change()
    fi;
    d_step {
      assert(isMine && !copying);
      for (index : 1 .. kept) { replay[index - 1] = 0 }
      index = 0;
      kept = 0;
      changing = false;
      remember()
    };
    if
    :: !isRead
    :: isRead -> unlock()
    fi
  :: object(current).action == FINISH ->
    // Channel.swift: isFinished.store(true, ordering: .releasing)
    d_step {
      // All values that its thread had sent before have their places.
      assert(done[object(current).argument >> 4] >= (object(current).argument & 15));
      isFinished = true;
      remember();
      removeAll()
    };
    goto NextGone
  fi;
Performed:
  atomic {
    value = 0;
    listener = 0;
    // Channel.swift: if share.isDone(with: request), handOver(&share) { return }
    if
    :: current == first -> current = 0; goto TakeNext
    :: current != first
    :: current != first && offers > 0 -> offers--; goto HandOver
    fi
  };
Continue:
  atomic { isOwner = false; releaseRequest(current); current = 0; goto TakeNext };

// AnyChannel+HandingOver.swift: func handOver(_ share: inout Share) -> Bool
// The checks before a thread takes the gate over are left out, because `takeOver` checks, too.
HandOver:
  offer();
  takeOver();
  if
  :: isOwner -> goto Continue
  :: else -> d_step { releaseRequest(current); current = 0 }; goto Done
  fi;

// AnyChannel.swift: func leaveGate()
LeaveGate:
  // Gate.swift: word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle
  // AnyChannel.swift: listeners.isEmpty && (!keepsValues || isFinished.load(ordering: .relaxed))
  atomic {
    assert(isMine);
    if
    :: word == busy -> word = (isEmpty && (!keepsValues || isFinished) -> quiet : idle); owner = none; goto Done
    :: else -> goto TakeNext
    fi
  };

// Channel.swift: func deliver(_ value: Value)
Deliver:
  atomic { limit = used; goto NextSlot };
NextSlot:
  atomic {
    if
    :: position == limit ->
      position = 0;
      limit = 0;
      listener = 0;
      if
      :: isDirect -> isDirect = false; value = 0; goto LeaveGate
      :: else -> goto Performed
      fi
    :: position < limit && slots[position] == 0 -> position++; goto NextSlot
    :: position < limit && slots[position] > 0 -> listener = slots[position] - 1; position++
    fi
  };
  canCall(NextSlot);
  receive(value);
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
  canCall(Replayed);
  position++;
  receive(replay[position - 1]);
Replayed:
  atomic { position = 0; limit = 0 };
  // Channel.swift: if isFinished.load(ordering: .relaxed) {
  if
  :: isFinished -> goto EndListener
  :: else
  fi;
  // Disposable+Phase.swift: phase.load(ordering: .relaxed) == Phase.live.rawValue
  d_step {
    if
    :: listeners[listener].phase == live -> appendListener()
    :: else
    fi
  };
Admitted:
  isAdmitting = false;
  if
  :: isDirect -> isDirect = false; listener = 0; goto LeaveGate
  :: else -> goto Performed
  fi;

// The listeners that have been taken out of the table, one by one.
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
  // Disposable+Phase.swift: phase.load(ordering: .relaxed) == Phase.live.rawValue
  if
  :: listeners[listener].phase == live
  :: else -> goto Over
  fi;
  canCall(RemoveListener);
  // Channel.swift: listener.end(.finished)
  assert(listeners[listener].next == place);               // the last value is behind it
  goto DisposeListener;

// AnyChannel.swift: func remove(_ listener: AnyListener)
RemoveListener:
  // Disposable+Phase.swift: phase.compareExchange(expected: live, desired: next.rawValue, ordering: .releasing)
  atomic {
    wasLive = (listeners[listener].phase == live);
    if
    :: wasLive -> listeners[listener].phase = disposed
    :: else -> goto Over
    fi
  };
  // Disposable+Phase.swift: upstream.exchange(0, ordering: .acquiringAndReleasing)
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

// Channel.swift: func peek(_ sink: Sink<Value>)
Peek:
  since = moment;
Look:
  // Channel.swift: isOver = isFinished.load(ordering: .relaxed)
  atomic { isOver = isFinished; part = 1 };
// ReplayBuffer.swift: func copy<Value>() -> [Value] where State == ReplayBuffer<Value>
CopyPart:
  // ReplayBuffer.swift: let isEvicted = withLock { buffer in
  lock();
  copyPart();
  unlock();
  if
  // ReplayBuffer.swift: part *= 2
  :: isEvicted -> d_step { isEvicted = false; isCopying = false; number = 0; part = 2 * part }; goto CopyPart
  :: !isEvicted && number < upper -> goto CopyPart
  :: !isEvicted && number == upper
  fi;
  // Channel.swift: isOver != isFinished.load(ordering: .acquiring)
  atomic {
    if
    :: isOver != isFinished -> isCopying = false; number = 0; goto Look
    :: else
    fi;
    // The result is the replay that a listener would have heard at some moment of the call, with the end if the pair
    // was finished.
    do
    :: since <= moment && moments[since] == (lower | (upper << 3) | (isOver << 6)) -> break
    :: since <= moment && lower == upper && isNothing(moments[since]) && (moments[since] >> 6) == isOver -> break
    :: else -> assert(since < moment); since++
    od;
    since = 0;
    lower = 0;
    number = 0;
    upper = 0;
    part = 0;
    isCopying = false;
    isOver = false
  };

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
      // The effect is that of disposing of each listener.
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
