internal import PeriluneCore

extension HTTPResponse {
    static let accepted = json(202, [("accepted", 1)])
    static let notFound = error(
        PeriluneError("http.path", "not found"), status: 404)

    /// The answer for an unknown path; the hint names a similar one, but none of a plugin, which may be a secret.
    static func notFound(_ request: HTTPRequest) -> HTTPResponse {
        let known = ["/events", "/livez", "/readyz", "/metrics"]
        let hint =
            NearestName.hint(for: request.path, in: known)
            ?? (request.method == "POST" ? "send events to /events" : nil)
        return error(PeriluneError("http.path", "not found", hint: hint), status: 404)
    }

    /// An object as a response.
    static func json(_ status: Int, _ members: [(String, Value)]) -> HTTPResponse {
        json(status, .object(.init(members)))
    }

    /// A value as a response.
    static func json(_ status: Int, _ value: Value) -> HTTPResponse {
        HTTPResponse(status, "application/json", value.json + "\n")
    }

    /// The most errors in one answer.
    private static let errorLimit = 10

    /// How many were accepted, how many had been before, and why entries could not be read.
    static func accepted(
        _ count: Int, repeated: Int, unreadable: [QuarantinedEvent] = []
    ) -> HTTPResponse {
        if count == 1, repeated == 0, unreadable.isEmpty { return accepted }
        var members: [(String, Value)] = [("accepted", .integer(Int64(count)))]
        if repeated > 0 { members.append(("repeated", .integer(Int64(repeated)))) }
        if !unreadable.isEmpty {
            let errors = unreadable.prefix(errorLimit).compactMap { try? Value(json: $0.error) }
            members.append(("unreadable", .integer(Int64(unreadable.count))))
            members.append(("errors", .array(errors)))
        }
        return json(202, members)
    }

    /// An error as a response: what is wrong and what to do, and nothing of what was sent.
    static func error(_ error: PeriluneError, status: Int) -> HTTPResponse {
        json(status, [("error", error.members())])
    }

    /// "Not now": the sender is to try again.
    static func busy(_ error: PeriluneError, seconds: Int) -> HTTPResponse {
        var response = Self.error(error, status: 503)
        response.headers["Retry-After"] = "\(seconds)"
        return response
    }

    static func wrongMethod(_ allowed: String) -> HTTPResponse {
        let error = PeriluneError("http.method", "method not allowed; use \(allowed)")
        var response = Self.error(error, status: 405)
        response.headers["Allow"] = allowed
        return response
    }

    /// What a request that could not be read is answered.
    static func refusal(_ refusal: PeriluneError) -> HTTPResponse {
        switch refusal.code {
        case "http.unauthorized":
            var response = error(refusal, status: 401)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        case "http.origin": return error(refusal, status: 403)
        case "http.host": return error(refusal, status: 421)
        case "event.media-type", "http.encoding": return error(refusal, status: 415)
        case "event.size": return error(refusal, status: 413)
        default: return error(refusal, status: 400)
        }
    }
}

extension PeriluneError {
    /// What is wrong, where, and what to do; of the file no more than the name that is given.
    func members(
        file: String? = nil, redacting redact: (String) -> String = { $0 }
    ) -> Value {
        var members = Value.Members([
            ("code", .string(code.rawValue)), ("message", .string(redact(message))),
        ])
        if let file { members["file"] = .string(file) }
        if let line = place.line { members["line"] = .integer(Int64(line)) }
        if let column = place.column { members["column"] = .integer(Int64(column)) }
        if let hint { members["hint"] = .string(redact(hint)) }
        return .object(members)
    }
}
