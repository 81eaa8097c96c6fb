// The math library: the stock functions of numbers, and a random that repeats. The stock generator
// is seeded from the clock and an address; here each event has its own seed, so that replaying the
// event gives the same numbers. That is why there is no randomseed. The generator is xoshiro256**,
// used as in stock Lua: the same seed gives the same numbers there.
#include "libraries.h"

static const char *const safe[] = {
    "abs",  "acos",      "asin", "atan", "ceil", "cos", "deg",  "exp",        "floor",
    "fmod", "huge",      "log",  "max",  "min",  "modf", "pi",  "maxinteger", "mininteger",
    "rad",  "sin",       "sqrt", "tan",  "type", "ult", "tointeger", NULL,
};

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

static uint64_t next_random(cpl_state *state)
{
    uint64_t *s = state->random;
    uint64_t result = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

static void seed(cpl_state *state)
{
    state->random[0] = cpl_event_seed(state);
    state->random[1] = 0xff;
    state->random[2] = state->random[3] = 0;
    for (int i = 0; i < 16; i++) next_random(state);
    state->random_seeded = true;
}

// A number from 0 to `most`, each as likely as the others: draws under the smallest mask that
// covers `most` are repeated until one fits.
static uint64_t project(uint64_t random, uint64_t most, cpl_state *state)
{
    uint64_t mask = most ? UINT64_MAX >> __builtin_clzll(most) : 0;
    while ((random &= mask) > most) random = next_random(state);
    return random;
}

static int random_number(lua_State *L)
{
    cpl_state *state = cpl_of(L);
    lua_Integer low = 1, high;
    if (!state->random_seeded) seed(state);
    uint64_t random = next_random(state);
    switch (lua_gettop(L)) {
    case 0:
        lua_pushnumber(L, (lua_Number)(random >> 11) * 0x1p-53);
        return 1;
    case 1:
        high = luaL_checkinteger(L, 1);
        if (high == 0) {
            lua_pushinteger(L, (lua_Integer)random);
            return 1;
        }
        break;
    case 2:
        low = luaL_checkinteger(L, 1);
        high = luaL_checkinteger(L, 2);
        break;
    default:
        return luaL_error(L, "wrong number of arguments");
    }
    luaL_argcheck(L, low <= high, 1, "interval is empty");
    uint64_t offset = project(random, (uint64_t)high - (uint64_t)low, state);
    lua_pushinteger(L, (lua_Integer)(offset + (uint64_t)low));
    return 1;
}

void cpl_open_math(lua_State *L)
{
    lua_newtable(L);
    cpl_copy_stock(L, luaopen_math, safe);
    lua_pushcfunction(L, random_number);
    lua_setfield(L, -2, "random");
    cpl_publish(L, LUA_MATHLIBNAME);
}
