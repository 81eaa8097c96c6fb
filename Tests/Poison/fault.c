// A plugin whose functions do what a defective one might: `fault.cause("crash")` and `fault.cause("hang")`.
#include <string.h>
#include <unistd.h>

#include "perilune_plugin.h"

static const char description[] =
    "{\"name\":\"fault\",\"version\":\"1.0.0\",\"summary\":\"Fails.\","
    "\"modules\":[{\"name\":\"fault\",\"summary\":\"Fails.\",\"functions\":["
    "{\"name\":\"cause\",\"summary\":\"Crashes or hangs.\",\"kind\":\"sync\",\"parameters\":["
    "{\"name\":\"what\",\"type\":\"string\",\"summary\":\"crash or hang\"}]}]}]}";

static void call(void *owner, uint32_t operation, uint64_t subject, const perilune_message *request,
                 perilune_answer answer, void *context) {
    (void)owner, (void)subject;
    if (operation == PERILUNE_FUNCTION) {
        char text[1024] = {0};
        memcpy(text, request->json.bytes,
               request->json.length < sizeof text ? request->json.length : sizeof text - 1);
        if (strstr(text, "[\"hang\"]")) {
            for (;;) pause();
        }
        *(volatile int *)NULL = 1;
    }
    perilune_message message = {{NULL, 0}, {NULL, 0}};
    if (operation == PERILUNE_DESCRIBE) {
        message.json = (perilune_bytes){(const uint8_t *)description, strlen(description)};
    }
    answer(context, false, &message);
}

const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) {
    static perilune_table table = {PERILUNE_PLUGIN_ABI, 0, NULL, NULL, call};
    (void)abi, (void)host;
    return &table;
}
