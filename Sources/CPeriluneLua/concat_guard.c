// A guard against a defect of Debian's Lua 5.4.4.
//
// While `a .. b` runs a `__concat` function, the virtual machine keeps a pointer into the coroutine's stack. If
// the stack moves meanwhile, because a call needs a larger one or the collector makes it smaller, the machine
// goes on with memory that was freed. Lua 5.4.5 no longer does so; 5.4.4 as its authors released it did not yet.
//
// A stack moves in one way: Lua asks the allocator for a new block, copies, and frees the old one. So the
// allocator refuses such a block to a coroutine that runs a `__concat` function: Lua keeps the stack where it
// is, or raises an error of memory. Scripts that have such functions get stacks with room to spare
// (cpl_make_room), so that only a recursion inside of one meets the refusal.
#define _GNU_SOURCE  // memmem
#include "internal.h"

#define STACK_MAY_MOVE (LUA_VERSION_RELEASE_NUM < 50405)

#if STACK_MAY_MOVE

/// The beginning of Lua's record of a call, which lua_Debug points at: the same in all of 5.4. A test compares it
/// with Lua.
struct call {
    const void *function, *top;
    const struct call *previous, *next;
    const uint32_t *next_instruction;
    uint64_t others[2];
    int32_t other;
    int16_t results;
    uint16_t status;
};

enum { is_c = 1 << 1, concat = 53 };

/// Whether the last instruction that a call has noted is a concatenation. It notes an instruction when it calls
/// something, so it is the current one unless this is the newest call. That one may not have noted any: then
/// this reads the word before its code, which is the allocator's.
__attribute__((no_sanitize("address")))
static uint32_t concatenation(const struct call *call) {
    if (call->status & is_c) return 0;
    uint32_t instruction = call->next_instruction[-1];
    return (instruction & 0x7f) == concat ? instruction : 0;
}

static bool is_copy(lua_State *L, int index, int of) {
    // A NaN is a number too, though it is not equal to itself.
    return lua_rawequal(L, index, of)
        || (lua_type(L, index) == LUA_TNUMBER && lua_type(L, of) == LUA_TNUMBER);
}

/// Whether the newest call is about to call `__concat`: it has put the function and copies of both operands
/// behind the operands that are left.
static bool begins_metamethod(lua_State *L, uint32_t instruction) {
    int first = (int)(instruction >> 7 & 0xff) + 1, count = (int)(instruction >> 16 & 0xff);
    int top = lua_gettop(L);
    for (int last = first + 1; last < first + count && last + 3 <= top; last++)
        if (is_copy(L, last, top) && is_copy(L, last - 1, top - 1)) return true;
    return false;
}

static bool runs_concat_function(lua_State *L) {
    lua_Debug debug;
    if (!L || !lua_getstack(L, 0, &debug)) return false;
    const struct call *call = (const struct call *)debug.i_ci;
    uint32_t instruction = concatenation(call);
    if (instruction && begins_metamethod(L, instruction)) return true;
    for (call = call->previous; call; call = call->previous)
        if (concatenation(call)) return true;
    return false;
}

bool cpl_may_be_stack(size_t size) {
    // The smallest stack that Lua makes while a script runs: 40 values and 5 extra, of 16 bytes each.
    return size >= 45 * 16 && size % 16 == 0;
}

bool cpl_needs_still_stack(cpl_state *state) {
    bool still = runs_concat_function(state->running);
    for (struct cpl_outer *outer = state->outer; outer && !still; outer = outer->outer)
        still = runs_concat_function(outer->running);
    if (still) state->stack_refused = true;
    return still;
}

#else

bool cpl_may_be_stack(size_t size) { (void)size; return false; }
bool cpl_needs_still_stack(cpl_state *state) { (void)state; return false; }

#endif

void cpl_look_for_concat(cpl_state *state, const char *source, size_t length) {
    static const char name[] = "__concat";
    if (STACK_MAY_MOVE && source && memmem(source, length, name, sizeof name - 1)) state->has_concat = true;
}

void cpl_make_room(cpl_state *state, lua_State *L, int slots) {
    // The stack space requested by a call remains until it ends; here that is the coroutine's base.
    if (state->has_concat) lua_checkstack(L, slots);
}
