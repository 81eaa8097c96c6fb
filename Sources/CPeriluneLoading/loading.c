// For strdup, which only C23 includes.
#define _POSIX_C_SOURCE 200809L
#include "loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *perilune_library_load(const char *file, const char *const *names, void **const *slots) {
    // Never closed, because threads of the library may run until the end.
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    for (size_t index = 0; library && names[index]; index++) {
        void *function = dlsym(library, names[index]);
        if (!function) break;
        *slots[index] = function;
        if (!names[index + 1]) return NULL;
    }
    const char *reason = dlerror();
    // Kept for the life of the process: every later caller gets the same message.
    const char *problem = strdup(reason ? reason : file);
    return problem ? problem : file;
}

void perilune_library_missing(void) {
    fputs("perilune: a function of a library was called before the library was loaded\n", stderr);
    abort();
}
