// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The calls themselves. Each asks what is to happen, does it, and passes the rest to the kernel.

#define _GNU_SOURCE
#include "CFaults.h"
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/// Kills or fails where that is what is to happen before the call.
#define BEFORE(action, failure)                                             \
  if ((action) == FAULT_KILL || (action) == FAULT_KILL_HALF) faults_die(); \
  if ((action) > 0) {                                                       \
    errno = (action);                                                       \
    return failure;                                                         \
  }
#define AFTER(action) \
  if ((action) == FAULT_KILL_AFTER) faults_die();

static size_t halved(int action, size_t count) {
  return action == FAULT_SHORT && count > 1 ? count / 2 : count;
}

static int is_synchronous(int descriptor) {
  long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
  return flags > 0 && (flags & O_DSYNC);
}

// Reading

ssize_t read(int descriptor, void *bytes, size_t count) {
  char path[PATH_LENGTH];
  int action = faults_path(descriptor, path) ? faults_meet('r') : FAULT_NONE;
  BEFORE(action, -1)
  return syscall(SYS_read, descriptor, bytes, halved(action, count));
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  char path[PATH_LENGTH];
  int action = faults_path(descriptor, path) ? faults_meet('r') : FAULT_NONE;
  BEFORE(action, -1)
  return syscall(SYS_pread64, descriptor, bytes, halved(action, count), offset);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread64(descriptor, bytes, count, offset);
}

// Writing

