// pcall and xpcall that cannot keep the error of a budget. The stock ones would hand it to the
// script, which could go on forever; and a message handler of a stock xpcall runs with hooks off
// when the error came from a hook, so nothing could stop it.
#include "libraries.h"

// Rethrows the budget error. Runs on every way out of a protected call, also on the good one: a
// script that was ended between two instructions must not get a new chance in C code.
static void let_budget_through(lua_State *L, bool failed)
{
    cpl_check_budget(L);
    if (failed && cpl_is_budget_error(L, -1)) lua_error(L);
}

// Also the continuation for a call that yielded. `skip` is how many stack slots are not results.
static int finish(lua_State *L, int status, lua_KContext skip)
{
    bool failed = status != LUA_OK && status != LUA_YIELD;
    cpl_note_running(L);
    let_budget_through(L, failed);
    if (!failed) return lua_gettop(L) - (int)skip;
    luaL_checkstack(L, 2, NULL);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
}

static int protected_call(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish);
    return finish(L, status, 0);
}

static int handle_message(lua_State *L)
{
    if (cpl_of(L)->killed || cpl_is_budget_error(L, 1) || cpl_is_deep(cpl_of(L))) return 1;
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

// Stack for the call: guarded handler, function, true, function, arguments.
static int protected_call_with_handler(lua_State *L)
{
    int arguments = lua_gettop(L) - 2;
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle_message, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish);
    return finish(L, status, 2);
}

void cpl_add_protected(lua_State *L)
{
    static const luaL_Reg own[] = {
        {"pcall", protected_call},
        {"xpcall", protected_call_with_handler},
        {NULL, NULL},
    };
    luaL_setfuncs(L, own, 0);
}
