#include "loading.h"

#define FUNCTIONS(F) \
    F(rd_kafka_assign) \
    F(rd_kafka_assignment) \
    F(rd_kafka_conf_destroy) \
    F(rd_kafka_conf_new) \
    F(rd_kafka_conf_set) \
    F(rd_kafka_conf_set_dr_msg_cb) \
    F(rd_kafka_conf_set_error_cb) \
    F(rd_kafka_conf_set_log_cb) \
    F(rd_kafka_conf_set_opaque) \
    F(rd_kafka_conf_set_rebalance_cb) \
    F(rd_kafka_consumer_close) \
    F(rd_kafka_consumer_poll) \
    F(rd_kafka_destroy) \
    F(rd_kafka_err2name) \
    F(rd_kafka_err2str) \
    F(rd_kafka_error_code) \
    F(rd_kafka_error_destroy) \
    F(rd_kafka_fatal_error) \
    F(rd_kafka_header_add) \
    F(rd_kafka_header_get_all) \
    F(rd_kafka_headers_destroy) \
    F(rd_kafka_headers_new) \
    F(rd_kafka_message_destroy) \
    F(rd_kafka_message_errstr) \
    F(rd_kafka_message_headers) \
    F(rd_kafka_message_timestamp) \
    F(rd_kafka_new) \
    F(rd_kafka_offsets_store) \
    F(rd_kafka_pause_partitions) \
    F(rd_kafka_poll) \
    F(rd_kafka_poll_set_consumer) \
    F(rd_kafka_produceva) \
    F(rd_kafka_resume_partitions) \
    F(rd_kafka_subscribe) \
    F(rd_kafka_topic_name) \
    F(rd_kafka_topic_partition_list_add) \
    F(rd_kafka_topic_partition_list_destroy) \
    F(rd_kafka_topic_partition_list_new) \
    F(rd_kafka_version_str)

PERILUNE_LIBRARY(kafka, "librdkafka.so.1", FUNCTIONS)
