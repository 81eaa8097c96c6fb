// For recvmmsg.
#define _GNU_SOURCE
#include "CPeriluneEpoll.h"

#include <linux/sock_diag.h>
#include <sys/socket.h>

enum { most_at_once = 64 };

int perilune_datagram_socket(int family) {
    return socket(family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

void perilune_set_receive_buffer(int descriptor, int bytes) {
    // The first option needs a capability; the second one is limited by net.core.rmem_max.
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

int perilune_receive_datagrams(int descriptor, void *buffer, int size, int most, int *lengths) {
    struct mmsghdr messages[most_at_once] = {0};
    struct iovec pieces[most_at_once];
    if (most > most_at_once) most = most_at_once;
    for (int index = 0; index < most; index++) {
        pieces[index].iov_base = (char *)buffer + (size_t)index * (size_t)size;
        pieces[index].iov_len = (size_t)size;
        messages[index].msg_hdr.msg_iov = &pieces[index];
        messages[index].msg_hdr.msg_iovlen = 1;
    }
    int count = recvmmsg(descriptor, messages, (unsigned)most, MSG_DONTWAIT | MSG_TRUNC, 0);
    for (int index = 0; index < count; index++) lengths[index] = (int)messages[index].msg_len;
    return count;
}

int64_t perilune_dropped_datagrams(int descriptor) {
    uint32_t values[SK_MEMINFO_VARS] = {0};
    socklen_t size = sizeof values;
    if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, values, &size) != 0) return -1;
    return size > SK_MEMINFO_DROPS * sizeof values[0] ? values[SK_MEMINFO_DROPS] : -1;
}
