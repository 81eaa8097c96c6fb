#pragma once

/// Uses the fonts installed with the program, if there are any, in addition to those of the system.
void perilune_drawing_use_own_fonts(void);
