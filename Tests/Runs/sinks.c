// Three sinks that append what they get to files in the folder SINKS: a quick one, a slow one, and one that fails while
// there is a file `down`.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "perilune_plugin.h"

static const char description[] =
    "{\"name\":\"sinks\",\"version\":\"1.0.0\",\"summary\":\"Keeps records.\","
    "\"recordSinks\":[\"quick\",\"slow\",\"fragile\"]}";
static const char *const names[] = {"quick", "slow", "fragile"};
static const char failure[] = "{\"code\":\"sinks.down\",\"message\":\"it is down\"}";

struct delivery {
    uint64_t sink;
    size_t length;
    perilune_answer answer;
    void *context;
    char bytes[];
};

// An empty line, a line with the numbers of the records, and the records, in one piece.
static void *deliver(void *argument) {
    struct delivery *delivery = argument;
    const char *folder = getenv("SINKS");
    char path[4096];
    perilune_message message = {{NULL, 0}, {NULL, 0}};
    snprintf(path, sizeof path, "%s/down", folder);
    bool fails = delivery->sink == 2 && access(path, F_OK) == 0;
    if (delivery->sink == 1) usleep(20000);
    if (!fails) {
        snprintf(path, sizeof path, "%s/%s", folder, names[delivery->sink]);
        int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        fails = write(file, delivery->bytes, delivery->length) != (ssize_t)delivery->length;
        close(file);
    }
    if (fails) message.json = (perilune_bytes){(const uint8_t *)failure, strlen(failure)};
    delivery->answer(delivery->context, fails, &message);
    free(delivery);
    return NULL;
}

static void call(void *owner, uint32_t operation, uint64_t subject, const perilune_message *request,
                 perilune_answer answer, void *context) {
    (void)owner;
    if (operation == PERILUNE_WRITE_RECORDS) {
        size_t head = request->json.length, length = head + 2 + request->data.length;
        struct delivery *delivery = malloc(sizeof *delivery + length);
        *delivery = (struct delivery){subject, length, answer, context};
        delivery->bytes[0] = '\n';
        memcpy(delivery->bytes + 1, request->json.bytes, head);
        delivery->bytes[head + 1] = '\n';
        memcpy(delivery->bytes + head + 2, request->data.bytes, request->data.length);
        pthread_t thread;
        pthread_create(&thread, NULL, deliver, delivery);
        pthread_detach(thread);
        return;
    }
    perilune_message message = {{NULL, 0}, {NULL, 0}};
    if (operation == PERILUNE_DESCRIBE)
        message.json = (perilune_bytes){(const uint8_t *)description, strlen(description)};
    answer(context, false, &message);
}

const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) {
    static perilune_table table = {PERILUNE_PLUGIN_ABI, 0, NULL, NULL, call};
    (void)abi, (void)host;
    return &table;
}
