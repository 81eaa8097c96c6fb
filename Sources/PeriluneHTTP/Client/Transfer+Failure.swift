import CCurl
import PeriluneCore

extension Transfer {
    /// What libcurl's code means to whoever waits.
    ///
    /// Of libcurl's own words only those about certificates are used: others quote the URL.
    func failure(_ code: CURLcode, wasSent: Bool, detail: String) -> PeriluneError {
        func failed(_ code: PeriluneError.Code, _ message: String) -> PeriluneError {
            PeriluneError(code, "\(request.method) \(target): \(message)")
        }
        if isTooLarge {
            return failed(
                .httpTooLarge, "the answer is larger than the limit of \(bodyLimit) bytes")
        }
        switch code {
        case CURLE_FILESIZE_EXCEEDED:
            return failed(
                .httpTooLarge, "the answer is larger than the limit of \(bodyLimit) bytes")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return failed(.httpResolve, "the host is unknown")
        case CURLE_COULDNT_CONNECT: return failed(.httpConnect, "no connection")
        case CURLE_OPERATION_TIMEDOUT where !wasSent:
            return failed(.httpConnect, "no connection within the time allowed")
        case CURLE_OPERATION_TIMEDOUT:
            return failed(.httpTimeout, "no answer within the time allowed")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return failed(.httpTLS, detail.isEmpty ? "no secure connection" : detail)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return failed(.httpTruncated, "the connection ended before the answer was complete")
        case CURLE_URL_MALFORMAT: return failed(.httpRequest, "the URL can't be used")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return failed(.httpFailed, "the answer is not HTTP")
        default:
            return failed(.httpFailed, String(cString: curl_easy_strerror(code)))
        }
    }

    var cancelled: PeriluneError {
        PeriluneError(.httpCancelled, "\(request.method) \(target): cancelled")
    }
}
