// The module `ip`: addresses and networks, as the C library reads them: four decimal numbers without leading zeros, or
// IPv6 in the forms of RFC 4291.
#include "libraries.h"

#include <arpa/inet.h>

typedef struct address {
    uint8_t bytes[16];
    int length;                // 4 or 16
} address;

enum { longest_address = 45 };

/// IPv6 addresses with this prefix stand for IPv4 addresses, and should match networks of IPv4.
static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

static bool read_address(const char *text, size_t length, address *result) {
    char copy[longest_address + 1];
    if (length > longest_address || memchr(text, 0, length)) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    result->length = memchr(text, ':', length) ? 16 : 4;
    return inet_pton(result->length == 16 ? AF_INET6 : AF_INET, copy, result->bytes) == 1;
}

static void unmap(address *address) {
    if (address->length != 16 || memcmp(address->bytes, mapped, sizeof mapped) != 0) return;
    memmove(address->bytes, address->bytes + sizeof mapped, 4);
    address->length = 4;
}

/// Reads `10.0.0.0/8`, or a single address as the network that contains only it.
static bool read_network(const char *text, size_t length, address *network, int *bits) {
    const char *slash = memchr(text, '/', length);
    if (!read_address(text, slash ? (size_t)(slash - text) : length, network)) return false;
    *bits = 8 * network->length;
    if (!slash) return true;
    size_t digits = length - (size_t)(slash + 1 - text);
    if (digits == 0 || digits > 3 || (digits > 1 && slash[1] == '0')) return false;
    int number = 0;
    for (size_t i = 1; i <= digits; i++) {
        if (slash[i] < '0' || slash[i] > '9') return false;
        number = 10 * number + (slash[i] - '0');
    }
    if (number > *bits) return false;
    *bits = number;
    return true;
}

static bool is_within(const uint8_t *bytes, const uint8_t *network, int bits) {
    if (memcmp(bytes, network, (size_t)(bits / 8)) != 0) return false;
    return bits % 8 == 0 || ((bytes[bits / 8] ^ network[bits / 8]) >> (8 - bits % 8)) == 0;
}

/// Whether a network, as a text that is valid, contains an address.
static bool contains(const char *text, const address *wanted) {
    address network;
    int bits;
    return read_network(text, strlen(text), &network, &bits) && network.length == wanted->length
        && is_within(wanted->bytes, network.bytes, bits);
}

static bool check_address(lua_State *L, int index, address *result) {
    size_t length;
    const char *text = luaL_checklstring(L, index, &length);
    return read_address(text, length, result);
}

static int ip_parse(lua_State *L) {
    address address;
    if (!check_address(L, 1, &address)) { lua_pushnil(L); return 1; }
    char text[INET6_ADDRSTRLEN];
    lua_pushstring(L, inet_ntop(address.length == 16 ? AF_INET6 : AF_INET, address.bytes, text, sizeof text));
    return 1;
}

static int ip_version(lua_State *L) {
    address address;
    if (check_address(L, 1, &address)) lua_pushinteger(L, address.length == 16 ? 6 : 4);
    else lua_pushnil(L);
    return 1;
}

/// An invalid network raises an error, because it is a mistake in the script; an invalid address may come from the
/// data.
static int ip_contains(lua_State *L) {
    address network, wanted;
    int bits;
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    if (!read_network(text, length, &network, &bits)) {
        cpl_raise_error(L, "{\"code\":\"ip.network\",\"message\":\"ip.contains: the first argument is not a network\","
                           "\"hint\":\"write an address and the number of its bits that count, such as 10.0.0.0/8 or "
                           "2001:db8::/32\"}");
    }
    if (!check_address(L, 2, &wanted)) { lua_pushboolean(L, 0); return 1; }
    // ::ffff:10.0.0.1 is in 10.0.0.0/8, and also in ::ffff:0:0/96.
    if (network.length == 4) unmap(&wanted);
    lua_pushboolean(L, network.length == wanted.length && is_within(wanted.bytes, network.bytes, bits));
    return 1;
}

static int ip_is_private(lua_State *L) {
    // RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 and the loopback addresses.
    static const char *const networks[] = {
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1",
    };
    address address;
    bool is_private = false;
    if (!check_address(L, 1, &address)) { lua_pushnil(L); return 1; }
    unmap(&address);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) is_private |= contains(networks[i], &address);
    lua_pushboolean(L, is_private);
    return 1;
}

void cpl_push_ip(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"parse", ip_parse}, {"version", ip_version}, {"contains", ip_contains}, {"isPrivate", ip_is_private},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
