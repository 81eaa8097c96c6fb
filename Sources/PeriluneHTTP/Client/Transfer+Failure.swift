import CCurl
import PeriluneCore

extension Transfer {
    /// The error for a code of libcurl.
    ///
    /// Messages of libcurl are only used for certificates, because others quote the URL.
    func failure(_ code: CURLcode, wasSent: Bool, detail: String) -> PeriluneError {
        func failed(_ code: PeriluneError.Code, _ message: String) -> PeriluneError {
            PeriluneError(code, "\(request.method) \(target): \(message)")
        }
        if isTooLarge {
            return failed(
                .httpTooLarge, "the response is larger than the limit of \(bodyLimit) bytes")
        }
        if let refusedAddress {
            return failed(
                .httpAddress,
                "the host has the address \(refusedAddress), to which requests are not allowed")
        }
        switch code {
        case CURLE_FILESIZE_EXCEEDED:
            return failed(
                .httpTooLarge, "the response is larger than the limit of \(bodyLimit) bytes")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return failed(.httpResolve, "unknown host")
        case CURLE_COULDNT_CONNECT: return failed(.httpConnect, "cannot connect")
        case CURLE_OPERATION_TIMEDOUT where !wasSent:
            return failed(.httpConnect, "timed out while connecting")
        case CURLE_OPERATION_TIMEDOUT:
            return failed(.httpTimeout, "timed out while waiting for the response")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return failed(.httpTLS, detail.isEmpty ? "the TLS connection failed" : detail)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return failed(.httpTruncated, "the connection closed before the response was complete")
        case CURLE_URL_MALFORMAT: return failed(.httpRequest, "invalid URL")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return failed(.httpFailed, "the response is not HTTP")
        default:
            return failed(.httpFailed, String(cString: curl_easy_strerror(code)))
        }
    }

    var cancelled: PeriluneError {
        PeriluneError(.httpCancelled, "\(request.method) \(target): cancelled")
    }
}
