#define _GNU_SOURCE  // gettid, MAP_ANONYMOUS
#include "CPeriluneActivity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "PeriAct1";

struct header {
    char magic[8];
    int32_t workers;
    int32_t record_size;
    int64_t alone;
    char unused[104];
};

struct cpa_file {
    struct header *header;
    size_t size;
};

cpa_file *cpa_open(const char *path, int32_t workers) {
    const size_t size = sizeof(struct header) + (size_t)workers * sizeof(cpa_record);
    int descriptor = -1;
    if (path) {
        // A link could lead to another file, which would be emptied.
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor < 0) return NULL;
        // A full disk must fail here; at a write to the mapping it would cause SIGBUS.
        int error = posix_fallocate(descriptor, 0, (off_t)size);
        if (error) {
            close(descriptor);
            errno = error;
            return NULL;
        }
    }
    const int flags = path ? MAP_SHARED : MAP_SHARED | MAP_ANONYMOUS;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, descriptor, 0);
    const int error = errno;
    if (descriptor >= 0) close(descriptor);
    errno = error;
    if (memory == MAP_FAILED) return NULL;
    cpa_file *file = malloc(sizeof *file);
    if (!file) {
        munmap(memory, size);
        return NULL;
    }
    *file = (cpa_file){memory, size};
    file->header->workers = workers;
    file->header->record_size = sizeof(cpa_record);
    memcpy(file->header->magic, magic, sizeof magic);
    return file;
}

void cpa_close(cpa_file *file) {
    munmap(file->header, file->size);
    free(file);
}

cpa_record *cpa_worker(cpa_file *file, int32_t worker) { return (cpa_record *)(file->header + 1) + worker; }

void cpa_set_alone(cpa_file *file, int64_t event) {
    __atomic_store_n(&file->header->alone, event, __ATOMIC_RELEASE);
}

static bool read_all(int descriptor, void *bytes, size_t count) {
    char *at = bytes;
    while (count > 0) {
        ssize_t read_now = read(descriptor, at, count);
        if (read_now < 0 && errno == EINTR) continue;
        if (read_now <= 0) return false;
        at += read_now;
        count -= (size_t)read_now;
    }
    return true;
}

int32_t cpa_read(const char *path, cpa_record *records, int32_t room, int64_t *alone) {
    *alone = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    struct header header;
    int32_t count = 0;
    if (read_all(descriptor, &header, sizeof header) && memcmp(header.magic, magic, sizeof magic) == 0
        && header.record_size == sizeof(cpa_record) && header.workers >= 0) {
        *alone = header.alone;
        while (count < room && count < header.workers && read_all(descriptor, &records[count], sizeof(cpa_record))) {
            records[count].script[sizeof records->script - 1] = 0;
            count++;
        }
    }
    close(descriptor);
    return count;
}
