#pragma once

#include <sys/types.h>

/// Forks into a new PID namespace, whose other processes the kernel ends with the child, its first.
/// Returns as fork(2) does, and -1 if the kernel has no such namespace for this user. The child
/// ends at once if it can't keep its user or mount a /proc of its own. It has all capabilities in its
/// namespaces, which it has to give up.
pid_t namespace_fork(void);
