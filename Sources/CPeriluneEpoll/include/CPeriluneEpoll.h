#pragma once
// What Swift's Glibc leaves out of <sys/epoll.h>, <sys/eventfd.h> and <sys/socket.h>. No header of the system is
// included here: a type that two modules declare belongs to the one that the compiler saw first.
#include <stdbool.h>
#include <stdint.h>

static const uint32_t perilune_readable = 1 << 0;
static const uint32_t perilune_writable = 1 << 2;
/// The other side is gone, or something failed; told without being asked for.
static const uint32_t perilune_broken = 1 << 3 | 1 << 4;
/// Of several threads that wait for the descriptor, one is woken.
static const uint32_t perilune_exclusive = 1 << 28;

typedef struct {
    int descriptor;
    uint32_t events;
} perilune_event;

/// A new epoll descriptor; -1 on failure.
int perilune_epoll(void);
/// A descriptor that is readable once 8 bytes were written to it; -1 on failure.
int perilune_bell(void);

bool perilune_epoll_add(int epoll, int descriptor, uint32_t events);
bool perilune_epoll_change(int epoll, int descriptor, uint32_t events);
bool perilune_epoll_remove(int epoll, int descriptor);

/// Waits until something happens, or so many milliseconds, -1 for ever; returns how many events there are.
int perilune_epoll_wait(int epoll, perilune_event *events, int most, int milliseconds);

/// Takes a connection whose reads and writes don't block, and which no child process inherits.
///
/// `address` has room for a `sockaddr_storage`.
int perilune_accept(int listener, void *address);

/// Opens a stream socket that child processes do not inherit. -1 with errno if that fails.
int perilune_stream_socket(int family, bool is_blocking);

/// Opens a datagram socket whose reads don't block, and which no child process inherits. -1 with errno if that fails.
int perilune_datagram_socket(int family);

/// Asks for a receive buffer of so many bytes; the kernel may give less (net.core.rmem_max).
void perilune_set_receive_buffer(int descriptor, int bytes);

/// Receives up to `most` datagrams, each into its own `size` bytes of `buffer`.
///
/// `lengths` gets their full lengths: a longer one than `size` was cut off. Returns how many, -1 with errno.
int perilune_receive_datagrams(int descriptor, void *buffer, int size, int most, int *lengths);

/// How many datagrams the kernel dropped because the receive buffer was full; -1 if it does not say.
int64_t perilune_dropped_datagrams(int descriptor);

/// Connects to a host within so many milliseconds. Each call on the socket may block as long afterwards.
///
/// -1 with errno if that fails; EHOSTUNREACH if the host has no address.
int perilune_connect(const char *host, const char *port, bool is_stream, int milliseconds);

/// The same for a Unix socket.
int perilune_connect_path(const char *path, bool is_stream, int milliseconds);

/// How many bytes the other side's kernel has not confirmed.
int perilune_unsent_bytes(int descriptor);

/// What SO_TYPE answers for a stream socket.
int perilune_stream_type(void);
