/* The same bytes without a client: libcurl's easy interface, one kept connection, no look at the answer
   but its status. Usage: floor URL METHOD BODY-FILE HEADER-FILE COUNT */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *answer;
static size_t length, capacity;

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    (void)size, (void)context;
    if (length + count > capacity) answer = realloc(answer, capacity = 2 * (length + count));
    memcpy(answer + length, bytes, count);
    length += count;
    return count;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)size, (void)context;
    return count;
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void send_one(CURL *easy) {
    long status = 0;
    length = 0;
    CURLcode code = curl_easy_perform(easy);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK || status < 200 || status > 299) {
        fprintf(stderr, "%s, status %ld: %.*s\n", curl_easy_strerror(code), status,
                (int)(length < 300 ? length : 300), answer ? answer : "");
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 6) return 64;
    curl_global_init(CURL_GLOBAL_ALL);
    CURL *easy = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
    char line[4096];
    FILE *file = fopen(argv[4], "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        headers = curl_slist_append(headers, line);
    }
    static char body[1 << 20];
    file = fopen(argv[3], "rb");
    size_t size = file ? fread(body, 1, sizeof body, file) : 0;
    curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    if (size) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    }
    if (size || strcmp(argv[2], "GET")) curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, argv[2]);
    send_one(easy);
    int count = atoi(argv[5]);
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int index = 0; index < count; index++) send_one(easy);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall = now(CLOCK_MONOTONIC) - wall;
    printf("{\"wall\": %.3f, \"cpu\": %.3f, \"bytes\": %zu}\n", wall / count, cpu / count, length);
    return 0;
}
