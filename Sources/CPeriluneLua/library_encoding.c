// The modules `hash`, `base64` and `hex`: digests of strings, and bytes as text.
#include "libraries.h"

#include <CPeriluneEncoding.h>

enum { bytes_of_step = 4 };

/// Reads the bytes of an argument, and charges their cost in advance, since the call cannot be interrupted.
static const uint8_t *read_bytes(lua_State *L, int index, size_t *length) {
    const uint8_t *bytes = (const uint8_t *)luaL_checklstring(L, index, length);
    cpl_of(L)->steps += *length / bytes_of_step;
    return bytes;
}

/// Raises an error with a code; the texts have no quotes.
_Noreturn static void fail(lua_State *L, const char *code, const char *message, const char *hint) {
    cpl_raise_error(L, lua_pushfstring(L, "{\"code\":\"%s\",\"message\":\"%s\",\"hint\":\"%s\"}", code, message, hint));
}

static void push_digest(lua_State *L, const char *problem, const char *function, cpe_digest digest, const uint8_t *result) {
    cpl_check_budget(L);
    if (problem)
        fail(L, "hash.failed", lua_pushfstring(L, "hash.%s: %s", function, problem),
             "perilune doctor shows which libraries are missing");
    uint8_t text[2 * cpe_longest_digest];
    size_t length = cpe_digest_length(digest);
    cpe_hex_encode(result, length, text);
    lua_pushlstring(L, (const char *)text, 2 * length);
}

static const struct { const char *name; cpe_digest digest; } digests[] = {
    {"md5", CPE_MD5}, {"sha1", CPE_SHA1}, {"sha256", CPE_SHA256}, {"sha384", CPE_SHA384}, {"sha512", CPE_SHA512},
    {"crc32", CPE_CRC32}, {"xxh64", CPE_XXH64},
};
enum { digest_count = sizeof digests / sizeof *digests, keyed_count = CPE_SHA512 + 1 };

// Upvalue: the number of the digest.
static int hash_text(lua_State *L) {
    size_t length;
    const uint8_t *bytes = read_bytes(L, 1, &length);
    lua_Integer number = lua_tointeger(L, lua_upvalueindex(1));
    uint8_t result[cpe_longest_digest];
    cpj_begin_busy();
    const char *problem = cpe_compute(digests[number].digest, bytes, length, result);
    cpj_end_busy();
    push_digest(L, problem, digests[number].name, digests[number].digest, result);
    return 1;
}

static int hash_hmac(lua_State *L) {
    size_t key_length, length;
    const char *name = luaL_checkstring(L, 1);
    const uint8_t *key = read_bytes(L, 2, &key_length), *bytes = read_bytes(L, 3, &length);
    int number = 0;
    while (number < keyed_count && strcmp(name, digests[number].name) != 0) number++;
    luaL_argcheck(L, number < keyed_count, 1, "the algorithms are md5, sha1, sha256, sha384 and sha512");
    uint8_t result[cpe_longest_digest];
    cpj_begin_busy();
    const char *problem = cpe_compute_keyed(digests[number].digest, key, key_length, bytes, length, result);
    cpj_end_busy();
    push_digest(L, problem, "hmac", digests[number].digest, result);
    return 1;
}

void cpl_push_hash(lua_State *L) {
    lua_createtable(L, 0, digest_count + 1);
    for (int i = 0; i < digest_count; i++) {
        lua_pushinteger(L, i);
        lua_pushcclosure(L, hash_text, 1);
        lua_setfield(L, -2, digests[i].name);
    }
    lua_pushcfunction(L, hash_hmac);
    lua_setfield(L, -2, "hmac");
}

static int encode_base64(lua_State *L, cpe_alphabet alphabet, const char *function) {
    size_t length;
    const uint8_t *bytes = read_bytes(L, 1, &length);
    cpl_check_length(L, cpe_base64_room(length), function);
    luaL_Buffer buffer;
    uint8_t *text = (uint8_t *)luaL_buffinitsize(L, &buffer, cpe_base64_room(length));
    luaL_pushresultsize(&buffer, cpe_base64_encode(bytes, length, alphabet, text));
    return 1;
}

static int base64_encode(lua_State *L) { return encode_base64(L, CPE_STANDARD, "base64.encode"); }
static int base64_encode_url(lua_State *L) { return encode_base64(L, CPE_URL, "base64.encodeURL"); }

/// Decodes the text at 1; `hint` describes valid texts.
static int decode(lua_State *L, ptrdiff_t (*read)(const uint8_t *, size_t, uint8_t *), const char *code,
                  const char *function, const char *hint) {
    size_t length;
    const uint8_t *text = read_bytes(L, 1, &length);
    luaL_Buffer buffer;
    ptrdiff_t count = read(text, length, (uint8_t *)luaL_buffinitsize(L, &buffer, length + 1));
    if (count < 0) {
        lua_Integer place = (lua_Integer)(-1 - count) + 1;
        fail(L, code, lua_pushfstring(L, "%s: the text is invalid at byte %I", function, place), hint);
    }
    luaL_pushresultsize(&buffer, (size_t)count);
    return 1;
}

static ptrdiff_t read_standard(const uint8_t *text, size_t length, uint8_t *bytes) {
    return cpe_base64_decode(text, length, CPE_STANDARD, bytes);
}

static ptrdiff_t read_url(const uint8_t *text, size_t length, uint8_t *bytes) {
    return cpe_base64_decode(text, length, CPE_URL, bytes);
}

static int base64_decode(lua_State *L) {
    return decode(L, read_standard, "base64.invalid", "base64.decode",
                  "it must have padding and no white space; base64.decodeURL reads - and _ without padding");
}

static int base64_decode_url(lua_State *L) {
    return decode(L, read_url, "base64.invalid", "base64.decodeURL",
                  "it must have no padding and no white space; base64.decode reads + and / with padding");
}

void cpl_push_base64(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"encode", base64_encode}, {"decode", base64_decode}, {"encodeURL", base64_encode_url},
        {"decodeURL", base64_decode_url}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
}

static int hex_encode(lua_State *L) {
    size_t length;
    const uint8_t *bytes = read_bytes(L, 1, &length);
    cpl_check_length(L, 2 * length, "hex.encode");
    luaL_Buffer buffer;
    cpe_hex_encode(bytes, length, (uint8_t *)luaL_buffinitsize(L, &buffer, 2 * length));
    luaL_pushresultsize(&buffer, 2 * length);
    return 1;
}

static int hex_decode(lua_State *L) {
    return decode(L, cpe_hex_decode, "hex.invalid", "hex.decode", "it must have two hexadecimal digits for each byte");
}

void cpl_push_hex(lua_State *L) {
    static const luaL_Reg functions[] = {{"encode", hex_encode}, {"decode", hex_decode}, {NULL, NULL}};
    luaL_newlib(L, functions);
}
