// For dlopen's RTLD_LOCAL under -std=c11.
#define _POSIX_C_SOURCE 200809L
#include "perilune_open.h"

#include <dlfcn.h>
#include <stdio.h>

perilune_entry perilune_open(const char *path, char *problem, size_t room) {
    // RTLD_LOCAL: two libraries may be built of the same sources in different versions.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *entry = library ? dlsym(library, "perilune_plugin") : NULL;
    if (entry) return (perilune_entry)entry;
    const char *reason = dlerror();
    snprintf(problem, room, "%s", reason ? reason : "unknown reason");
    return NULL;
}
