import CCurl
import Glibc
import PeriluneCore
import Synchronization

/// The thread of a client: libcurl's multi interface and its transfers.
///
/// Unchecked: other threads use the inbox, and `multi` only to wake this thread while the inbox is locked and open;
/// everything else belongs to the thread.
final class ClientLoop: @unchecked Sendable {
    /// The maximum number of handles that are kept for later requests.
    private static let pooledHandles = 256
    static let isCurlReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    private let options: HTTPClientOptions
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(ClientInbox())
    private var active: [UnsafeMutableRawPointer: Running] = [:]
    private var pool: [UnsafeMutableRawPointer] = []

    private struct Running {
        let transfer: Transfer
        let headers: UnsafeMutablePointer<curl_slist>
        let detail: UnsafeMutablePointer<CChar>
    }

    init(_ options: HTTPClientOptions) throws(PeriluneError) {
        try SharedLibrary.curl.load()
        guard Self.isCurlReady, let multi = curl_multi_init() else {
            throw PeriluneError(.httpFailed, "out of memory for an HTTP client")
        }
        self.options = options
        self.multi = multi
        perilune_curl_multi_set_long(
            multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
        perilune_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.idleConnections)
    }

    deinit { curl_multi_cleanup(multi) }

    /// Starts the thread, which retains this object until it ends.
    func start() throws(PeriluneError) {
        let started = startThread { self.run() }
        guard started else {
            throw PeriluneError(.httpFailed, "cannot create a thread for an HTTP client")
        }
    }

    func submit(_ transfer: Transfer) {
        let isOpen = inbox.withLock { inbox in
            guard inbox.isOpen, !inbox.isClosing else { return false }
            post(&inbox) { $0.submit(transfer) }
            return true
        }
        if !isOpen { transfer.finish(.failure(transfer.cancelled)) }
    }

    func cancel(_ transfer: Transfer) {
        transfer.isCancelled.store(true, ordering: .releasing)
        inbox.withLock { inbox in post(&inbox) { $0.cancel(transfer) } }
    }

    func close() { inbox.withLock { inbox in post(&inbox) { $0.close() } } }

    /// Adds a message; only the first of several wakes the thread.
    private func post(_ inbox: inout ClientInbox, _ message: (inout ClientInbox) -> Void) {
        guard inbox.isOpen else { return }
        let isFirst = inbox.isEmpty
        message(&inbox)
        if isFirst { curl_multi_wakeup(multi) }
    }

    private func run() {
        while takeMessages() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finishTransfers()
            if inbox.withLock({ $0.isEmpty }) { curl_multi_poll(multi, nil, 0, 1000, nil) }
        }
        for (easy, running) in active {
            end(easy, running, .failure(running.transfer.cancelled))
        }
        for easy in pool { curl_easy_cleanup(easy) }
    }

    /// Processes the messages of other threads; returns false once the client is closed.
    private func takeMessages() -> Bool {
        let messages = inbox.withLock { inbox in
            if inbox.isClosing { inbox.isOpen = false }
            return inbox.drain()
        }
        for transfer in messages.submitted { begin(transfer) }
        if !messages.cancelled.isEmpty {
            let cancelled = Set(messages.cancelled.map(ObjectIdentifier.init))
            for (easy, running) in active
            where cancelled.contains(ObjectIdentifier(running.transfer)) {
                end(easy, running, .failure(running.transfer.cancelled))
            }
        }
        return !messages.isClosing
    }

    private func begin(_ transfer: Transfer) {
        guard !transfer.isCancelled.load(ordering: .acquiring) else {
            return transfer.finish(.failure(transfer.cancelled))
        }
        let failed = PeriluneError(.httpFailed, "out of memory for a request")
        guard let easy = pool.popLast() ?? curl_easy_init() else {
            return transfer.finish(.failure(failed))
        }
        guard let headers = transfer.configure(easy, options) else {
            curl_easy_cleanup(easy)
            curl_slist_free_all(transfer.resolved)
            return transfer.finish(
                .failure(
                    PeriluneError(.httpRequest, "\(transfer.target): the request is not valid")))
        }
        let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        detail.initialize(to: 0)
        perilune_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, detail)
        let running = Running(transfer: transfer, headers: headers, detail: detail)
        active[easy] = running
        if curl_multi_add_handle(multi, easy) != CURLM_OK { end(easy, running, .failure(failed)) }
    }

    private func finishTransfers() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
                let running = active[easy]
            else { continue }
            end(easy, running, answer(easy, running, message.data.result))
        }
    }

    private func answer(
        _ easy: UnsafeMutableRawPointer, _ running: Running, _ code: CURLcode
    ) -> Transfer.Answer {
        guard code == CURLE_OK else {
            var sent: curl_off_t = 0
            perilune_curl_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &sent)
            return .failure(
                running.transfer.failure(
                    code, wasSent: sent > 0, detail: String(cString: running.detail)))
        }
        var status = 0
        perilune_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return .success(running.transfer.response(status: status))
    }

    /// Ends a transfer; a connection that is receiving an answer is closed.
    private func end(
        _ easy: UnsafeMutableRawPointer, _ running: Running, _ answer: Transfer.Answer
    ) {
        active[easy] = nil
        curl_multi_remove_handle(multi, easy)
        curl_easy_reset(easy)
        curl_slist_free_all(running.headers)
        curl_slist_free_all(running.transfer.resolved)
        running.transfer.resolved = nil
        running.detail.deallocate()
        if pool.count < Self.pooledHandles {
            pool.append(easy)
        } else {
            curl_easy_cleanup(easy)
        }
        running.transfer.finish(answer)
    }
}
