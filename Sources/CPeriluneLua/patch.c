// json.with(event, changes) and json.without(event, names...): a value that consists of the event's bytes except for
// some members. Nothing is copied before it is written, and unchanged members are written byte for byte.
#include "internal.h"

/// In the table of changes: the member is removed.
static const char removed;

/// Up to this number, changes need no table and are searched one by one.
enum { few_changes = 8 };

/// The userdata of a value. Its first user value is the object of the event. A few additions and replacements follow
/// it, each as a name and a value; else its second user value is a table of changes.
struct patch {
    int few;                   // -1 with a table
};

enum { base_value = 1, changes_value = 2 };

static int name_value(int i) { return changes_value + 2 * i; }

/// Pushes the object of the event below the patch at `index`.
static uint32_t push_base(lua_State *L, int index) {
    uint32_t node = 0;
    lua_getiuservalue(L, index, base_value);
    cpl_test_view(L, -1, &node);
    return node;
}

bool cpl_is_patch(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return false;
    bool same = lua_topointer(L, -1) == cpl_of(L)->patch_metatable;
    lua_pop(L, 1);
    return same;
}

/// Pushes a new value with so many user values.
static void push_patch(lua_State *L, int few, int values) {
    struct patch *patch = lua_newuserdatauv(L, sizeof *patch, values);
    patch->few = few;
    lua_rawgeti(L, LUA_REGISTRYINDEX, cpl_of(L)->patch_metatable_ref);
    lua_setmetatable(L, -2);
}

/// Pushes the table of changes of the value at `index`.
static void push_changes(lua_State *L, int index) {
    const struct patch *patch = lua_touserdata(L, index);
    if (patch->few < 0) {
        lua_getiuservalue(L, index, changes_value);
        return;
    }
    lua_createtable(L, 0, patch->few);
    for (int i = 0; i < patch->few; i++) {
        lua_getiuservalue(L, index, name_value(i));
        lua_getiuservalue(L, index, name_value(i) + 1);
        lua_rawset(L, -3);
    }
}

static void copy_members(lua_State *L, int from, int to) {
    lua_pushnil(L);
    while (lua_next(L, from)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, to);
    }
}

/// Pushes a copy of the value at 1 that can be changed, and its table of changes on top.
static void begin_changes(lua_State *L) {
    if (lua_type(L, 1) == LUA_TTABLE) {
        lua_createtable(L, 0, 8);
        int copy = lua_gettop(L);
        copy_members(L, 1, copy);
        if (lua_getmetatable(L, 1)) lua_setmetatable(L, copy);
        lua_pushvalue(L, copy);
        return;
    }
    bool patch = cpl_is_patch(L, 1);
    uint32_t node;
    if (!patch && (!cpl_test_view(L, 1, &node) || cpj_kind(cpl_document(L), node) != '{'))
        luaL_argerror(L, 1, "expected an object of the event or a table");
    push_patch(L, -1, changes_value);
    int result = lua_gettop(L);
    if (patch) lua_getiuservalue(L, 1, base_value);
    else lua_pushvalue(L, 1);
    lua_setiuservalue(L, result, base_value);
    lua_createtable(L, 0, 4);
    if (patch) {
        push_changes(L, 1);
        copy_members(L, lua_gettop(L), lua_gettop(L) - 1);
        lua_pop(L, 1);
    }
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, result, changes_value);
}

static void check_key(lua_State *L) {
    if (lua_type(L, -2) != LUA_TSTRING) luaL_argerror(L, 2, "keys must be strings");
}

/// Pushes the object of the event at 1 with the changes in the table at 2. Pushes nothing and returns false if
/// another value is changed or there are too many changes.
static bool push_few(lua_State *L) {
    uint32_t node;
    if (!cpl_is_view(L, 1, &node) || cpj_kind(cpl_document(L), node) != '{') return false;
    cpl_test_view(L, 1, &node);
    int count = 0;
    for (lua_pushnil(L); lua_next(L, 2); count++) {
        check_key(L);
        if (count == few_changes) {
            lua_settop(L, 2);
            return false;
        }
        lua_pushvalue(L, -2);  // name and value stay on the stack
    }
    push_patch(L, count, base_value + 2 * count);
    lua_insert(L, 3);
    for (int value = base_value + 2 * count; value > base_value; value--) lua_setiuservalue(L, 3, value);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 3, base_value);
    return true;
}

int cpl_patch_new(lua_State *L) {
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    if (push_few(L)) return 1;
    begin_changes(L);
    int changes = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        check_key(L);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, changes);
    }
    lua_settop(L, changes - 1);
    return 1;
}

