// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// What the Swift runtime and the system have, and the language does not offer.

#ifndef OPENCOREDATA_CRUNTIME_SHIM_H
#define OPENCOREDATA_CRUNTIME_SHIM_H

extern void *swift_tryRetain(void *object);

/// Retains an object and returns it, or returns null when its deinitialisation has begun. The
/// memory must still be allocated.
static inline void *cruntime_try_retain(void *object) { return swift_tryRetain(object); }

#ifdef __linux__
#include <sys/vfs.h>

extern int sched_getcpu(void);

/// The number of the processor that the thread runs on; negative where it cannot be told.
static inline int cruntime_processor(void) { return sched_getcpu(); }

/// The number that stands for the kind of the file system of a path; -1 where there is nothing.
static inline long cruntime_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}
#endif

#endif
