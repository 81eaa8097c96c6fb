// For getaddrinfo, and SOCK_CLOEXEC.
#define _GNU_SOURCE
#include "CPeriluneEpoll.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/// Connects within a time limit, which then also applies to each blocking call on the socket.
static int connect_socket(int family, int type, const struct sockaddr *address, socklen_t size,
                          int milliseconds) {
    int descriptor = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int error = connect(descriptor, address, size) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
        struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
        socklen_t length = sizeof error;
        int ready = poll(&wait, 1, milliseconds);
        if (ready > 0)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length);
        else
            error = ready == 0 ? ETIMEDOUT : errno;
    }
    if (error != 0) {
        close(descriptor);
        errno = error;
        return -1;
    }
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return descriptor;
}

int perilune_connect(const char *host, const char *port, bool is_stream, int milliseconds) {
    int type = is_stream ? SOCK_STREAM : SOCK_DGRAM;
    struct addrinfo hints = {.ai_socktype = type, .ai_flags = AI_ADDRCONFIG}, *found = 0;
    if (getaddrinfo(host, port, &hints, &found) != 0) {
        errno = EHOSTUNREACH;
        return -1;
    }
    int descriptor = -1;
    for (struct addrinfo *next = found; next && descriptor < 0; next = next->ai_next)
        descriptor =
            connect_socket(next->ai_family, type, next->ai_addr, next->ai_addrlen, milliseconds);
    int error = errno;
    freeaddrinfo(found);
    errno = error;
    return descriptor;
}

int perilune_connect_path(const char *path, bool is_stream, int milliseconds) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(name.sun_path, path);
    return connect_socket(AF_UNIX, is_stream ? SOCK_STREAM : SOCK_DGRAM, (struct sockaddr *)&name,
                          sizeof name, milliseconds);
}

int perilune_unsent_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}
