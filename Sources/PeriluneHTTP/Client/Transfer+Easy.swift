import CCurl
import Glibc
import PeriluneCore

extension Transfer {
    /// Sets all options of this request on a handle that was just reset.
    ///
    /// - Returns: The list of headers, which must live as long as the transfer; `nil` if libcurl rejected an option.
    func configure(
        _ easy: UnsafeMutableRawPointer, _ options: HTTPClientOptions
    ) -> UnsafeMutablePointer<curl_slist>? {
        guard setTarget(easy, options), setLimits(easy, options), setBody(easy),
            setAddresses(easy, options)
        else { return nil }
        guard let list = headerList() else { return nil }
        let this = Unmanaged.passUnretained(self).toOpaque()
        perilune_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list)
        perilune_curl_set_pointer(easy, CURLOPT_WRITEDATA, this)
        perilune_curl_set_callback(easy, CURLOPT_WRITEFUNCTION, takeBodyCallback)
        perilune_curl_set_pointer(easy, CURLOPT_HEADERDATA, this)
        perilune_curl_set_callback(easy, CURLOPT_HEADERFUNCTION, takeHeaderCallback)
        return list
    }

    private func setTarget(_ easy: UnsafeMutableRawPointer, _ options: HTTPClientOptions) -> Bool {
        // An https connection first negotiates HTTP/2, and other requests wait for that. Over plain http there is no
        // negotiation, and a single request without an answer would block all others.
        let version = target.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        perilune_curl_set_long(easy, CURLOPT_HTTP_VERSION, numericCast(version))
        // libcurl repeats a request only if it reused the connection that failed.
        let isFresh = request.isAtMostOnce ? 1 : 0
        perilune_curl_set_long(easy, CURLOPT_FRESH_CONNECT, isFresh)
        perilune_curl_set_long(easy, CURLOPT_PIPEWAIT, target.isSecure ? 1 - isFresh : 0)
        perilune_curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
        perilune_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        let codes = [
            perilune_curl_set_string(easy, CURLOPT_URL, request.url),
            perilune_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            perilune_curl_set_string(easy, CURLOPT_USERAGENT, options.userAgent),
            perilune_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
            options.caFile.map { perilune_curl_set_string(easy, CURLOPT_CAINFO, $0) } ?? CURLE_OK,
            options.socket.map { perilune_curl_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, $0) }
                ?? CURLE_OK,
        ]
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func setLimits(_ easy: UnsafeMutableRawPointer, _ options: HTTPClientOptions) -> Bool {
        let timeout = request.timeout ?? options.timeout
        let codes = [
            // Signals belong to the program, not to a library.
            perilune_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
            perilune_curl_set_long(
                easy, CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.milliseconds),
            perilune_curl_set_long(easy, CURLOPT_TIMEOUT_MS, timeout.milliseconds),
            perilune_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1),
            perilune_curl_set_long(
                easy, CURLOPT_LOW_SPEED_TIME, max(1, options.stallTimeout.milliseconds / 1000)),
            perilune_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, numericCast(bodyLimit)),
        ]
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func setBody(_ easy: UnsafeMutableRawPointer) -> Bool {
        if request.method == "HEAD" {
            return perilune_curl_set_long(easy, CURLOPT_NOBODY, 1) == CURLE_OK
        }
        if !request.body.isEmpty || Self.alwaysWithBody.contains(request.method) {
            // With the size, which must come first, the body may contain zeros.
            perilune_curl_set_offset(
                easy, CURLOPT_POSTFIELDSIZE_LARGE, numericCast(request.body.count))
            let code = request.body.withUnsafeBytes { bytes in
                // An empty array may have no address, which would mean "no body yet".
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return perilune_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, "")
                }
                return perilune_curl_set_pointer(
                    easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
            }
            guard code == CURLE_OK else { return false }
        }
        guard request.method != "GET" || !request.body.isEmpty else { return true }
        return perilune_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method) == CURLE_OK
    }

    private func setAddresses(
        _ easy: UnsafeMutableRawPointer, _ options: HTTPClientOptions
    ) -> Bool {
        for line in options.resolved { resolved = curl_slist_append(resolved, line) }
        if let resolved { perilune_curl_set_pointer(easy, CURLOPT_RESOLVE, resolved) }
        guard request.addresses != nil else { return true }
        let this = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            // Through a proxy, the address of the host could not be checked.
            perilune_curl_set_string(easy, CURLOPT_PROXY, ""),
            perilune_curl_set_open_socket(easy, openSocketCallback),
            perilune_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, this),
            // A reused connection was opened for another request, so its address is checked again.
            perilune_curl_set_before_request(easy, beforeRequestCallback),
            perilune_curl_set_pointer(easy, CURLOPT_PREREQDATA, this),
        ]
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func headerList() -> UnsafeMutablePointer<curl_slist>? {
        // By default, libcurl would send the type of a form for any body, and would ask the server for permission to
        // send a large one and wait a second for the answer.
        var lines = ["Expect:"]
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        for (name, value) in request.headers.fields {
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                return nil
            }
            list = longer
        }
        return list
    }

    private static let alwaysWithBody: Set<String> = ["POST", "PUT", "PATCH", "MERGE"]
}

private let takeBodyCallback: curl_write_callback = { bytes, _, count, context in
    let accepted = transfer(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: count))
    return accepted == true ? count : 0
}

private let takeHeaderCallback: curl_write_callback = { bytes, _, count, context in
    let accepted = transfer(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count))
    return accepted == true ? count : 0
}

private let openSocketCallback: curl_opensocket_callback = { context, _, address in
    guard let address, let text = AddressText.read(address) else { return -1 }
    guard transfer(context)?.mayConnect(to: text) == true else { return -1 }
    return socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
        address.pointee.protocol)
}

private let beforeRequestCallback: curl_prereq_callback = { context, address, _, _, _ in
    let mayConnect = address.map { transfer(context)?.mayConnect(to: String(cString: $0)) == true }
    return mayConnect == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

@Sendable private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

extension Duration {
    /// The duration, at least one millisecond, because zero means "forever" to libcurl.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = Int(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue)
        // A hundred days are practically forever, and fit every C type.
        return min(max(1, whole + Int(attoseconds / 1_000_000_000_000_000)), 8_640_000_000)
    }
}
