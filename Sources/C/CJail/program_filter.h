#pragma once

#include "CJail.h"

/// Refuses all system calls except those of `program-calls.def`; returns false if the system can't.
/// `keeps_signals` is true if Landlock confines signals to the program. Otherwise only the
/// program's first process can be signalled, by itself.
bool cjail_filter_program(const cjail_rights *rights, bool keeps_signals);