int cpl_patch_remove(lua_State *L) {
    int names = lua_gettop(L);
    for (int i = 2; i <= names; i++) luaL_checktype(L, i, LUA_TSTRING);
    bool table = lua_type(L, 1) == LUA_TTABLE;
    begin_changes(L);
    int changes = lua_gettop(L);
    for (int i = 2; i <= names; i++) {
        lua_pushvalue(L, i);
        if (table) lua_pushnil(L);
        else lua_pushlightuserdata(L, (void *)&removed);
        lua_rawset(L, changes);
    }
    lua_settop(L, changes - 1);
    return 1;
}

/// Pushes the change to the member named by the value at 2; nil if there is none.
static int push_change(lua_State *L) {
    const struct patch *patch = lua_touserdata(L, 1);
    for (int i = 0; i < patch->few; i++) {
        lua_getiuservalue(L, 1, name_value(i));
        bool same = lua_rawequal(L, -1, 2);
        lua_pop(L, 1);
        if (same) return lua_getiuservalue(L, 1, name_value(i) + 1);
    }
    if (patch->few >= 0) {
        lua_pushnil(L);
        return LUA_TNIL;
    }
    lua_getiuservalue(L, 1, changes_value);
    lua_pushvalue(L, 2);
    return lua_rawget(L, -2);
}

static int patch_index(lua_State *L) {
    if (push_change(L) != LUA_TNIL) {
        if (lua_touserdata(L, -1) == (void *)&removed) lua_pushnil(L);
        return 1;
    }
    push_base(L, 1);
    lua_pushvalue(L, 2);
    lua_gettable(L, -2);
    return 1;
}

static int patch_newindex(lua_State *L) {
    return luaL_error(L, "the value is read-only; json.with(value, { ... }) returns a changed copy");
}

static int patch_text(lua_State *L) {
    cpl_state *state = cpl_of(L);
    // Not `scratch`, which is used when a name is unescaped.
    state->arguments.count = 0;
    cpl_encode(L, 1, &state->arguments);
    lua_pushlstring(L, (const char *)state->arguments.bytes, state->arguments.count);
    return 1;
}

void cpl_open_patches(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", patch_index}, {"__newindex", patch_newindex}, {"__tostring", patch_text},
        {NULL, NULL},
    };
    lua_createtable(L, 0, 5);
    luaL_setfuncs(L, methods, 0);
    lua_pushliteral(L, "event");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    cpl_of(L)->patch_metatable = lua_topointer(L, -1);
    cpl_of(L)->patch_metatable_ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

/// Appends a member whose name is at `name` and whose value is above it.
static void put_addition(lua_State *L, int name, bool first, cpj_buffer *buffer, int depth) {
    size_t length;
    const char *text = lua_tolstring(L, name, &length);
    if (!first) cpj_put_byte(buffer, ',');
    if (!cpj_put_string(buffer, text, length))
        luaL_error(L, "a name with bytes that are not UTF-8 cannot be represented in JSON");
    cpj_put_byte(buffer, ':');
    cpl_encode_value(L, name + 1, buffer, depth + 1);
}

/// Whether one of the members of an object is among the changes.
static bool changes_member(lua_State *L, int changes, const cpj_document *d, uint32_t object) {
    for (uint32_t key = cpj_first(d, object); key; key = cpj_next(d, object, key)) {
        cpl_check_budget(L);
        cpl_push_scalar(L, d, key);
        bool found = lua_rawget(L, changes) != LUA_TNIL;
        lua_pop(L, 1);
        if (found) return true;
    }
    return false;
}

/// The number of members that the changes add; -1 if they also replace or remove one, with `count` of all changes.
static int count_additions(lua_State *L, int changes, const cpj_document *d, uint32_t object, int *count) {
    bool replaces = false;
    *count = 0;
    for (lua_pushnil(L); lua_next(L, changes); lua_pop(L, 1)) {
        size_t length;
        const char *name = lua_tolstring(L, -2, &length);
        ++*count;
        if (lua_touserdata(L, -1) == (void *)&removed
            || (*count <= few_changes && cpj_member(d, object, name, length))) replaces = true;
    }
    if (!replaces && *count > few_changes) replaces = changes_member(L, changes, d, object);
    return replaces ? -1 : *count;
}

/// Appends all members of an object byte for byte; false if it has none.
static bool put_members(const cpj_document *d, uint32_t object, cpj_buffer *buffer) {
    uint32_t first = cpj_first(d, object);
    if (!first) return false;
    const uint8_t *from = d->bytes + d->index[first];
    const uint8_t *to = d->bytes + d->index[d->close[object]];
    while (to > from && strchr(" \t\r\n", to[-1])) to--;
    cpj_put(buffer, from, (size_t)(to - from));
    return true;
}

