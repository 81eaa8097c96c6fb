#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Declarations that Swift's Glibc module does not have.

/// Accepts a connection that is non-blocking and not inherited by child processes.
static inline int perilune_accept(int listener, struct sockaddr_storage *address) {
    socklen_t size = sizeof *address;
    return (int)syscall(SYS_accept4, listener, address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
