#pragma once

/// Uses the fonts that came along with the program, where some did, beside those of the system.
void perilune_drawing_use_own_fonts(void);
