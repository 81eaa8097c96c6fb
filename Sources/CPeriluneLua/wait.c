// Waits in the thread of a worker, by the monotonic clock. The C library declares the function as an extension, which
// Swift does not see.
#define _GNU_SOURCE
#include <semaphore.h>
#include <time.h>

#include "CPeriluneLua.h"

bool cpl_wait(void *semaphore, uint32_t microseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += microseconds / 1000000;
    time.tv_nsec += microseconds % 1000000 * 1000;
    if (time.tv_nsec >= 1000000000) { time.tv_nsec -= 1000000000; time.tv_sec++; }
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &time) == 0;
}
