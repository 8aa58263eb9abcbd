/*
  * The configurations that are searched. Each has a name for `spin -D`, up to three threads, the operations that
  * listeners may perform, and the number of times that an owner offers the gate.
  *
  * Together they combine each operation with each other operation, on other threads and from inside a listener.
 */

#define script(first, second) (step == 0 -> first : (step == 1 -> second : NOTHING))
#define join(listener)    (JOIN + 16 * listener)
#define dispose(listener) (DISPOSE + 16 * listener)
#define may(operation)    (1 << operation)

#if defined(crowd)
// All threads broadcast, listeners too.
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define PRESENT  1
#define INSIDE   may(BROADCAST)

#elif defined(passing)
// All threads broadcast, and hand the delivery over to each other.
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define PRESENT  1
#define INSIDE   0
#define OFFERS   3

#elif defined(answering)
// The same while a listener broadcasts, too.
#define THREAD_A script(BROADCAST, NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define PRESENT  1
#define INSIDE   may(BROADCAST)
#define OFFERS   2

#elif defined(coming)
// The only listener joins and leaves while other threads broadcast, also before it has joined. The gate is quiet in
// between.
#define THREAD_A script(join(0), BROADCAST)
#define THREAD_B script(BROADCAST, BROADCAST)
#define THREAD_C script(dispose(0), NOTHING)
#define INSIDE   0

#elif defined(leaving)
// Listeners leave on other threads, and dispose of themselves and of each other while they are called.
#define THREAD_A script(BROADCAST, NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(dispose(0), NOTHING)
#define LISTENERS 2
#define PRESENT  2
#define INSIDE   may(DISPOSE) | may(END)
#define OFFERS   1

#elif defined(warm)
// A listener joins a pair that keeps values while other threads broadcast more values than are kept.
#define KEEPS    2
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(join(0), NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define INSIDE   may(BROADCAST) | may(DISPOSE) | may(CLEAR)

#elif defined(replaying)
// During a replay, its listener leaves, on another thread or from inside, and another listener joins.
#define KEEPS    1
#define THREAD_A script(BROADCAST, NOTHING)
#define THREAD_B script(join(0), BROADCAST)
#define THREAD_C script(dispose(0), NOTHING)
#define LISTENERS 2
#define INSIDE   may(DISPOSE) | may(END) | may(JOIN)
#define OFFERS   1

#elif defined(setting)
// A variable is set, by listeners too, while its delivery is handed over.
#define KEEPS    1
#define THREAD_A script(SET, SET)
#define THREAD_B script(SET, NOTHING)
#define THREAD_C script(SET, NOTHING)
#define PRESENT  1
#define INSIDE   may(BROADCAST)
#define SETS     5
#define OFFERS   1

#elif defined(readers)
// The replay is read in parts, and forgotten, while it changes.
#define KEEPS    2
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(PEEK, NOTHING)
#define THREAD_C script(BROADCAST, CLEAR)
#define PRESENT  1
#define INSIDE   may(PEEK)
#define MOMENTS  8

#elif defined(showing)
// The replay is read while the pair is finished and its replay is forgotten.
#define KEEPS    1
#define THREAD_A script(BROADCAST, FINISH)
#define THREAD_B script(PEEK, PEEK)
#define THREAD_C script(BROADCAST, CLEAR)
#define INSIDE   0
#define MOMENTS  8

#elif defined(ending)
// The pair is finished while one listener joins and another one leaves.
#define KEEPS    1
#define THREAD_A script(FINISH, NOTHING)
#define THREAD_B script(join(1), NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define LISTENERS 2
#define PRESENT  1
#define INSIDE   may(FINISH) | may(DISPOSE)
#define OFFERS   2

#elif defined(removal)
// All listeners are removed while one joins and leaves.
#define KEEPS    1
#define THREAD_A script(dispose(1), NOTHING)
#define THREAD_B script(BROADCAST, REMOVE)
#define THREAD_C script(join(1), NOTHING)
#define LISTENERS 2
#define PRESENT  1
#define INSIDE   may(REMOVE)
#define OFFERS   1

// Smaller configurations, for a longer search: that every operation ends.

#elif defined(pushing)
#define THREAD_A script(join(0), NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(dispose(0), NOTHING)
#define LISTENERS 2
#define INSIDE   may(BROADCAST) | may(JOIN)

#elif defined(handing)
#define THREAD_A script(BROADCAST, NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(join(0), NOTHING)
#define LISTENERS 2
#define PRESENT  0
#define INSIDE   may(BROADCAST)
#define OFFERS   2

#elif defined(waiting)
#define KEEPS    1
#define THREAD_A script(BROADCAST, CLEAR)
#define THREAD_B script(PEEK, NOTHING)
#define THREAD_C script(join(0), NOTHING)
#define INSIDE   may(PEEK)
#define MOMENTS  4

#elif defined(closing)
#define KEEPS    1
#define THREAD_A script(FINISH, NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(REMOVE, NOTHING)
#define PRESENT  1
#define INSIDE   may(FINISH) | may(DISPOSE)
#define OFFERS   1
#endif

#ifndef KEEPS
#define KEEPS 0
#endif
#ifndef LISTENERS
#define LISTENERS 1
#endif
#ifndef PRESENT
#define PRESENT 0
#endif
#ifndef OFFERS
#define OFFERS 0
#endif
#ifndef SETS
#define SETS 1
#endif
#ifndef MOMENTS
#define MOMENTS 1
#endif
#ifndef THREAD_C
#define THREADS 2
#define THREAD_C NOTHING
#else
#define THREADS 3
#endif
#ifndef ENERGY
#define ENERGY 1
#endif
#define REQUESTS 3  /* of each thread at once */
#define VALUES   6
#ifdef LIVENESS
#define SPINS    true
#define SPURIOUS false
#else
#define SPINS    false
#define SPURIOUS true
#endif
