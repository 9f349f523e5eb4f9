// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// For .ci/counts.py: lets the coarse clock stand still, by which kept read views grow old, and the
// timers of dispatch queues, by which they are ended when nobody asks for them.
// A view is renewed after 20 ms, and ended after 25. Under callgrind everything takes fifty times as
// long, and longer still on a busy machine, so that the number of renewals would say how fast the
// machine is and not what the program does. All other clocks run.

#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock == CLOCK_MONOTONIC_COARSE) {
    *time = (struct timespec){.tv_sec = 1};
    return 0;
  }
  return (int)syscall(SYS_clock_gettime, clock, time);
}

int timerfd_settime(
    int timer, int flags, const struct itimerspec *value, struct itimerspec *former) {
  (void)timer, (void)flags, (void)value;
  if (former) *former = (struct itimerspec){};
  return 0;
}
