#pragma once
// Loads a library late. There is a file for each library, which names it and lists its functions:
//
//     #define FUNCTIONS(F) F(curl_easy_init) F(curl_easy_cleanup)
//     PERILUNE_LIBRARY(curl, "libcurl.so.4", FUNCTIONS)
//
// For each function this defines a symbol of the same name, which jumps through a slot that is filled when the
// library is loaded. Callers are linked to the symbol and not to the library; their headers and code are unchanged,
// and arguments, including variadic ones, are passed through. The module map of the library must not have `link`, and
// its target no `pkgConfig`, since either would load it at the start. Data symbols are not supported.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#include "CPeriluneLoading.h"

/// The initial target of a slot: ends the process, since a call before loading is a bug.
#ifdef __cplusplus
extern "C"
#endif
void perilune_library_missing(void);

// The symbols are hidden, so that the library itself and others in the process do not use them.
#if defined(__x86_64__)
#define PERILUNE_JUMP(slot) "endbr64\n jmp *" slot "(%rip)\n"
#elif defined(__aarch64__)
#define PERILUNE_JUMP(slot) \
    "hint #34\n adrp x16, " slot "\n ldr x16, [x16, :lo12:" slot "]\n br x16\n"
#else
#error "say here how this machine jumps through a pointer"
#endif

#define PERILUNE_NAME(function) #function,
#define PERILUNE_ADDRESS(function) &perilune_slot_##function,
#define PERILUNE_ENTRY(function)                                                             \
    extern __attribute__((visibility("hidden"))) void *perilune_slot_##function;             \
    __asm__(".pushsection .text\n"                                                           \
            ".globl " #function "\n .hidden " #function "\n"                                 \
            ".type " #function ", %function\n .p2align 4\n" #function ":\n"                  \
            ".cfi_startproc\n" PERILUNE_JUMP("perilune_slot_" #function) ".cfi_endproc\n"    \
            ".size " #function ", . - " #function "\n .popsection\n");                       \
    void *perilune_slot_##function = (void *)perilune_library_missing;

#define PERILUNE_LIBRARY(name, file, FUNCTIONS)                                              \
    FUNCTIONS(PERILUNE_ENTRY)                                                                \
    extern const char perilune_##name##_file[];                                              \
    const char perilune_##name##_file[] = file;                                              \
    static const char *const name##_names[] = {FUNCTIONS(PERILUNE_NAME) NULL};               \
    static void **const name##_slots[] = {FUNCTIONS(PERILUNE_ADDRESS) NULL};                 \
    static const char *name##_problem;                                                       \
    static pthread_once_t name##_once = PTHREAD_ONCE_INIT;                                   \
    static void name##_load(void) {                                                          \
        name##_problem = perilune_library_load(                                              \
            perilune_##name##_file, name##_names, name##_slots);                             \
    }                                                                                        \
    const char *perilune_load_##name(void) {                                                 \
        pthread_once(&name##_once, name##_load);                                             \
        return name##_problem;                                                               \
    }
