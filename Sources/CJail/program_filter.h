#pragma once

#include "CJail.h"

/// Refuses all system calls but those of `program-calls.def`; false where the system can't.
///
/// `keeps_signals` says whether Landlock keeps signals within the program. Where it does not, only
/// the first process of the program can be signalled, by itself.
bool cjail_filter_program(const cjail_rights *rights, bool keeps_signals);