/// Writes at an offset, or at the descriptor's own when that is negative.
static ssize_t put(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return offset < 0 ? syscall(SYS_write, descriptor, bytes, count)
                    : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

/// Whether the file is as long already.
static int has_room(int descriptor, size_t count, off64_t offset) {
  struct stat file;
  off64_t start = offset < 0 ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  return syscall(SYS_fstat, descriptor, &file) == 0 && start + (off64_t)count <= file.st_size;
}

static ssize_t write_out(int descriptor, const void *bytes, size_t count, off64_t offset) {
  char path[PATH_LENGTH];
  if (!faults_path(descriptor, path)) return put(descriptor, bytes, count, offset);
  int action = faults_meet('w');
  // A full disk has room for what is overwritten.
  if (action == ENOSPC && has_room(descriptor, count, offset)) action = FAULT_NONE;
  if (action == FAULT_KILL_HALF) put(descriptor, bytes, count / 2, offset);
  BEFORE(action, -1)
  off64_t start = offset < 0 ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  ssize_t written = put(descriptor, bytes, halved(action, count), offset);
  if (written > 0 && faults_is_logging())
    faults_record(is_synchronous(descriptor) ? 'V' : 'W', path, start, bytes, (size_t)written, 0);
  AFTER(action)
  return written;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return write_out(descriptor, bytes, count, -1);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return write_out(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return write_out(descriptor, bytes, count, offset);
}

static ssize_t write_pieces(int descriptor, const struct iovec *pieces, int count, off64_t offset) {
  size_t total = 0, place = 0;
  for (int i = 0; i < count; i++) total += pieces[i].iov_len;
  char *bytes = malloc(total ? total : 1);
  if (!bytes) {
    errno = ENOMEM;
    return -1;
  }
  for (int i = 0; i < count; place += pieces[i].iov_len, i++)
    memcpy(bytes + place, pieces[i].iov_base, pieces[i].iov_len);
  ssize_t written = write_out(descriptor, bytes, total, offset);
  int error = errno;
  free(bytes);
  errno = error;
  return written;
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  return write_pieces(descriptor, pieces, count, -1);
}

ssize_t pwritev64(int descriptor, const struct iovec *pieces, int count, off64_t offset) {
  return write_pieces(descriptor, pieces, count, offset);
}

ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
  return write_pieces(descriptor, pieces, count, offset);
}

// Syncing

static int sync_with(long call, int descriptor) {
  char path[PATH_LENGTH];
  if (!faults_path(descriptor, path)) return (int)syscall(call, descriptor);
  int action = faults_meet('s');
  BEFORE(action, -1)
  int result = (int)syscall(call, descriptor);
  if (!result) faults_record('S', path, 0, 0, 0, 0);
  AFTER(action)
  return result;
}

int fsync(int descriptor) { return sync_with(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return sync_with(SYS_fdatasync, descriptor); }

// Sizes

int ftruncate64(int descriptor, off64_t length) {
  char path[PATH_LENGTH];
  if (!faults_path(descriptor, path)) return (int)syscall(SYS_ftruncate, descriptor, length);
  int action = faults_meet('t');
  BEFORE(action, -1)
  int result = (int)syscall(SYS_ftruncate, descriptor, length);
  if (!result) faults_record('T', path, length, 0, 0, 0);
  AFTER(action)
  return result;
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int fallocate64(int descriptor, int mode, off64_t offset, off64_t length) {
  char path[PATH_LENGTH];
  int action = faults_path(descriptor, path) ? faults_meet('t') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
  AFTER(action)
  return result;
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  return fallocate64(descriptor, mode, offset, length);
}

/// Returns the error, and leaves errno alone.
int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
  return fallocate64(descriptor, 0, offset, length) ? errno : 0;
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
  return posix_fallocate64(descriptor, offset, length);
}

// Opening and mapping

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  if (!faults_watches(path)) return (int)syscall(SYS_openat, folder, path, flags, mode);
  int action = faults_meet('o');
  int existed = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  // A volume that only lets itself be read does let itself be read.
  if (action == EROFS && (flags & O_ACCMODE) == O_RDONLY && (existed || !(flags & O_CREAT)))
    action = FAULT_NONE;
  BEFORE(action, -1)
  int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (descriptor >= 0 && !existed && (flags & O_CREAT)) faults_record('C', path, 0, 0, 0, 0);
  if (descriptor >= 0 && existed && (flags & O_TRUNC)) faults_record('T', path, 0, 0, 0, 0);
  AFTER(action)
  return descriptor;
}

#define MODE_OF(flags)                                               \
  mode_t mode = 0;                                                   \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {     \
    va_list arguments;                                               \
    va_start(arguments, flags);                                      \
    mode = va_arg(arguments, mode_t);                                \
    va_end(arguments);                                               \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(folder, path, flags, mode);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  char path[PATH_LENGTH];
  int isFile = descriptor >= 0 && !(flags & MAP_ANONYMOUS);
  int action = isFile && faults_path(descriptor, path) ? faults_meet('m') : FAULT_NONE;
  BEFORE(action, MAP_FAILED)
  void *result = (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
  AFTER(action)
  return result;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap64(address, length, protection, flags, descriptor, offset);
}

// Names

int rename(const char *from, const char *to) {
  int isWatched = faults_watches(to);
  int action = isWatched ? faults_meet('n') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (!result && isWatched) faults_record('R', from, 0, 0, 0, to);
  AFTER(action)
  return result;
}

int link(const char *from, const char *to) {
  int action = faults_watches(to) ? faults_meet('n') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (!result && faults_watches(to)) faults_record('L', from, 0, 0, 0, to);
  AFTER(action)
  return result;
}

int unlinkat(int folder, const char *path, int flags) {
  int isWatched = faults_watches(path);
  int action = isWatched ? faults_meet('n') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_unlinkat, folder, path, flags);
  if (!result && isWatched) faults_record('U', path, 0, 0, 0, 0);
  AFTER(action)
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int mkdir(const char *path, mode_t mode) {
  int isWatched = faults_watches(path);
  int action = isWatched ? faults_meet('n') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (!result && isWatched) faults_record('D', path, 0, 0, 0, 0);
  AFTER(action)
  return result;
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  int action = faults_watches(path) ? faults_meet('e') : FAULT_NONE;
  BEFORE(action, -1)
  return (int)syscall(SYS_inotify_add_watch, descriptor, path, mask);
}

int flock(int descriptor, int operation) {
  char path[PATH_LENGTH];
  int action = faults_path(descriptor, path) ? faults_meet('l') : FAULT_NONE;
  BEFORE(action, -1)
  int result = (int)syscall(SYS_flock, descriptor, operation);
  AFTER(action)
  return result;
}
