import CCurl
import PeriluneCore
import Synchronization

/// A mail that is being sent.
///
/// Unchecked: the waiting task sets `continuation` before the thread starts; from then on, only the thread uses it,
/// except for `isCancelled`.
final class MailTransfer: @unchecked Sendable {
    typealias Answer = Result<Void, PeriluneError>

    let isCancelled = Atomic(false)
    var continuation: CheckedContinuation<Answer, Never>?

    private let message: MailMessage
    private let server: MailServer
    private let content: [UInt8]
    private var sent = 0

    init(_ message: MailMessage, _ server: MailServer) {
        self.message = message
        self.server = server
        content = message.bytes
    }

    func finish(_ answer: Answer) {
        continuation?.resume(returning: answer)
        continuation = nil
    }

    /// Sends the mail; returns when the server has answered.
    func run() -> Answer {
        guard let multi = curl_multi_init() else { return failure("out of memory for a mail") }
        defer { curl_multi_cleanup(multi) }
        guard let easy = curl_easy_init() else { return failure("out of memory for a mail") }
        defer { curl_easy_cleanup(easy) }
        var recipients: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(recipients) }
        for address in message.to {
            guard let longer = curl_slist_append(recipients, "<\(address)>") else {
                return failure("out of memory for a mail")
            }
            recipients = longer
        }
        let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        detail.initialize(to: 0)
        defer { detail.deallocate() }
        perilune_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, detail)
        perilune_curl_set_pointer(easy, CURLOPT_MAIL_RCPT, recipients)
        guard configure(easy), curl_multi_add_handle(multi, easy) == CURLM_OK else {
            return failure("cannot send mail with this version of libcurl")
        }
        defer { curl_multi_remove_handle(multi, easy) }
        let code = drive(multi)
        return code == CURLE_OK ? .success(()) : failure(code, easy, detail)
    }

    /// Runs the transfer to its end.
    private func drive(_ multi: UnsafeMutableRawPointer) -> CURLcode {
        while true {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var left: Int32 = 0
            if let done = curl_multi_info_read(multi, &left)?.pointee { return done.data.result }
            curl_multi_poll(multi, nil, 0, 200, nil)
        }
    }

    private func configure(_ easy: UnsafeMutableRawPointer) -> Bool {
        let this = Unmanaged.passUnretained(self).toOpaque()
        let encryption = server.isEncrypted ? CURLUSESSL_ALL : CURLUSESSL_NONE
        let codes = [
            perilune_curl_set_string(easy, CURLOPT_URL, server.url),
            perilune_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
            perilune_curl_set_string(easy, CURLOPT_MAIL_FROM, "<\(message.from)>"),
            perilune_curl_set_long(easy, CURLOPT_USE_SSL, numericCast(encryption.rawValue)),
            perilune_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
            perilune_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, 10_000),
            perilune_curl_set_long(easy, CURLOPT_TIMEOUT_MS, server.timeout.milliseconds),
            perilune_curl_set_long(easy, CURLOPT_UPLOAD, 1),
            perilune_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, numericCast(content.count)),
            perilune_curl_set_pointer(easy, CURLOPT_READDATA, this),
            perilune_curl_set_callback(easy, CURLOPT_READFUNCTION, readMailCallback),
            perilune_curl_set_long(easy, CURLOPT_NOPROGRESS, 0),
            perilune_curl_set_pointer(easy, CURLOPT_XFERINFODATA, this),
            perilune_curl_set_progress(easy, isMailCancelledCallback),
            server.user.map { perilune_curl_set_string(easy, CURLOPT_USERNAME, $0) } ?? CURLE_OK,
            server.password.map {
                perilune_curl_set_string(easy, CURLOPT_PASSWORD, $0.reveal())
            } ?? CURLE_OK,
            server.caFile.map { perilune_curl_set_string(easy, CURLOPT_CAINFO, $0) } ?? CURLE_OK,
        ]
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    fileprivate func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, content.count - sent)
        content.withUnsafeBytes { bytes in
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count]))
        }
        sent += count
        return count
    }

    private func failure(_ message: String) -> Answer {
        .failure(
            PeriluneError(
                .mailFailed, "sending mail through \(server.host) failed: \(message)"))
    }

    private func failure(
        _ code: CURLcode, _ easy: UnsafeMutableRawPointer, _ detail: UnsafePointer<CChar>
    ) -> Answer {
        var status = 0
        perilune_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        func failed(_ code: PeriluneError.Code, _ message: String) -> Answer {
            .failure(
                PeriluneError(code, "sending mail through \(server.host) failed: \(message)"))
        }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return failed(.mailFailed, "cancelled")
        case CURLE_LOGIN_DENIED:
            return failed(.mailLogin, "the server rejected the user name or password")
        case CURLE_COULDNT_RESOLVE_HOST: return failed(.mailConnect, "unknown host")
        case CURLE_COULDNT_CONNECT: return failed(.mailConnect, "cannot connect")
        case CURLE_USE_SSL_FAILED:
            return failed(.mailTLS, "the server does not offer STARTTLS")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
            let why = String(cString: detail)
            return failed(.mailTLS, why.isEmpty ? "the TLS connection failed" : why)
        case _ where (400..<600).contains(status):
            return failed(.mailRefused, "the server rejected the mail with status \(status)")
        case CURLE_OPERATION_TIMEDOUT:
            return failed(.mailFailed, "timed out while waiting for the server")
        default: return failed(.mailFailed, String(cString: curl_easy_strerror(code)))
        }
    }
}

private let readMailCallback: curl_write_callback = { room, size, count, context in
    guard let room, let context else { return 0 }
    let transfer = Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.read(
        into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
}

/// Ends the transfer of a mail that no task waits for.
///
/// If the handle were removed instead, libcurl would send the end of the mail, which the server would deliver without its
/// rest, and wait for the answer.
private let isMailCancelledCallback: curl_xferinfo_callback = { context, _, _, _, _ in
    guard let context else { return 0 }
    let transfer = Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.isCancelled.load(ordering: .acquiring) ? 1 : 0
}
