// Runs generated Lua programs in the embedded state, as a host does: each is loaded and processes three events. Then
// another script processes an event, whose output must not change. A few host functions replace the Swift side.
//
//     lua_driver SECONDS < programs      each program behind a line with its length and its name
//
// It exits with 1 at the first program after which something is wrong, and prints the problem and the program's name.
#define _GNU_SOURCE
#include <CPeriluneLua.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { limit = 50000, grace = 1000000, longest_program = 1 << 20 };   // microseconds, bytes

static char name[256];
static uint64_t programs, endings[CPL_ERROR_HOST + 1];

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

/// A program that does not stop is as bad as a crash; the usual signals of a debugger tell where it is.
static void stuck(int number) {
    (void)number;
    static const char text[] = ": nothing stopped it\n";
    if (write(2, name, strlen(name)) < 0 || write(2, text, sizeof text - 1) < 0) _exit(1);
    abort();
}

// Host functions: 0 answers its arguments, 1 fails, 2 answers nothing, 3 waits

static cpl_call call(void *context, cpl_state *state, int32_t function, const uint8_t *arguments, size_t length) {
    (void)context;
    static const char failure[] = "{\"code\":\"fuzz.failed\",\"message\":\"no\",\"hint\":\"try again\"}";
    switch (function) {
    case 0: cpl_answer(state, arguments, length); return CPL_CALL_RETURNED;
    case 1: cpl_answer(state, (const uint8_t *)failure, sizeof failure - 1); return CPL_CALL_FAILED;
    case 2: return CPL_CALL_RETURNED;
    default: return CPL_CALL_PENDING;
    }
}

static cpl_call source(void *context, cpl_state *state, const char *wanted, size_t length) {
    (void)context, (void)length;
    static const char file[] = "return { shared = {}, f = function(...) return ... end }";
    static const char failure[] = "{\"code\":\"script.require\",\"message\":\"there is no such module\"}";
    if (strcmp(wanted, "=delegate") == 0) return CPL_CALL_RETURNED;
    if (strcmp(wanted, "helper") == 0) {
        cpl_answer(state, (const uint8_t *)file, sizeof file - 1);
        return CPL_CALL_RETURNED;
    }
    cpl_answer(state, (const uint8_t *)failure, sizeof failure - 1);
    return CPL_CALL_FAILED;
}

static cpl_call load(void *context, cpl_state *state, const uint8_t *key, size_t length, bool is_member) {
    (void)context;
    // With a large table, of which every second member is there.
    static const char saved[] =
        "{\"n\":1,\"list\":[1,2,{\"x\":null}],\"big\":123456789012345678901,\"large\":{\"\\u0000\":[1,3]}} #1";
    static const char member[] = "{\"x\":[1]}";
    if (!is_member) cpl_answer(state, (const uint8_t *)saved, sizeof saved - 1);
    else if (length && key[length - 1] & 1) cpl_answer(state, (const uint8_t *)member, sizeof member - 1);
    return CPL_CALL_RETURNED;
}

static cpl_call scan(void *context, cpl_state *state, const uint8_t *prefix, size_t prefix_length,
                     const uint8_t *after, size_t after_length, size_t most) {
    (void)context, (void)prefix, (void)prefix_length, (void)after, (void)most;
    static const char members[] = "[\"i8000000000000001\",\"7\",\"sk1\",\"{\\\"x\\\":[1]}\",\"sx\",\"true\"]";
    if (!after_length) cpl_answer(state, (const uint8_t *)members, sizeof members - 1);
    return CPL_CALL_RETURNED;
}

static void save(void *context, cpl_state *state, const uint8_t *key, size_t key_length, const uint8_t *json,
                 size_t length, int64_t lifetime, bool is_member) {
    (void)context, (void)state, (void)key, (void)key_length, (void)lifetime;
    if (!json) return;
    // The number of the last large table stands behind the state.
    if (!is_member) {
        size_t end = length;
        while (end > 0 && json[end - 1] >= '0' && json[end - 1] <= '9') end--;
        if (end > 1 && json[end - 1] == '#') length = end - 2;
    }
    // Saved state can be read again.
    cpj_parser *parser = cpj_parser_new();
    uint8_t *padded = calloc(1, length + CPJ_PADDING);
    memcpy(padded, json, length);
    cpj_document document;
    cpj_error error;
    if (*json != '~' && cpj_parse(parser, padded, length, false, &document, &error) != CPJ_OK)
        fail("saved state is no JSON");
    free(padded);
    cpj_parser_free(parser);
}

static cpl_state *make(cpl_worker *worker) {
    const cpl_limits limits = {
        .memory = 8 << 20, .microseconds = limit, .matcher_steps = 1000000, .string_length = 4 << 20,
        .source_length = 256 << 10,
    };
    const cpl_callbacks callbacks = {.call = call, .source = source, .load = load, .scan = scan, .save = save};
    cpl_state *state = cpl_state_new(worker, limits, callbacks, 1);
    static const char *const functions[] = {"echo", "fail", "nothing", "wait"};
    for (int32_t i = 0; state && i < 4; i++)
        if (cpl_add_function(state, "fuzz", functions[i], i, i == 3) != CPL_OK) fail("no memory for the functions");
    if (!state) fail("no memory for a state");
    return state;
}

