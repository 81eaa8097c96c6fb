// For accept4.
#define _GNU_SOURCE
#include "CPeriluneEpoll.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// The constants of the header are those of Linux.
_Static_assert(EPOLLIN == 1 << 0 && EPOLLOUT == 1 << 2 && EPOLLERR == 1 << 3 && EPOLLHUP == 1 << 4 &&
                   EPOLLEXCLUSIVE == 1 << 28,
               "another system");

int perilune_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int perilune_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static bool control(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, operation, descriptor, &event) == 0;
}

bool perilune_epoll_add(int epoll, int descriptor, uint32_t events) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, events);
}

bool perilune_epoll_change(int epoll, int descriptor, uint32_t events) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, events);
}

bool perilune_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0);
}

int perilune_epoll_wait(int epoll, perilune_event *events, int most, int milliseconds) {
    struct epoll_event found[256];
    if (most > 256) most = 256;
    int count = epoll_wait(epoll, found, most, milliseconds);
    for (int index = 0; index < count; index++) {
        events[index].descriptor = found[index].data.fd;
        events[index].events = found[index].events;
    }
    return count;
}

int perilune_accept(int listener, void *address) {
    socklen_t size = sizeof(struct sockaddr_storage);
    return accept4(listener, address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int perilune_stream_socket(int family, bool is_blocking) {
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC | (is_blocking ? 0 : SOCK_NONBLOCK), 0);
}

int perilune_stream_type(void) { return SOCK_STREAM; }
