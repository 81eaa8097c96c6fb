#include "loading.h"

#define FUNCTIONS(F) \
    F(gnutls_bye) \
    F(gnutls_certificate_allocate_credentials) \
    F(gnutls_certificate_free_credentials) \
    F(gnutls_certificate_set_x509_key_mem) \
    F(gnutls_credentials_set) \
    F(gnutls_deinit) \
    F(gnutls_handshake) \
    F(gnutls_hash_fast) \
    F(gnutls_hmac_fast) \
    F(gnutls_init) \
    F(gnutls_priority_deinit) \
    F(gnutls_priority_init) \
    F(gnutls_priority_set) \
    F(gnutls_record_check_pending) \
    F(gnutls_record_get_direction) \
    F(gnutls_record_recv) \
    F(gnutls_record_send) \
    F(gnutls_rnd) \
    F(gnutls_transport_set_int2) \
    F(gnutls_x509_crt_deinit) \
    F(gnutls_x509_crt_get_expiration_time) \
    F(gnutls_x509_crt_import) \
    F(gnutls_x509_crt_init)

PERILUNE_LIBRARY(gnutls, "libgnutls.so.30", FUNCTIONS)