/// Processes an event; if the state waits for a call, answers it.
static cpl_status decide(cpl_state *state, const cpj_document *document, cpj_buffer *output) {
    cpl_reply reply;
    output->count = 0;
    uint64_t start = now();
    const cpl_event event = {.document = document, .watermark = INT64_MIN, .time_bound = INT64_MAX};
    cpl_status status = cpl_take(state, &event, true, output, &reply);
    for (int answers = 0; status == CPL_SUSPENDED; answers++) {
        static const char answer[] = "{\"answer\":[1,2.5,\"three\"]}";
        status = cpl_resume(state, reply.frame, answers % 3 == 2 || answers > 20, (const uint8_t *)answer,
                            sizeof answer - 1, output, &reply);
        if (answers > 40) break;
    }
    if (status != CPL_OK && !cpl_is_spent(state)) cpl_finish(state, false);
    if (now() - start > 40 * (uint64_t)limit + grace) fail("it took far longer than the limit");
    endings[status]++;
    return status;
}

static const char event[] =
    "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/fuzz\",\"type\":\"fuzz.event\",\"time\":\"2026-11-21T10:30:00Z\","
    "\"data\":{\"n\":5,\"text\":\"some text\",\"list\":[1,2,3,{\"a\":null}],\"big\":18446744073709551616,"
    "\"object\":{\"a\":1,\"b\":{\"c\":[true,false,\"\\u00e9\"]},\"d\\u0061\":2}}}";

static void run(cpl_worker *worker, const char *program, size_t length, const cpj_document *document) {
    cpj_buffer output = {0};
    cpl_state *state = make(worker);
    alarm(120);
    endings[cpl_load(state, "program.lua", program, length)]++;
    for (int i = 0; i < 3 && !cpl_is_spent(state); i++) decide(state, document, &output);
    // A message is bounded, whatever the script put into it.
    const cpl_error *error = cpl_last_error(state);
    if (error && memchr(error->message, 0, sizeof error->message) == NULL) fail("a message without an end");
    cpl_state_free(state);
    alarm(0);
    cpj_buffer_free(&output);
    programs++;
}

/// A script that runs between the programs; its output must never change.
static void check_bystander(cpl_state *state, const cpj_document *document) {
    static const char expected[] = "{\"id\":\"1\",\"list\":[1,2,3,{\"a\":null}],\"text\":\"SOME TEXT\"}\n";
    cpj_buffer output = {0};
    if (decide(state, document, &output) != CPL_OK) fail("the next event failed");
    if (output.count != sizeof expected - 1 || memcmp(output.bytes, expected, output.count) != 0)
        fail("the next event got another answer");
    cpj_buffer_free(&output);
}

int main(int count, char **arguments) {
    double seconds = count > 1 ? atof(arguments[1]) : 30;
    time_t end = time(NULL) + (time_t)seconds;
    signal(SIGALRM, stuck);
    cpj_parser *parser = cpj_parser_new();
    uint8_t *padded = calloc(1, sizeof event + CPJ_PADDING);
    memcpy(padded, event, sizeof event - 1);
    cpj_document document;
    cpj_error error;
    if (cpj_parse(parser, padded, sizeof event - 1, false, &document, &error) != CPJ_OK) fail("the event is no JSON");
    cpl_worker *worker = cpl_worker_new();
    cpl_state *bystander = make(worker);
    static const char rule[] =
        "return { execute = function(event, commander)\n"
        "commander:emit { id = event.id, text = event.data.text:upper(), list = event.data.list } end }";
    if (cpl_load(bystander, "bystander.lua", rule, sizeof rule - 1) != CPL_OK) fail("the bystander does not load");
    char *program = malloc(longest_program + 1);
    size_t length;
    while (time(NULL) < end && scanf("%zu %255s", &length, name) == 2 && getchar() == '\n') {
        if (length > longest_program || fread(program, 1, length, stdin) != length) fail("a program is cut");
        program[length] = 0;
        run(worker, program, length, &document);
        check_bystander(bystander, &document);
    }
    cpl_state_free(bystander);
    cpl_worker_free(worker);
    cpj_parser_free(parser);
    free(padded);
    free(program);
    printf("lua: %llu programs; calls that ended well %llu, with an error %llu, in syntax %llu, over memory %llu, "
           "over time %llu\n",
           (unsigned long long)programs, (unsigned long long)(endings[CPL_OK]),
           (unsigned long long)endings[CPL_ERROR_RUNTIME], (unsigned long long)endings[CPL_ERROR_SYNTAX],
           (unsigned long long)endings[CPL_ERROR_MEMORY], (unsigned long long)endings[CPL_ERROR_TIME]);
    return programs ? 0 : 1;
}
