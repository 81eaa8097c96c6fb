// Lua patterns: find, match, gmatch and gsub of the sandbox answer as those of the stock library, with the same values
// and messages.
//
// An input has a byte for where find begins, the pattern and the replacement, each up to a line feed, and the text.
#define _GNU_SOURCE  // memmem
#include "internal.h"
#include "target.h"

#include <lualib.h>

enum { most_steps = 5000 };

static const char probe[] =
    "local subject, pattern, replacement, init = ...\n"
    "local out = {}\n"
    "local function show(...)\n"
    "  for i = 1, select('#', ...) do\n"
    "    local value = select(i, ...)\n"
    "    out[#out + 1] = math.type(value) or type(value)\n"
    "    out[#out + 1] = tostring(value)\n"
    "  end\n"
    "  out[#out + 1] = '\\n'\n"
    "end\n"
    "show(pcall(string.find, subject, pattern, init))\n"
    "show(pcall(string.find, subject, pattern, init, true))\n"
    "show(pcall(string.match, subject, pattern, init))\n"
    "show(pcall(string.gsub, subject, pattern, replacement))\n"
    "show(pcall(string.gsub, subject, pattern, '%0', 2))\n"
    "show(pcall(string.gsub, subject, pattern, function(a, b) return b end))\n"
    "show(pcall(string.gsub, subject, pattern, { a = 1, b = false, [1] = 'x' }))\n"
    "show(pcall(function()\n"
    "  local count = 0\n"
    "  for a, b, c in string.gmatch(subject, pattern) do\n"
    "    show(a, b, c)\n"
    "    count = count + 1\n"
    "    if count == 40 then break end\n"
    "  end\n"
    "end))\n"
    "return table.concat(out, '\\0')";

struct text { const char *bytes; size_t length; };
struct input { struct text subject, pattern, replacement; lua_Integer init; };

static struct text until(const uint8_t **at, const uint8_t *end, uint8_t byte) {
    const uint8_t *const start = *at, *found = memchr(start, byte, (size_t)(end - start));
    if (!found) found = end;
    *at = found < end ? found + 1 : end;
    return (struct text){(const char *)start, (size_t)(found - start)};
}

/// Compiles the probe once a state, and runs it.
static int run(lua_State *L) {
    const struct input *input = lua_touserdata(L, 1);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, probe) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        REQUIRE(luaL_loadbufferx(L, probe, sizeof probe - 1, "=probe", "t") == LUA_OK);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, probe);
    }
    lua_pushlstring(L, input->subject.bytes, input->subject.length);
    lua_pushlstring(L, input->pattern.bytes, input->pattern.length);
    lua_pushlstring(L, input->replacement.bytes, input->replacement.length);
    lua_pushinteger(L, input->init);
    lua_call(L, 4, 1);
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static lua_State *stock;
    static cpl_state *state;
    if (!stock) {
        stock = luaL_newstate();
        luaL_openlibs(stock);
        const cpl_limits limits = {.matcher_steps = most_steps};
        state = cpl_state_new(cpl_worker_new(), limits, (cpl_callbacks){0}, 1);
        REQUIRE(stock && state);
    }
    if (length == 0 || length > 80) return 0;
    const uint8_t *at = bytes + 1, *const end = bytes + length;
    struct input input = {.init = (int8_t)*bytes};
    input.pattern = until(&at, end, '\n');
    input.replacement = until(&at, end, '\n');
    input.subject = (struct text){(const char *)at, (size_t)(end - at)};

    lua_State *const L = state->main;
    lua_pushcfunction(L, cpl_message_handler);
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, &input);
    const cpl_status status = cpl_status_of(state, cpl_watched_call(state, L, 1, 1));
    REQUIRE(status == CPL_OK && state->main);
    size_t ours_length, theirs_length;
    const char *const ours = lua_tolstring(L, -1, &ours_length);
    // The stock library may take exponential time where ours stops.
    if (!memmem(ours, ours_length, "pattern too complex", 19)) {
        lua_pushcfunction(stock, run);
        lua_pushlightuserdata(stock, &input);
        REQUIRE(lua_pcall(stock, 1, 1, 0) == LUA_OK);
        const char *const theirs = lua_tolstring(stock, -1, &theirs_length);
        if (ours_length != theirs_length || memcmp(ours, theirs, ours_length) != 0) {
            fwrite(ours, 1, ours_length, stderr);
            fputs("\n-- but the stock library:\n", stderr);
            fwrite(theirs, 1, theirs_length, stderr);
            differ("both libraries answer the same", __FILE__, __LINE__);
        }
        lua_settop(stock, 0);
    }
    lua_settop(L, 0);
    return 0;
}
