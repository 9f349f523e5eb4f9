// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#ifndef CFAULTS_INTERNAL_H
#define CFAULTS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#define PATH_LENGTH 1024

/// The path of a descriptor that is watched; 0 for any other.
int faults_path(int descriptor, char *path);
int faults_watches(const char *path);

/// What is to happen at a call on a watched file.
int faults_meet(char class);
void faults_die(void) __attribute__((noreturn));

/// One change for the log; `kind` is W written, V written and synced, S synced, T truncated to
/// `offset`, C created, R renamed to `other`, U removed, D folder made, A a mark.
void faults_record(
  char kind, const char *path, int64_t offset, const void *bytes, size_t length, const char *other);
int faults_is_logging(void);

#endif
