// The least that watching one folder costs: waits for files that were written, hashes each, and writes
// a line with its hash and name.
//
//     folder-watch DIR              no more than that
//     folder-watch DIR DATABASE     claims each first: a row, in a transaction that is on the disk

#if defined(__linux__)
#define _GNU_SOURCE

#include <fcntl.h>
#include <openssl/sha.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { largest = 1 << 24 };

static sqlite3 *ledger;
static sqlite3_stmt *claim;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void run(const char *statement) {
  if (sqlite3_exec(ledger, statement, NULL, NULL, NULL) != SQLITE_OK) {
    fprintf(stderr, "%s: %s\n", statement, sqlite3_errmsg(ledger));
    exit(1);
  }
}

static void open_ledger(const char *path) {
  if (sqlite3_open(path, &ledger) != SQLITE_OK) fail(path);
  run("PRAGMA journal_mode = wal");
  run("PRAGMA synchronous = full");
  run("CREATE TABLE IF NOT EXISTS claim (hash BLOB PRIMARY KEY, name TEXT) WITHOUT ROWID");
  sqlite3_prepare_v2(ledger, "INSERT OR IGNORE INTO claim VALUES (?, ?)", -1, &claim, NULL);
}

static void note(const unsigned char *hash, const char *name) {
  run("BEGIN IMMEDIATE");
  sqlite3_bind_blob(claim, 1, hash, SHA_DIGEST_LENGTH, SQLITE_STATIC);
  sqlite3_bind_text(claim, 2, name, -1, SQLITE_STATIC);
  sqlite3_step(claim);
  sqlite3_reset(claim);
  run("COMMIT");
}

static void take(int folder, const char *name) {
  static unsigned char content[largest];
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t count = read(file, content, sizeof content);
  close(file);
  if (count < 0) return;
  unsigned char hash[SHA_DIGEST_LENGTH];
  SHA1(content, (size_t)count, hash);
  if (ledger != NULL) note(hash, name);
  char line[2 * SHA_DIGEST_LENGTH + 300];
  int length = 0;
  for (int index = 0; index < SHA_DIGEST_LENGTH; index++) {
    length += snprintf(line + length, sizeof line - (size_t)length, "%02x", hash[index]);
  }
  length += snprintf(line + length, sizeof line - (size_t)length, " %s\n", name);
  if (write(STDOUT_FILENO, line, (size_t)length) < 0) fail("write");
}

int main(int count, char **arguments) {
  if (count < 2 || count > 3) {
    fprintf(stderr, "usage: folder-watch DIR [DATABASE]\n");
    return 64;
  }
  int folder = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int queue = inotify_init1(IN_CLOEXEC);
  if (folder < 0 || queue < 0) fail(arguments[1]);
  if (inotify_add_watch(queue, arguments[1], IN_CLOSE_WRITE | IN_MOVED_TO) < 0) fail("watch");
  if (count == 3) open_ledger(arguments[2]);
  static char events[1 << 16] __attribute__((aligned(8)));
  while (1) {
    ssize_t length = read(queue, events, sizeof events);
    if (length <= 0) fail("read");
    for (char *place = events; place < events + length;) {
      struct inotify_event *event = (struct inotify_event *)place;
      if (event->len > 0) take(folder, event->name);
      place += sizeof *event + event->len;
    }
  }
}

#else

int main(void) { return 69; }

#endif
