#pragma once
// The parts of <sys/epoll.h>, <sys/eventfd.h> and <sys/socket.h> that Swift's Glibc module lacks. No system header is
// included here: a type that two modules declare belongs to the one that the compiler saw first.
#include <stdbool.h>
#include <stdint.h>

static const uint32_t perilune_readable = 1 << 0;
static const uint32_t perilune_writable = 1 << 2;
/// The peer has closed the connection or an error occurred; always reported, without being requested.
static const uint32_t perilune_broken = 1 << 3 | 1 << 4;
/// Wakes only one of several threads that wait for the descriptor.
static const uint32_t perilune_exclusive = 1 << 28;

typedef struct {
    int descriptor;
    uint32_t events;
} perilune_event;

/// Creates an epoll descriptor; -1 on failure.
int perilune_epoll(void);
/// Creates an eventfd, which becomes readable when 8 bytes are written to it; -1 on failure.
int perilune_bell(void);

bool perilune_epoll_add(int epoll, int descriptor, uint32_t events);
bool perilune_epoll_change(int epoll, int descriptor, uint32_t events);
bool perilune_epoll_remove(int epoll, int descriptor);

/// Waits for events, for at most so many milliseconds (-1: no limit); returns the number of events.
int perilune_epoll_wait(int epoll, perilune_event *events, int most, int milliseconds);

/// Accepts a non-blocking connection that child processes do not inherit.
///
/// `address` must have the size of a `sockaddr_storage`.
int perilune_accept(int listener, void *address);

/// Opens a stream socket that child processes do not inherit; -1 with errno on failure.
int perilune_stream_socket(int family, bool is_blocking);

/// Opens a non-blocking datagram socket that child processes do not inherit; -1 with errno on failure.
int perilune_datagram_socket(int family);

/// Requests a receive buffer of so many bytes; the kernel may grant less (net.core.rmem_max).
void perilune_set_receive_buffer(int descriptor, int bytes);

/// Receives up to `most` datagrams, each into its own `size` bytes of `buffer`.
///
/// `lengths` gets their full lengths: a longer one than `size` was cut off. Returns how many, -1 with errno.
int perilune_receive_datagrams(int descriptor, void *buffer, int size, int most, int *lengths);

/// The number of datagrams that the kernel dropped because the receive buffer was full; -1 if unknown.
int64_t perilune_dropped_datagrams(int descriptor);

/// Connects to a host within so many milliseconds, which then also limit each blocking call on the socket.
///
/// Returns -1 with errno on failure; EHOSTUNREACH if the host has no address.
int perilune_connect(const char *host, const char *port, bool is_stream, int milliseconds);

/// Connects to a Unix socket, as perilune_connect does.
int perilune_connect_path(const char *path, bool is_stream, int milliseconds);

/// The number of sent bytes that the peer's kernel has not acknowledged.
int perilune_unsent_bytes(int descriptor);

/// The value of SO_TYPE for a stream socket.
int perilune_stream_type(void);
