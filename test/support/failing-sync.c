/* Loaded before the C library. The first FAIL_SYNC_AFTER syncs work, the next FAIL_SYNC_COUNT answer with EIO. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

static int syncs = 0;

static int fails(void) {
  const char *after = getenv("FAIL_SYNC_AFTER");
  const char *count = getenv("FAIL_SYNC_COUNT");
  if (!after || !count) return 0;
  int n = __sync_fetch_and_add(&syncs, 1);
  return n >= atoi(after) && n < atoi(after) + atoi(count);
}

static int sync_by(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (fails()) {
    errno = EIO;
    return -1;
  }
  return real(file);
}

int fsync(int file) { return sync_by("fsync", file); }
int fdatasync(int file) { return sync_by("fdatasync", file); }
