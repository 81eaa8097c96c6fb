// For readlink and access.
#define _POSIX_C_SOURCE 200809L
#include "fonts.h"

#include <fontconfig/fontconfig.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The path relative to the program, such as /opt/perilune/bin/perilune.
static const char own[] = "../share/perilune/fonts/fonts.conf";

void perilune_drawing_use_own_fonts(void) {
    // The user has configured fontconfig.
    if (getenv("FONTCONFIG_FILE") || getenv("FONTCONFIG_PATH")) return;
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof own);
    while (length > 0 && path[length - 1] != '/') length--;
    if (length <= 0) return;
    memcpy(path + length, own, sizeof own);
    if (access(path, R_OK) != 0) return;
    FcConfig *config = FcConfigCreate();
    if (!config) return;
    if (FcConfigParseAndLoad(config, (const FcChar8 *)path, FcTrue)) FcConfigSetCurrent(config);
    FcConfigDestroy(config);
}
