// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// One function of the Swift runtime that the language does not offer.

#ifndef OPENCOREDATA_CRUNTIME_SHIM_H
#define OPENCOREDATA_CRUNTIME_SHIM_H

extern void *swift_tryRetain(void *object);

/// Retains an object and returns it, or returns null when its deinitialisation has begun. The
/// memory must still be allocated.
static inline void *cruntime_try_retain(void *object) { return swift_tryRetain(object); }

#endif
