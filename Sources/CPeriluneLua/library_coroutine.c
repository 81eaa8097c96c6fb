// Coroutines of scripts. resume and wrap go through cpl_resume_coroutine, which takes the budgets
// along; they rethrow the error of a budget; and they tell a host call that waits from the script's
// own yield. Such a wait is passed outwards, to the runner of the handler, and what the runner
// answers is passed in again. close is absent: nested closing overflows the C stack of 5.4.4. So an
// error in a coroutine does not close its pending variables, as in a stock resume.
#include "libraries.h"

const char cpl_host_yield = 0;

// What lua_resume says where it cannot resume, and what Lua says of an error while it handles one. 5.4.4 makes
// these strings where nothing catches an error: if there were no memory left for them, it would end the process.
// It does not make what is there already.
static void keep_messages(lua_State *L)
{
    static const char *const messages[] = {
        "cannot resume dead coroutine", "cannot resume non-suspended coroutine", "C stack overflow",
        "error in error handling",
    };
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        lua_pushstring(L, messages[i]);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &messages[i]);
    }
}

// Registry: how many resumes are under way whose caller cannot yield.
static const char unsuspendable = 0;

enum { FAILED = -1, WAITING = -2 };

bool cpl_waits_for_host(lua_State *co)
{
    return lua_status(co) == LUA_YIELD && lua_gettop(co) > 0
        && lua_touserdata(co, -1) == (const void *)&cpl_host_yield;
}

bool cpl_can_suspend(lua_State *L)
{
    if (!lua_isyieldable(L)) return false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &unsuspendable);
    bool inside = lua_tointeger(L, -1) > 0;
    lua_pop(L, 1);
    return !inside;
}

static void count_unsuspendable(lua_State *L, int by)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &unsuspendable);
    lua_pushinteger(L, lua_tointeger(L, -1) + by);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &unsuspendable);
    lua_pop(L, 1);
}

static int fail(lua_State *L, const char *message)
{
    lua_pushstring(L, message);
    return FAILED;
}

// Resumes `co` with the topmost values of L. Returns the number of results pushed, FAILED with an
// error object pushed, or WAITING with nothing pushed.
static int resume_with(lua_State *L, lua_State *co, int arguments)
{
    int results = 0;
    bool yieldable = lua_isyieldable(L);
    luaL_checkstack(L, 3, NULL);
    if (!lua_checkstack(co, arguments + 1)) return fail(L, "too many arguments to resume");
    lua_xmove(L, co, arguments);
    if (!yieldable) count_unsuspendable(L, 1);
    int status = cpl_resume_coroutine(co, L, arguments, &results);
    if (!yieldable) count_unsuspendable(L, -1);
    cpl_check_budget(L);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        if (cpl_is_budget_error(L, -1)) lua_error(L);
        return FAILED;
    }
    if (status == LUA_YIELD && results == 1 && cpl_waits_for_host(co)) {
        if (yieldable) return WAITING;
        return fail(L, "attempt to yield across a C-call boundary");
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(co, results);
        return fail(L, "too many results to resume");
    }
    lua_xmove(co, L, results);
    return results;
}

static int continue_resume(lua_State *L, int status, lua_KContext context);
static int continue_wrap(lua_State *L, int status, lua_KContext context);

// Passes a wait outwards. The current stack stays below the values that come back.
static int wait_outside(lua_State *L, lua_KFunction continuation)
{
    int height = lua_gettop(L);
    lua_pushlightuserdata(L, (void *)&cpl_host_yield);
    return lua_yieldk(L, 1, height, continuation);
}

static int finish_resume(lua_State *L, int results)
{
    if (results == WAITING) return wait_outside(L, continue_resume);
    lua_pushboolean(L, results != FAILED);
    if (results == FAILED) results = 1;
    lua_insert(L, -(results + 1));
    return results + 1;
}

static int finish_wrap(lua_State *L, lua_State *co, int results)
{
    if (results == WAITING) return wait_outside(L, continue_wrap);
    if (results != FAILED) return results;
    if (lua_status(co) != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

// Resumes a coroutine that waited, with what the runner resumed L with.
static int resume_waiting(lua_State *L, lua_State *co, lua_KContext height)
{
    lua_pop(co, 1);
    return resume_with(L, co, lua_gettop(L) - (int)height);
}

static int continue_resume(lua_State *L, int status, lua_KContext context)
{
    (void)status;
    return finish_resume(L, resume_waiting(L, lua_tothread(L, 1), context));
}

static int continue_wrap(lua_State *L, int status, lua_KContext context)
{
    (void)status;
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    return finish_wrap(L, co, resume_waiting(L, co, context));
}

static lua_State *coroutine_argument(lua_State *L)
{
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    return co;
}

static int resume(lua_State *L)
{
    lua_State *co = coroutine_argument(L);
    if (cpl_waits_for_host(co))
        return finish_resume(L, fail(L, "cannot resume non-suspended coroutine"));
    return finish_resume(L, resume_with(L, co, lua_gettop(L) - 1));
}

static int call_wrapped(lua_State *L)
{
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    if (cpl_waits_for_host(co))
        return finish_wrap(L, co, fail(L, "cannot resume non-suspended coroutine"));
    return finish_wrap(L, co, resume_with(L, co, lua_gettop(L)));
}

static int create(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    cpl_make_room(cpl_of(L), co, cpl_room_of_script);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    return 1;
}

static int wrap(lua_State *L)
{
    create(L);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

static int status_of(lua_State *L)
{
    lua_State *co = coroutine_argument(L);
    lua_Debug frame;
    const char *name = "dead";
    if (co == L)
        name = "running";
    else if (lua_status(co) == LUA_YIELD)
        name = cpl_waits_for_host(co) ? "normal" : "suspended";
    else if (lua_status(co) == LUA_OK && lua_getstack(co, 0, &frame))
        name = "normal";
    else if (lua_status(co) == LUA_OK && lua_gettop(co) > 0)
        name = "suspended";
    lua_pushstring(L, name);
    return 1;
}

void cpl_open_coroutine(lua_State *L)
{
    static const char *const safe[] = {"isyieldable", "running", "yield", NULL};
    static const luaL_Reg own[] = {
        {"create", create}, {"resume", resume}, {"status", status_of}, {"wrap", wrap}, {NULL, NULL},
    };
    keep_messages(L);
    lua_newtable(L);
    cpl_copy_stock(L, luaopen_coroutine, safe);
    luaL_setfuncs(L, own, 0);
    cpl_publish(L, LUA_COLIBNAME);
}
