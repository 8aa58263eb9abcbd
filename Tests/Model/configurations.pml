/*
 * What is searched: each configuration has a name for `spin -D`, up to three threads, and what listeners may do.
 *
 * Together they have each operation meet each other one, on other threads and from inside a listener.
 */

#define script(first, second) (step == 0 -> first : (step == 1 -> second : NOTHING))
#define join(listener)    (JOIN + 16 * listener)
#define dispose(listener) (DISPOSE + 16 * listener)
#define may(operation)    (1 << operation)

#if defined(crowd)
// All broadcast, listeners too.
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define PRESENT  1
#define INSIDE   may(BROADCAST)

#elif defined(coming)
// The only listener joins and leaves while others broadcast, even before it has joined: the gate is quiet in between.
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

#elif defined(warm)
// A listener joins a pair that keeps values while others broadcast, more than are kept.
#define KEEPS    2
#define THREAD_A script(BROADCAST, BROADCAST)
#define THREAD_B script(join(0), NOTHING)
#define THREAD_C script(BROADCAST, NOTHING)
#define INSIDE   may(BROADCAST) | may(DISPOSE) | may(CLEAR)

#elif defined(replaying)
// What a replay meets: its listener leaves, on another thread or from inside, and another one joins.
#define KEEPS    1
#define THREAD_A script(BROADCAST, NOTHING)
#define THREAD_B script(join(0), BROADCAST)
#define THREAD_C script(dispose(0), NOTHING)
#define LISTENERS 2
#define INSIDE   may(DISPOSE) | may(END) | may(JOIN)

#elif defined(readers)
// The replay is read and forgotten while it changes.
#define KEEPS    1
#define THREAD_A script(BROADCAST, CLEAR)
#define THREAD_B script(READ, BROADCAST)
#define THREAD_C script(READ, dispose(0))
#define PRESENT  1
#define INSIDE   may(READ) | may(CLEAR)

#elif defined(ending)
// The pair is finished while one joins and another one leaves.
#define KEEPS    1
#define THREAD_A script(FINISH, READ)
#define THREAD_B script(join(1), NOTHING)
#define THREAD_C script(BROADCAST, BROADCAST)
#define LISTENERS 2
#define PRESENT  1
#define INSIDE   may(FINISH) | may(DISPOSE)

#elif defined(removal)
// All are removed while one joins and leaves.
#define KEEPS    1
#define THREAD_A script(dispose(1), FINISH)
#define THREAD_B script(BROADCAST, REMOVE)
#define THREAD_C script(join(1), NOTHING)
#define LISTENERS 2
#define PRESENT  1
#define INSIDE   may(REMOVE)

// Smaller ones, for what takes longer to show: that all comes to an end.

#elif defined(pushing)
#define THREAD_A script(join(0), NOTHING)
#define THREAD_B script(BROADCAST, NOTHING)
#define THREAD_C script(dispose(0), NOTHING)
#define LISTENERS 2
#define INSIDE   may(BROADCAST) | may(JOIN)

#elif defined(waiting)
#define KEEPS    1
#define THREAD_A script(BROADCAST, CLEAR)
#define THREAD_B script(READ, NOTHING)
#define THREAD_C script(join(0), NOTHING)
#define INSIDE   may(READ)

#elif defined(closing)
#define KEEPS    1
#define THREAD_A script(FINISH, NOTHING)
#define THREAD_B script(BROADCAST, READ)
#define THREAD_C script(REMOVE, NOTHING)
#define PRESENT  1
#define INSIDE   may(FINISH) | may(DISPOSE)
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
