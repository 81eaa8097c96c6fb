// What SQLite alone needs for the work of count.lua: reads and writes random entries of a store, as a run does, with the
// same statements, settings and batches. Prints microseconds of processor time per event.
//
//     floor STORE ENTRIES EVENTS BATCH
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static sqlite3 *db;

static void check(int result) {
    if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void bind(sqlite3_stmt *statement, uint64_t entry) {
    char key[64];
    int length = snprintf(key, sizeof key, "\x1f" "1\x1fsid-%08llu", (unsigned long long)entry);
    check(sqlite3_bind_text(statement, 1, "count.lua", -1, SQLITE_STATIC));
    check(sqlite3_bind_text(statement, 2, key, length, SQLITE_TRANSIENT));
}

static uint64_t next_random(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int compare(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static double seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    uint64_t entries = strtoull(arguments[2], NULL, 10);
    int events = atoi(arguments[3]), batch = atoi(arguments[4]);
    check(sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768");
    sqlite3_stmt *select = prepare("SELECT value, checksum FROM state INDEXED BY sqlite_autoindex_state_1 "
                                   "WHERE script = ?1 AND key = ?2");
    sqlite3_stmt *update = prepare("UPDATE state INDEXED BY sqlite_autoindex_state_1 SET value = ?3, checksum = ?4 "
                                   "WHERE script = ?1 AND key = ?2");
    uint64_t *batched = calloc((size_t)batch, sizeof *batched);
    double start = seconds();
    for (int done = 0; done < events; done += batch) {
        run("BEGIN");
        for (int i = 0; i < batch; i++) {
            batched[i] = next_random() % entries;
            bind(select, batched[i]);
            check(sqlite3_step(select));
            check(sqlite3_reset(select));
        }
        run("COMMIT; BEGIN IMMEDIATE");
        qsort(batched, (size_t)batch, sizeof *batched, compare);
        for (int i = 0; i < batch; i++) {
            bind(update, batched[i]);
            check(sqlite3_bind_blob(update, 3, "7", 1, SQLITE_STATIC));
            check(sqlite3_bind_int64(update, 4, (sqlite3_int64)(next_random() >> 1)));
            check(sqlite3_step(update));
            check(sqlite3_reset(update));
        }
        run("COMMIT");
    }
    printf("%.1f\n", (seconds() - start) * 1e6 / events);
    return 0;
}
