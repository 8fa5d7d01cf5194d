/* Loaded into PostgreSQL with LD_PRELOAD. Delays everything that waits for the disk by the milliseconds in the file that
 * LEADLINE_DISK_DELAY names, or makes the disk full if the file says "full". */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static int read_fault(char *text, size_t size) {
  const char *path = getenv("LEADLINE_DISK_DELAY");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, size - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  return 1;
}

static void wait_for_disk(void) {
  char text[16];
  if (!read_fault(text, sizeof text)) return;
  long delay = atol(text);
  if (delay <= 0) return;
  struct timespec pause = {delay / 1000, delay % 1000 * 1000000};
  while (nanosleep(&pause, &pause) != 0 && errno == EINTR) {
  }
}

/* Only regular files can be full, and only where they grow. */
static int is_full(int file, off_t end) {
  char text[16];
  struct stat info;
  if (!read_fault(text, sizeof text) || strncmp(text, "full", 4) != 0) return 0;
  return fstat(file, &info) == 0 && S_ISREG(info.st_mode) && end > info.st_size;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) {
  wait_for_disk();
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  wait_for_disk();
  return REAL(fdatasync)(file);
}

int posix_fallocate(int file, off_t offset, off_t length) {
  return is_full(file, offset + length) ? ENOSPC : REAL(posix_fallocate)(file, offset, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  if (is_full(file, offset + length)) return errno = ENOSPC, -1;
  return REAL(pwrite)(file, bytes, length, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
  off_t end = offset;
  for (int i = 0; i < count; i++) end += parts[i].iov_len;
  if (is_full(file, end)) return errno = ENOSPC, -1;
  return REAL(pwritev)(file, parts, count, offset);
}
