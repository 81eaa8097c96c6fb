#define _GNU_SOURCE  // gettid, tgkill
#include "CPeriluneActivity.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local cpa_record *cpa_current;

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { fatal_count = sizeof fatal / sizeof *fatal, stack_size = 64 << 10 };

static struct sigaction previous[fatal_count];
static cpa_place find_place;

/// Gives the handler its own stack, because the thread's stack may have overflowed.
static void provide_stack(void) {
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack = (stack_t){.ss_sp = memory, .ss_size = stack_size};
    sigaltstack(&stack, NULL);
}

void cpa_enter_thread(cpa_record *record) {
    if (!cpa_current) {
        provide_stack();
        // Threads of a pool, and those that they start, often block signals.
        sigset_t ours;
        sigemptyset(&ours);
        for (int i = 0; i < fatal_count; i++) sigaddset(&ours, fatal[i]);
        pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
    }
    cpa_current = record;
    record->thread = gettid();
}

static void handle(int number, siginfo_t *info, void *context) {
    (void)context;
    cpa_record *record = cpa_current;
    // Signals of other processes are ignored: an operator's kill says nothing about the event.
    const bool is_own = info->si_code > 0 || info->si_pid == getpid();
    if (record && is_own && cpa_event(record)) {
        if (!record->cause) record->cause = number;
        // If this crashes too, the signal is blocked, and the kernel ends the process.
        int32_t line = 0;
        if (find_place && find_place(record->script, sizeof record->script, &line)) record->line = line;
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == number) sigaction(number, &previous[i], NULL);
    }
    // A faulting instruction runs again, with the previous action installed. A signal that was sent is sent again.
    if (info->si_code <= 0) tgkill(getpid(), gettid(), number);
}

void cpa_handle_signals(cpa_place place) {
    if (find_place) return;
    find_place = place;
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &previous[i]);
}

void cpa_abort(cpa_record *record) {
    record->cause = CPA_STUCK;
    tgkill(getpid(), record->thread, SIGABRT);
}
