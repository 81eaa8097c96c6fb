#include "loading.h"

#define FUNCTIONS(F) \
    F(sqlite3_aggregate_context) \
    F(sqlite3_bind_blob64) \
    F(sqlite3_bind_double) \
    F(sqlite3_bind_int64) \
    F(sqlite3_bind_null) \
    F(sqlite3_bind_parameter_count) \
    F(sqlite3_bind_parameter_name) \
    F(sqlite3_bind_text64) \
    F(sqlite3_busy_timeout) \
    F(sqlite3_changes64) \
    F(sqlite3_clear_bindings) \
    F(sqlite3_close_v2) \
    F(sqlite3_column_blob) \
    F(sqlite3_column_bytes) \
    F(sqlite3_column_count) \
    F(sqlite3_column_double) \
    F(sqlite3_column_int64) \
    F(sqlite3_column_name) \
    F(sqlite3_column_text) \
    F(sqlite3_column_type) \
    F(sqlite3_column_value) \
    F(sqlite3_create_collation_v2) \
    F(sqlite3_create_function_v2) \
    F(sqlite3_errmsg) \
    F(sqlite3_errstr) \
    F(sqlite3_exec) \
    F(sqlite3_finalize) \
    F(sqlite3_get_autocommit) \
    F(sqlite3_last_insert_rowid) \
    F(sqlite3_limit) \
    F(sqlite3_open_v2) \
    F(sqlite3_prepare_v3) \
    F(sqlite3_progress_handler) \
    F(sqlite3_reset) \
    F(sqlite3_result_blob64) \
    F(sqlite3_result_double) \
    F(sqlite3_result_error) \
    F(sqlite3_result_error_nomem) \
    F(sqlite3_result_int64) \
    F(sqlite3_result_null) \
    F(sqlite3_result_text) \
    F(sqlite3_result_text64) \
    F(sqlite3_result_zeroblob64) \
    F(sqlite3_step) \
    F(sqlite3_stmt_busy) \
    F(sqlite3_system_errno) \
    F(sqlite3_user_data) \
    F(sqlite3_value_blob) \
    F(sqlite3_value_bytes) \
    F(sqlite3_value_double) \
    F(sqlite3_value_int64) \
    F(sqlite3_value_text) \
    F(sqlite3_value_type)

PERILUNE_LIBRARY(sqlite, "libsqlite3.so.0", FUNCTIONS)