/// Appends the changes whose names the base object does not have, sorted. `met` is a table with the names that it
/// has; 0 if there are few changes, -1 if it has none of the names.
static void encode_additions(lua_State *L, int changes, int met, const cpj_document *d, uint32_t object,
                             bool first, cpj_buffer *buffer, int depth) {
    cpl_push_sorted_keys(L, changes);
    int keys = lua_gettop(L);
    size_t count = lua_rawlen(L, keys);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        size_t length;
        const char *name = lua_tolstring(L, -1, &length);
        bool known = met == 0 && cpj_member(d, object, name, length);
        if (met > 0) {
            lua_pushvalue(L, -1);
            known = lua_rawget(L, met) != LUA_TNIL;
            lua_pop(L, 1);
        }
        lua_pushvalue(L, -1);
        lua_rawget(L, changes);
        if (!known && lua_touserdata(L, -1) != (void *)&removed) {
            put_addition(L, lua_gettop(L) - 1, first, buffer, depth);
            first = false;
        }
        lua_settop(L, keys);
    }
    lua_settop(L, keys - 1);
}

/// Appends an object with the few changes of the value at `index`. Appends nothing and returns false if they replace
/// a member.
static bool encode_few(lua_State *L, int index, uint32_t object, cpj_buffer *buffer, int depth) {
    const cpj_document *d = cpl_document(L);
    int count = ((const struct patch *)lua_touserdata(L, index))->few, base = lua_gettop(L);
    cpl_member members[few_changes];
    for (int i = 0; i < count; i++) {
        size_t length;
        lua_getiuservalue(L, index, name_value(i));
        const char *name = lua_tolstring(L, -1, &length);
        if (cpj_member(d, object, name, length)) {
            lua_settop(L, base);
            return false;
        }
        cpl_insert_member(members, i, name, length, lua_gettop(L));
        lua_getiuservalue(L, index, name_value(i) + 1);
    }
    cpj_put_byte(buffer, '{');
    bool empty = !put_members(d, object, buffer);
    for (int i = 0; i < count; i++) put_addition(L, members[i].slot, empty && i == 0, buffer, depth);
    cpj_put_byte(buffer, '}');
    lua_settop(L, base);
    return true;
}

void cpl_encode_patch(lua_State *L, int index, cpj_buffer *buffer, int depth) {
    luaL_checkstack(L, 2 * few_changes + 8, "the value is nested too deeply");
    uint32_t object = push_base(L, index);
    if (((const struct patch *)lua_touserdata(L, index))->few >= 0 && encode_few(L, index, object, buffer, depth)) {
        lua_pop(L, 1);
        return;
    }
    const cpj_document *d = cpl_document(L);
    push_changes(L, index);
    int changes = lua_gettop(L);
    cpj_put_byte(buffer, '{');
    int count, additions = count_additions(L, changes, d, object, &count);
    if (additions >= 0) {
        // No member of the event changes, so all are written in one piece.
        bool empty = !put_members(d, object, buffer);
        encode_additions(L, changes, -1, d, object, empty, buffer, depth);
        cpj_put_byte(buffer, '}');
        lua_settop(L, changes - 2);
        return;
    }
    bool first = true;
    int met = 0;
    if (count > few_changes) {
        lua_createtable(L, 0, 0);
        met = lua_gettop(L);
    }
    int top = lua_gettop(L);
    // Consecutive unchanged members are written in one piece, with the white space between them.
    size_t from = 0, to = 0;
    for (uint32_t key = cpj_first(d, object); key; key = cpj_next(d, object, key)) {
        cpl_check_budget(L);
        cpl_push_scalar(L, d, key);
        if (met) lua_pushvalue(L, -1);
        int kind = lua_rawget(L, changes);
        cpj_text value = cpj_raw(d, key + 2);
        size_t end = (size_t)(value.bytes - d->bytes) + value.length;
        if (kind == LUA_TNIL) {
            if (from == to) from = d->index[key];
            to = end;
        } else {
            if (met) {
                lua_pushvalue(L, top + 1);
                lua_pushboolean(L, 1);
                lua_rawset(L, met);
            }
            if (to > from) {
                if (!first) cpj_put_byte(buffer, ',');
                cpj_put(buffer, d->bytes + from, to - from);
                first = false;
            }
            from = to = 0;
            if (lua_touserdata(L, -1) != (void *)&removed) {
                if (!first) cpj_put_byte(buffer, ',');
                first = false;
                cpj_put(buffer, d->bytes + d->index[key], (size_t)(value.bytes - d->bytes) - d->index[key]);
                cpl_encode_value(L, -1, buffer, depth + 1);
            }
        }
        lua_settop(L, top);
    }
    if (to > from) {
        if (!first) cpj_put_byte(buffer, ',');
        cpj_put(buffer, d->bytes + from, to - from);
        first = false;
    }
    encode_additions(L, changes, met, d, object, first, buffer, depth);
    cpj_put_byte(buffer, '}');
    lua_settop(L, changes - 2);
}
