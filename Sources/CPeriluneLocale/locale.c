#include "CPeriluneLocale.h"
