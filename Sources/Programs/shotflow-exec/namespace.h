#pragma once

#include <sys/types.h>

/// Forks into a new PID namespace, in which the child is the first process: the kernel ends all others
/// with it. Returns as fork(2) does, -1 also where the kernel has no such namespace for this user.
///
/// The child ends at once if it can't be the user that it was. Where the kernel lets it, it sees a /proc
/// of its own. It has all capabilities in its namespaces, which are to be given up.
pid_t namespace_fork(void);
