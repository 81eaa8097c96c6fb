// The only code that calls Cairo, Pango and libpng.
#pragma once
