// The activity file that an earlier process left: whatever it contains, only complete records of it are read, and a
// script's name ends.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
#include <CPeriluneActivity.h>
}

#include "target.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    constexpr size_t header = 128, record = sizeof(cpa_record);
    constexpr int32_t room = 8;
    const int file = memfd_create("activity", MFD_CLOEXEC);
    REQUIRE(file >= 0 && write(file, bytes, length) == ssize_t(length));
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    const Bytes records = padded("", room * record, 'x');
    int64_t alone = -1;
    auto *const read = reinterpret_cast<cpa_record *>(records.get());
    const int32_t count = cpa_read(path.c_str(), read, room, &alone);
    close(file);

    int32_t workers = 0, size = 0;
    int64_t expected_alone = 0;
    size_t expected = 0;
    if (length >= header && memcmp(bytes, "PeriAct1", 8) == 0) {
        memcpy(&workers, bytes + 8, 4);
        memcpy(&size, bytes + 12, 4);
        if (workers >= 0 && size == int32_t(record)) {
            memcpy(&expected_alone, bytes + 16, 8);
            expected = std::min({size_t(workers), size_t(room), (length - header) / record});
        }
    }
    REQUIRE(size_t(count) == expected && alone == expected_alone);
    for (size_t i = 0; i < expected; i++) {
        cpa_record stored;
        memcpy(&stored, bytes + header + i * record, record);
        REQUIRE(read[i].event == stored.event && read[i].cause == stored.cause && read[i].line == stored.line);
        REQUIRE(strlen(read[i].script) < sizeof stored.script);
    }
    return 0;
}
