#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the Glibc module of Swift leaves out.

/// Takes a connection whose reads and writes don't block, and which no child process inherits.
static inline int perilune_accept(int listener, struct sockaddr_storage *address) {
    socklen_t size = sizeof *address;
    return (int)syscall(SYS_accept4, listener, address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
