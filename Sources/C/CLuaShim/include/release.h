#pragma once

/// The release of Lua that the program was built with, such as `Lua 5.4.4`.
const char *shotlua_release(void);
