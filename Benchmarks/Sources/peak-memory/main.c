// How much memory a small program takes at most. The kernel counts what the process had before it
// became that program, too, so it is started by one that is smaller still.
//
//     peak-memory PROGRAM [ARGUMENT...]
//
// Prints bytes; what the program prints goes nowhere.

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 64;
  pid_t process = fork();
  if (process == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) _exit(1);
    execv(arguments[1], arguments + 1);
    _exit(69);
  }
  int status;
  struct rusage usage;
  if (process < 0 || wait4(process, &status, 0, &usage) < 0 || status != 0) return 1;
#if defined(__APPLE__)
  printf("%ld\n", usage.ru_maxrss);
#else
  printf("%ld\n", usage.ru_maxrss * 1024);
#endif
  return 0;
}
