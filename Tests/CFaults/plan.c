// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Which call is meant, and the log. Nothing here may call what calls.c defines: system calls only.

#define _GNU_SOURCE
#include "CFaults.h"
#include "internal.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char prefix[PATH_LENGTH];
static size_t prefix_length;
static int armed, chosen_action, is_persistent, log_descriptor = -1;
static long chosen, counted;
static char chosen_classes[16];
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

void faults_watch(const char *path) {
  snprintf(prefix, sizeof prefix, "%s", path);
  prefix_length = strlen(prefix);
}

void faults_arm(long at, int action, const char *classes, int persistent) {
  chosen = at;
  chosen_action = action;
  is_persistent = persistent;
  snprintf(chosen_classes, sizeof chosen_classes, "%s", classes);
  __atomic_store_n(&counted, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&armed, 1, __ATOMIC_SEQ_CST);
}

void faults_disarm(void) { __atomic_store_n(&armed, 0, __ATOMIC_SEQ_CST); }

long faults_count(void) { return __atomic_load_n(&counted, __ATOMIC_SEQ_CST); }

void faults_die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) {}
}

int faults_watches(const char *path) {
  return prefix_length && path && strncmp(path, prefix, prefix_length) == 0;
}

int faults_path(int descriptor, char *path) {
  path[0] = 0;
  if (!prefix_length || descriptor < 3) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_LENGTH - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return faults_watches(path);
}

int faults_meet(char class) {
  if (!__atomic_load_n(&armed, __ATOMIC_SEQ_CST) || !strchr(chosen_classes, class)) return FAULT_NONE;
  long number = __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST);
  if (!chosen) return FAULT_NONE;
  return number == chosen || (is_persistent && number > chosen) ? chosen_action : FAULT_NONE;
}

void faults_log(const char *path) {
  log_descriptor =
    (int)syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

int faults_is_logging(void) { return log_descriptor >= 0; }

void faults_record(
  char kind, const char *path, int64_t offset, const void *bytes, size_t length, const char *other) {
  if (log_descriptor < 0) return;
  uint32_t lengths[3] = {
    (uint32_t)strlen(path), other ? (uint32_t)strlen(other) : 0, bytes ? (uint32_t)length : 0};
  size_t total = 1 + sizeof offset + sizeof lengths + lengths[0] + lengths[1] + lengths[2];
  char *record = malloc(total), *place = record;
  if (!record) abort();
  *place++ = kind;
  memcpy(place, &offset, sizeof offset), place += sizeof offset;
  memcpy(place, lengths, sizeof lengths), place += sizeof lengths;
  memcpy(place, path, lengths[0]), place += lengths[0];
  if (lengths[1]) memcpy(place, other, lengths[1]), place += lengths[1];
  if (lengths[2]) memcpy(place, bytes, lengths[2]);
  pthread_mutex_lock(&log_lock);
  syscall(SYS_write, log_descriptor, record, total);
  pthread_mutex_unlock(&log_lock);
  free(record);
}

void faults_mark(long number) { faults_record('A', "", number, 0, 0, 0); }
