public import PeriluneCore
internal import PeriluneFiles
internal import PeriluneHTTP
internal import PeriluneJSON

extension Intake {
    /// Answers a request: at once for health and metrics, otherwise when its events are stored or processed.
    public func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        switch request.path {
        case "/events": receive(request, nil, respond)
        case let path where Self.isForMonitoring(path):
            guard request.method == "GET" || request.method == "HEAD" else {
                countRefusal(.httpMethod)
                return respond(.wrongMethod("GET, HEAD"))
            }
            respond(request.asksForDetail ? detail(request) : health(request.path))
        default:
            if let source = sources[request.path] { return receive(request, source, respond) }
            guard routes.answers(request.path) else { return respond(notFound(request)) }
            routes.handle(request, respond)
        }
    }

    static func isForMonitoring(_ path: String) -> Bool {
        path == "/livez" || path == "/readyz" || path == "/metrics"
    }

    /// Refuses requests for unknown paths, without the token, or with a head that their source rejects, before their
    /// bodies are received.
    public func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? {
        let source = sources[request.path]
        if source != nil || request.path == "/events" {
            return refusal(of: request, source, isWhole: false)
        }
        if Self.isForMonitoring(request.path) { return nil }
        return routes.answers(request.path)
            ? routes.refusal(beforeBodyOf: request) : notFound(request)
    }

    /// Counts a request that the server refused before it was complete.
    public func countRefusal(_ code: PeriluneError.Code) { metrics.refused(code.rawValue) }

    private func notFound(_ request: HTTPRequest) -> HTTPResponse {
        countRefusal(.httpPath)
        return .notFound(request)
    }

    private func health(_ path: String) -> HTTPResponse {
        switch path {
        case "/livez": return HTTPResponse(200, "text/plain", "alive\n")
        case "/metrics": return HTTPResponse(200, Metrics.contentType, metrics.metrics.text)
        default:
            if let error = unreadiness { return .busy(error.withoutPlace, seconds: 5) }
            return HTTPResponse(200, "text/plain", "ready\n")
        }
    }

    /// Accepts the events of a request; `source` is `nil` for CloudEvents.
    private func receive(
        _ request: HTTPRequest, _ source: HTTPSource?,
        _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        if let refusal = refusal(of: request, source, isWhole: true) { return respond(refusal) }
        do throws(PeriluneError) {
            if let source {
                try receiveDelivery(request, source, respond)
            } else {
                try receiveCloudEvents(request, respond)
            }
        } catch {
            respond(reported(error, request.path))
        }
    }

    /// The answer to a request that may not send events: for its method, its origin, its token or, before its body, its
    /// head.
    private func refusal(
        of request: HTTPRequest, _ source: HTTPSource?, isWhole: Bool
    ) -> HTTPResponse? {
        guard request.method == "POST" else {
            countRefusal(.httpMethod)
            return .wrongMethod("POST")
        }
        if isStopping, let error = unreadiness {
            countRefusal(error.code)
            return .busy(error, seconds: 5)
        }
        do throws(PeriluneError) {
            try browsers.check(request, isOpen: isOpen(source))
            if source?.usesServerToken ?? true { try token.check(request) }
            if !isWhole { try source?.checkHead?(request) }
            return nil
        } catch {
            return reported(error, request.path)
        }
    }

    /// The answer to a refused request, after its error was reported.
    private func reported(_ error: PeriluneError, _ path: String) -> HTTPResponse {
        var error = error.withoutPlace
        error.message = redact(error.message)
        report(error, path)
        return .refusal(error)
    }

    /// Whether a source, or `/events`, accepts events without authentication.
    func isOpen(_ source: HTTPSource?) -> Bool {
        guard let source, !source.usesServerToken else { return !token.isRequired }
        return source.authenticationHint != nil
    }

    private func receiveCloudEvents(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) throws(PeriluneError) {
        let request = try decompressed(request, options.bodyLimit)
        let order = needsKeys ? host.order : EventOrder(ordering: .all, number: 0)
        let deliveries = try withReader { (reader) throws(PeriluneError) in
            try CloudEventsBinding(order, keepsRecord: keepsRecords).events(of: request, reader)
        }
        admit(Arrival(source: request.path, deliveries: deliveries, respond: respond))
    }

    private func receiveDelivery(
        _ request: HTTPRequest, _ source: HTTPSource,
        _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) throws(PeriluneError) {
        let request = try decompressed(request, source.bodyLimit)
        let delivery = try source.decode(request)
        let arrival = Timestamp.now
        var unreadable: [UnreadableEntry] = []
        var events = live(delivery, source: source.path, at: arrival, &unreadable)
        // A log may contain entries that are not events; any other request is refused.
        if delivery.lines == nil, let entry = unreadable.first { throw entry.error }
        switch delivery.answer {
        case .response(let response): respond(response)
        case .accepted:
            if let error = try lackOfRoom(for: unreadable) {
                metrics.refused(error.code.rawValue)
                return respond(.busy(error, seconds: 60))
            }
            let delivery = Arrival.Delivery(events: events, identity: delivery.identity)
            admit(
                Arrival(
                    source: source.path, deliveries: [delivery],
                    unreadable: unreadable.isEmpty
                        ? nil : settlement(of: unreadable[...], source.path),
                    isRequest: true, respond: respond))
        case .decided where options.cluster?.forwarder != nil:
            throw PeriluneError(
                "cluster.decided",
                "a member of a cluster cannot answer with the outcome of an event",
                hint: "send this request to a server without --cluster")
        case .decided(let answer):
            guard !events.isEmpty else {
                throw PeriluneError("event.missing", "the delivery contains no event")
            }
            for index in events.indices { reserveNumber(for: &events[index]) }
            let one = OneAnswer(respond)
            let late = PeriluneError("intake.time", "timed out while processing the event")
            one.give(
                delivery.late ?? .error(late, status: 504), after: options.decisionTime)
            guard let identity = delivery.identity else {
                events[0].whenDecided = { one.give(answer($0)) }
                return decide(events, source: source.path) { one.give($0) }
            }
            guard decided.begin(identity, one) else { return metrics.deduplicated.increment() }
            events[0].whenDecided = { [decided] in decided.end(identity, answer($0)) }
            decide(events, source: source.path) { decided.refuse(identity, $0) }
        }
    }

    /// Validates the event of a source like any other, and adds a time.
    func checked(_ event: Event, _ arrival: Timestamp) throws(PeriluneError) -> [UInt8] {
        let hasTime = try withReader { (reader) throws(PeriluneError) in
            try reader.read(copy: event.json)
            return reader.hasTime
        }
        return hasTime ? event.json : event.stamped(arrival).json
    }

    /// The request with its body decompressed.
    private func decompressed(
        _ request: HTTPRequest, _ limit: Int
    ) throws(PeriluneError) -> HTTPRequest {
        guard request.body.count <= limit else {
            throw PeriluneError(
                "event.size", "the request body is larger than \(limit) bytes",
                hint: "send the events in parts, or raise the limit of the server")
        }
        if request.headers["content-encoding"] == nil { return request }
        let codings = request.headers.all("content-encoding").joined(separator: ", ")
        guard let coding = try ContentCoding(codings) else { return request }
        var decompressed = request
        decompressed.body = try coding.decode(request.body, limit: limit)
        decompressed.headers["content-encoding"] = nil
        return decompressed
    }
}

extension PeriluneError {
    /// The error without the file and the text of the line, which senders must not see.
    var withoutPlace: PeriluneError {
        var error = self
        error.place.file = nil
        error.place.sourceLine = nil
        return error
    }
}
