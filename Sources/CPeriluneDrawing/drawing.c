#include "CPeriluneDrawing.h"
