import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import Synchronization

/// Sends values to an HTTP server.
///
/// A request that fails is sent again, with the same `Idempotency-Key`; the host waits between tries, and the sink as long
/// as `Retry-After` says. If the server refuses values (400, 409, 413, 415, 422), the sink sends halves of the request,
/// until it knows which value is refused.
final class HTTPSink: SteppingSink, NoticingSink {
    /// The method of requests.
    enum Method: String, CaseIterable {
        case post = "POST"
        case put = "PUT"
    }

    /// The URL and the form of requests.
    struct Target: Sendable {
        let url: String
        let method: Method
        let headers: HTTPHeaders
        let format: HTTPSinkFormat
        let isCompressed: Bool
    }

    let name: String
    private let target: Target
    private let batchSize: Int
    private let options: HTTPClientOptions
    private let rejected: RejectedValues?
    private let state = Mutex(State())

    private struct State {
        var client: HTTPClient?
        /// The last value of the current batch that was accepted, so that it is not sent again.
        var sequence = ""
        var number: Int64 = 0
    }

    init(
        name: String, _ target: Target, batch: Int, _ options: HTTPClientOptions,
        rejected: RejectedValues?
    ) {
        self.name = name
        self.target = target
        batchSize = batch
        self.options = options
        self.rejected = rejected
    }

    var warnings: [String] { rejected?.warnings(of: name) ?? [] }

    func write(_ batch: RecordBatch) async throws {
        let taken = state.withLock { $0.sequence == batch.sequence ? $0.number : 0 }
        let values = batch.values(after: taken)
        for start in stride(from: 0, to: values.count, by: batchSize) {
            try await send(values[start..<min(start + batchSize, values.count)])
        }
    }

    func lastWritten(of batch: RecordBatch) -> Int64 {
        state.withLock { $0.sequence == batch.sequence ? min($0.number, batch.last) : 0 }
    }

    /// Sends values; when it returns, each was accepted or is in the file of rejected values.
    private func send(_ values: ArraySlice<SinkValue>) async throws {
        guard let first = values.first, let last = values.last else { return }
        let response = try await exchange(
            target.format.body(values, of: name),
            key: "\(first.sequence)-\(first.number)-\(last.number)")
        switch response.status {
        case 200..<300: break
        case 400, 409, 413, 415, 422:
            if values.count > 1 {
                let middle = values.startIndex + values.count / 2
                try await send(values[..<middle])
                return try await send(values[middle...])
            }
            let error = Self.error(response)
            guard let rejected else { throw error }
            try rejected.append(first, of: name, because: error)
        default:
            if let seconds = Self.pause(response) { try await Task.sleep(for: .seconds(seconds)) }
            throw Self.error(response)
        }
        state.withLock { ($0.sequence, $0.number) = (last.sequence, last.number) }
    }

    private func exchange(_ body: [UInt8], key: String) async throws -> HTTPResponse {
        var headers = target.headers
        headers["Content-Type"] = target.format.type
        headers["Idempotency-Key"] = key
        if target.isCompressed { headers["Content-Encoding"] = "gzip" }
        let request = HTTPClientRequest(
            target.method.rawValue, target.url, headers: headers,
            body: target.isCompressed ? try Gzip.compress(body) : body)
        let client = try state.withLock { state throws(PeriluneError) in
            if let client = state.client { return client }
            let client = try HTTPClient(options)
            state.client = client
            return client
        }
        return try await client.send(request)
    }

    /// The maximum number of seconds to wait because of `Retry-After`.
    private static let longestPause = 300

    private static func pause(_ response: HTTPResponse) -> Int? {
        guard [429, 503].contains(response.status) else { return nil }
        return response.headers["Retry-After"].flatMap { Int($0) }
            .map { min(max(0, $0), longestPause) }
    }

    private static func error(_ response: HTTPResponse) -> PeriluneError {
        let text = String(decoding: response.body.prefix(200), as: UTF8.self)
        return PeriluneError(
            "sink.status",
            "the server answered \(response.status)" + (text.isEmpty ? "" : ": \(text)"),
            hint: response.status < 500
                ? "check the URL, the headers and the format of the output" : nil)
    }
}
