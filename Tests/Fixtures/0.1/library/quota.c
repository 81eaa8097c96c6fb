// A plugin in C against the header of this release: a module with a function and one that is written in Lua, and
// a delegate that keeps state, emits and logs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perilune_plugin.h"

static const perilune_table *host;

static perilune_bytes text(const char *text) {
    return (perilune_bytes){(const uint8_t *)text, strlen(text)};
}

static const char description[] =
    "{\"name\":\"quota\",\"version\":\"1.0.0\",\"summary\":\"Counts what devices do.\","
    "\"events\":[{\"type\":\"quota.exceeded\",\"summary\":\"A device did too much.\"}],"
    "\"modules\":[{\"name\":\"quota\",\"summary\":\"Counts.\","
    "\"lua\":\"local m = ... function m.twice(n) return m.left(n) * 2 end\",\"functions\":["
    "{\"name\":\"left\",\"summary\":\"What is left.\",\"kind\":\"sync\",\"returns\":\"integer\","
    "\"parameters\":[{\"name\":\"used\",\"type\":\"integer\",\"summary\":\"so far\"}]},"
    "{\"name\":\"twice\",\"summary\":\"Doubled.\",\"kind\":\"native\",\"returns\":\"integer\","
    "\"parameters\":[{\"name\":\"used\",\"type\":\"integer\",\"summary\":\"so far\"}]}]}],"
    "\"delegates\":[{\"name\":\"guard\",\"types\":[\"tap\"],\"ordering\":\"all\"}]}";

/// Whether a request has a text in it, and the number behind it; requests are written without spaces.
static bool has(const perilune_message *request, const char *name, long *number) {
    char copy[4096];
    size_t length = request->json.length < sizeof copy ? request->json.length : sizeof copy - 1;
    memcpy(copy, request->json.bytes, length);
    copy[length] = 0;
    const char *found = strstr(copy, name);
    if (found && number) *number = strtol(found + strlen(name), NULL, 10);
    return found;
}

/// Keeps the length of what it is answered.
static void keep_length(void *context, bool failed, const perilune_message *message) {
    if (!failed) *(size_t *)context = message->data.length;
}

static void ignore(void *context, bool failed, const perilune_message *message) {
    (void)context, (void)failed, (void)message;
}

static void call(void *owner, uint32_t operation, uint64_t subject, const perilune_message *request,
                 perilune_answer answer, void *context) {
    static long state;
    char json[256];
    perilune_message message = {{NULL, 0}, {NULL, 0}};
    (void)owner, (void)subject;
    switch (operation) {
    case PERILUNE_DESCRIBE:
        message.json = text(description);
        break;
    case PERILUNE_FUNCTION: {
        long used = -1;
        has(request, "\"arguments\":[", &used);
        snprintf(json, sizeof json, "{\"value\":%ld}", 3 - used);
        message.json = text(json);
        break;
    }
    case PERILUNE_MAKE_DELEGATE:
        has(request, "\"state\":", &state);
        message.json = text("{\"handle\":1}");
        break;
    case PERILUNE_DELEGATE: {
        if (!has(request, "\"execute\"", NULL)) {
            message.json = text("{\"reply\":\"willing\"}");
            break;
        }
        // The state has as many bytes as there were taps.
        size_t taps = 0;
        perilune_message load = {text("{\"script\":\"guard\",\"key\":\"all\"}"), {NULL, 0}};
        host->call(host->owner, PERILUNE_LOAD_STATE, (uint64_t)state, &load, keep_length, &taps);
        taps += 1;
        char bytes[64] = {0};
        memset(bytes, '1', taps % sizeof bytes);
        snprintf(json, sizeof json, "[{\"script\":\"guard\",\"key\":\"all\",\"length\":%zu}]", taps);
        perilune_message save = {text(json), {(const uint8_t *)bytes, taps}};
        host->call(host->owner, PERILUNE_SAVE_STATE, (uint64_t)state, &save, ignore, NULL);
        perilune_message line = {
            text("{\"level\":\"info\",\"message\":\"tapped\",\"script\":\"guard\"}"), {NULL, 0}};
        host->call(host->owner, PERILUNE_LOG, 0, &line, ignore, NULL);
        snprintf(json, sizeof json,
                 "{\"reply\":\"handled\",\"emitted\":[{\"taps\":%zu}],"
                 "\"effects\":[{\"kind\":\"quota.counted\",\"details\":{\"taps\":%zu}}]}",
                 taps, taps);
        message.json = text(json);
        break;
    }
    default:
        break;
    }
    answer(context, false, &message);
}

const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *table);

const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *table) {
    static perilune_table own = {PERILUNE_PLUGIN_ABI, 0, NULL, NULL, call};
    if (abi != PERILUNE_PLUGIN_ABI) own.problem = "made for boundary 1";
    host = table;
    return &own;
}
