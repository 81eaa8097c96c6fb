#include "loading.h"

#define FUNCTIONS(F) \
    F(curl_easy_cleanup) \
    F(curl_easy_getinfo) \
    F(curl_easy_init) \
    F(curl_easy_reset) \
    F(curl_easy_setopt) \
    F(curl_easy_strerror) \
    F(curl_global_init) \
    F(curl_multi_add_handle) \
    F(curl_multi_cleanup) \
    F(curl_multi_info_read) \
    F(curl_multi_init) \
    F(curl_multi_perform) \
    F(curl_multi_poll) \
    F(curl_multi_remove_handle) \
    F(curl_multi_setopt) \
    F(curl_multi_wakeup) \
    F(curl_slist_append) \
    F(curl_slist_free_all)

PERILUNE_LIBRARY(curl, "libcurl.so.4", FUNCTIONS)
