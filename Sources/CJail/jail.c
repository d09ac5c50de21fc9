#include "CJail.h"
