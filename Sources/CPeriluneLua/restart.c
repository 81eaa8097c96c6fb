// Runs a file again in its used state, as if the state were new.
//
// A new state costs some hundred microseconds for the libraries, the host's functions and compiling. A test file may
// have a thousand cases, and each starts with a reset script. So the file's chunk is kept and called again, which
// creates all of its locals, and everything else that a script can reach is restored: the globals, the libraries, and
// the host's modules that it has required.
#include "internal.h"

static const char kept_functions, pristine_tables, file_modules;
/// Keys in a copy of a table: the number of fields that the table had, its metatable, and the addresses of its
/// fields.
static const char field_count, old_metatable, field_addresses;

/// The fields of a table in the order of `lua_next`, each by its `lua_topointer`. The copy
/// keeps them from being collected, so that no other value gets their addresses.
struct addresses {
    size_t count;
    struct { const void *name, *value; } fields[];
};

void cpl_keep(lua_State *L, const char *name) {
    if (!cpl_of(L)->restartable) return;
    cpl_push_registry(L, &kept_functions);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

bool cpl_push_kept(lua_State *L, const char *name) {
    if (!cpl_of(L)->restartable) return false;
    cpl_push_registry(L, &kept_functions);
    bool found = lua_getfield(L, -1, name) == LUA_TFUNCTION;
    lua_remove(L, found ? -2 : -1);
    if (!found) lua_pop(L, 1);
    return found;
}

/// Stores the addresses of the `count` fields of the table at `table` in its copy on top of the stack.
static void note_addresses(lua_State *L, int table, size_t count) {
    struct addresses *known = lua_newuserdatauv(L, sizeof *known + count * sizeof *known->fields, 0);
    known->count = count;
    size_t at = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        known->fields[at].name = lua_topointer(L, -2);
        known->fields[at++].value = lua_topointer(L, -1);
    }
    lua_rawsetp(L, -2, &field_addresses);
}

void cpl_note_pristine(lua_State *L) {
    cpl_state *state = cpl_of(L);
    // The table that stands for `state` is empty and cannot be modified.
    if (!state->restartable || lua_topointer(L, -1) == state->state_proxy) return;
    int table = lua_gettop(L);
    cpl_push_registry(L, &pristine_tables);
    lua_pushvalue(L, table);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pushvalue(L, table);
        lua_newtable(L);
        lua_Integer count = 0;
        for (lua_pushnil(L); lua_next(L, table); count++) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, -4);
        }
        lua_pushinteger(L, count);
        lua_rawsetp(L, -2, &field_count);
        if (lua_getmetatable(L, table)) lua_rawsetp(L, -2, &old_metatable);
        note_addresses(L, table, (size_t)count);
        lua_rawset(L, table + 1);
    }
    lua_settop(L, table);
}

void cpl_note_file_module(lua_State *L, const char *name) {
    if (!cpl_of(L)->restartable) return;
    cpl_push_registry(L, &file_modules);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

/// Whether the table at `table` has the fields of the copy at `copy`, in the same order: nearly all have, since few
/// scripts change a library. False also where only a search can tell.
static bool is_same(lua_State *L, int table, int copy) {
    lua_rawgetp(L, copy, &field_addresses);
    const struct addresses *known = lua_touserdata(L, -1);
    lua_pop(L, 1);
    size_t at = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        const void *name = lua_topointer(L, -2), *value = lua_topointer(L, -1);
        bool same = at < known->count && name && name == known->fields[at].name;
        if (same && value) {
            same = value == known->fields[at].value;
        } else if (same) {
            lua_pushvalue(L, -2);
            lua_rawget(L, copy);
            same = lua_rawequal(L, -1, -2);
            lua_pop(L, 1);
        }
        if (!same) {
            lua_pop(L, 2);
            return false;
        }
        at++;
    }
    return at == known->count;
}

/// Restores the table at `table` from the copy at `copy`.
static void put_back(lua_State *L, int table, int copy) {
    lua_rawgetp(L, copy, &old_metatable);
    lua_setmetatable(L, table);
    if (is_same(L, table, copy)) return;
    lua_Integer same = 0;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pushvalue(L, -2);
        if (lua_rawget(L, copy) != LUA_TNIL) same++;
        if (lua_rawequal(L, -1, -2)) {
            lua_pop(L, 2);
            continue;
        }
        // Fields that changed or are new: existing fields may be assigned during the traversal.
        lua_pushvalue(L, -3);
        lua_insert(L, -2);
        lua_rawset(L, table);
        lua_pop(L, 1);
    }
    lua_rawgetp(L, copy, &field_count);
    bool complete = same == lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (complete) return;
    // Fields that were removed.
    lua_pushnil(L);
    while (lua_next(L, copy)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        if (lua_islightuserdata(L, -2)) lua_pop(L, 2);
        else lua_rawset(L, table);
    }
}

void cpl_restore(lua_State *L) {
    cpl_state *state = cpl_of(L);
    int top = lua_gettop(L);
    cpl_push_registry(L, &pristine_tables);
    int all = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, all)) {
        put_back(L, all + 1, all + 2);
        lua_settop(L, all + 1);
    }
    lua_settop(L, top);
    cpl_push_registry(L, &file_modules);
    cpl_push_registry(L, &cpl_loaded_modules);
    for (lua_pushnil(L); lua_next(L, top + 1); lua_pop(L, 1)) {
        lua_pushvalue(L, -2);
        lua_pushnil(L);
        lua_rawset(L, top + 2);
    }
    lua_settop(L, top);
    cpl_forget_texts(state);
    cpl_forget_reserved(L);
    cpl_forget_notices(state);
    struct cpl_function *functions[] = {&state->should_handle, &state->execute, &state->on_timer};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i]->known) luaL_unref(L, LUA_REGISTRYINDEX, functions[i]->ref);
        functions[i]->known = false;
    }
}

static int note_globals(lua_State *L) {
    lua_pushglobaltable(L);
    int globals = lua_gettop(L);
    cpl_note_pristine(L);
    for (lua_pushnil(L); lua_next(L, globals); lua_pop(L, 1))
        if (lua_type(L, -1) == LUA_TTABLE) cpl_note_pristine(L);
    return 0;
}

bool cpl_make_restartable(cpl_state *state) {
    lua_State *L = state->main;
    state->restartable = true;
    lua_pushcfunction(L, note_globals);
    bool done = lua_pcall(L, 0, 0, 0) == LUA_OK;
    lua_settop(L, 0);
    return done;
}
