#include "CPeriluneJSON.h"

