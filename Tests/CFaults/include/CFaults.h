// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// System calls that fail, kill the program or are written down, on files below one folder.
//
// A program that links this target has its own open, read, write, fsync, mmap, rename and so on, and
// with it the libraries that it loads: the linker finds a definition in the program first. As long
// as nothing is armed they only pass the calls on.

#ifndef CFAULTS_H
#define CFAULTS_H

/// What happens at the call that is chosen. Positive values are the errno it fails with.
enum {
  FAULT_NONE = 0,
  /// The process is killed instead of the call.
  FAULT_KILL = -1,
  /// The process is killed once the call is done.
  FAULT_KILL_AFTER = -2,
  /// Half of what is to be written is, then the process is killed.
  FAULT_KILL_HALF = -3,
  /// Half of what is asked for is read or written, and the call returns that.
  FAULT_SHORT = -4,
};

/// The files that are meant: those whose path begins with this. Set once, before the first thread.
void faults_watch(const char *prefix);

/// Counts calls from one on, and lets the `at`-th do `action`; 0 counts only. `classes` has a letter
/// for each kind of call: o open, r read, w write, s sync, t truncate and allocate, m map, n names
/// (rename, link, unlink, folders), l lock, e watching for events. With `persistent` every later call
/// does the same.
void faults_arm(long at, int action, const char *classes, int persistent);

/// Lets every call pass again.
void faults_disarm(void);

/// The number of calls since the last arming.
long faults_count(void);

/// Writes every change of the watched files, and every sync, to a file (see PowerLog in FaultTests).
void faults_log(const char *path);

/// A mark in that log: what the program has promised so far.
void faults_mark(long number);

#endif
