#include "loading.h"

#define FUNCTIONS(F) \
    F(MHD_add_response_header) \
    F(MHD_create_response_from_buffer) \
    F(MHD_destroy_response) \
    F(MHD_get_connection_info) \
    F(MHD_get_connection_values_n) \
    F(MHD_get_version) \
    F(MHD_queue_response) \
    F(MHD_quiesce_daemon) \
    F(MHD_resume_connection) \
    F(MHD_start_daemon_va) \
    F(MHD_stop_daemon) \
    F(MHD_suspend_connection)

PERILUNE_LIBRARY(microhttpd, "libmicrohttpd.so.12", FUNCTIONS)
