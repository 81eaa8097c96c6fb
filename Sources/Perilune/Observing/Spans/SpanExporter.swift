public import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// Sends the spans of batches and events to a collector: OTLP over HTTP, as JSON.
///
/// ```swift
/// var options = HostOptions()
/// options.spans = try SpanExporter(SpanExporterOptions(endpoint: "http://127.0.0.1:4318"))
/// ```
///
/// Spans are sent from a task of their own. If the collector is slow or away, they wait, up to
/// ``SpanExporterOptions/limit``; then the newest are dropped and counted. Processing never waits for a collector.
public final class SpanExporter: Sendable {
    let options: SpanExporterOptions
    /// The URL of requests.
    private let url: String
    private let client: HTTPClient
    private let queue = Mutex<[TraceSpan]>([])
    private let sentCount = Atomic(0)
    private let droppedCount = Atomic(0)
    private let isClosed = Atomic(false)
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let report: @Sendable (PeriluneError) -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// The maximum number of spans in a request.
    private static let most = 512

    /// Creates an exporter and starts sending.
    ///
    /// - Parameters:
    ///   - options: The endpoint, and which events have spans.
    ///   - report: Called when spans cannot be sent; not again until sending has succeeded in between.
    /// - Throws: `trace.endpoint` if the endpoint is not an HTTP URL.
    public init(
        _ options: SpanExporterOptions,
        report: @escaping @Sendable (PeriluneError) -> Void = { _ in }
    ) throws(PeriluneError) {
        do throws(PeriluneError) {
            let target = try HTTPTarget(options.endpoint)
            url = target.path == "/" ? target.origin.url + "/v1/traces" : target.url
        } catch {
            throw PeriluneError(
                "trace.endpoint", "'\(options.endpoint)' is not the address of a collector",
                hint: "write it as http://127.0.0.1:4318")
        }
        self.options = options
        self.report = report
        client = try HTTPClient(HTTPClientOptions(timeout: .seconds(10)))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        task.withLock { $0 = Task { [weak self, wakes] in await Self.run(wakes) { self } } }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// The number of spans that the collector has accepted.
    public var sent: Int { sentCount.load(ordering: .relaxed) }

    /// The number of spans that were dropped because too many waited or the collector refused them.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }

    /// Adds spans, and drops those beyond the limit.
    func add(_ spans: [TraceSpan]) {
        let (added, isFull) = queue.withLock { queue in
            let room = max(0, options.limit - queue.count)
            queue += spans.prefix(room)
            return (min(room, spans.count), queue.count >= Self.most)
        }
        if added < spans.count { droppedCount.add(spans.count - added, ordering: .relaxed) }
        if isFull { wake.yield() }
    }

    /// Sends waiting spans for at most the given time, and drops the rest.
    public func close(within time: Duration = .seconds(5)) async {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        let end = ContinuousClock.now + time
        let task = task.withLock(\.self)
        task?.cancel()
        // The task puts back the spans that it was sending.
        await task?.value
        while .now < end, let spans = dequeueBatch() {
            do throws(PeriluneError) {
                try await post(spans, timeout: max(end - .now, .milliseconds(100)))
            } catch {
                if error.code != .traceRefused { putBack(spans) }
                break
            }
        }
        let rest = queue.withLock { queue in
            defer { queue = [] }
            return queue.count
        }
        droppedCount.add(rest, ordering: .relaxed)
    }

    private static func run(_ wakes: AsyncStream<Void>, _ exporter: () -> SpanExporter?) async {
        var isFailing = false
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            guard let interval = exporter()?.options.interval else { return }
            await wait(for: isFailing ? pause : interval, isFailing ? nil : wakes)
            guard let exporter = exporter() else { return }
            while !Task.isCancelled, let spans = exporter.dequeueBatch() {
                do throws(PeriluneError) {
                    try await exporter.post(spans)
                    isFailing = false
                    pause = .seconds(1)
                } catch {
                    if !isFailing { exporter.report(error) }
                    pause = isFailing ? min(pause * 2, .seconds(30)) : .seconds(1)
                    isFailing = true
                    guard error.code != .traceRefused else { continue }
                    exporter.putBack(spans)
                    break
                }
            }
        }
    }

    private static func wait(for time: Duration, _ wakes: AsyncStream<Void>?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: time) }
            if let wakes {
                group.addTask {
                    var iterator = wakes.makeAsyncIterator()
                    _ = await iterator.next()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func dequeueBatch() -> [TraceSpan]? {
        queue.withLock { queue in
            guard !queue.isEmpty else { return nil }
            let spans = Array(queue.prefix(Self.most))
            queue.removeFirst(spans.count)
            return spans
        }
    }

    private func putBack(_ spans: [TraceSpan]) {
        queue.withLock { $0 = spans + $0 }
    }

    private func post(
        _ spans: [TraceSpan], timeout: Duration? = nil
    ) async throws(PeriluneError) {
        var headers = options.headers
        headers["Content-Type"] = "application/json"
        let response = try await client.send(
            HTTPClientRequest(
                "POST", url, headers: headers,
                body: OTLPSpanWriter(service: options.service).body(spans), timeout: timeout))
        switch response.status {
        case 200..<300: sentCount.add(spans.count, ordering: .relaxed)
        case 429, 502, 503, 504:
            throw PeriluneError(
                "trace.collector", "the trace collector answered \(response.status)")
        default:
            droppedCount.add(spans.count, ordering: .relaxed)
            throw PeriluneError(
                .traceRefused,
                "the trace collector answered \(response.status); \(spans.count) spans were dropped",
                hint: "check that it receives OTLP over HTTP at \(url)")
        }
    }
}

/// The options of a ``SpanExporter``.
public struct SpanExporterOptions: Sendable {
    /// The address of the collector, such as `http://127.0.0.1:4318`; without a path, spans go to `/v1/traces`.
    public var endpoint: String
    /// The share of events that have a span, from 0 to 1.
    ///
    /// It does not apply to events that belong to a trace already, nor to events that fail, which always have a span.
    public var ratio = 0.0
    /// The name of the service in spans.
    public var service = "perilune"
    /// Further headers of requests, such as an API key.
    public var headers: HTTPHeaders = []
    /// The maximum number of spans that wait for the collector.
    public var limit = 8192
    /// How long spans are collected before they are sent together.
    public var interval = Duration.seconds(1)

    /// Creates options for a collector.
    public init(endpoint: String) { self.endpoint = endpoint }
}

extension PeriluneError.Code {
    /// The collector rejects these spans, or all spans.
    static let traceRefused: Self = "trace.refused"
}
