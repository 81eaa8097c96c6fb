internal import PeriluneCore

extension PeriluneError.Code {
    static let httpMethod: Self = "http.method"
    static let httpPath: Self = "http.path"
}

extension HTTPResponse {
    static let accepted = json(202, [("accepted", 1)])
    static let notFound = error(
        PeriluneError(.httpPath, "not found"), status: 404)

    /// The response for an unknown path.
    ///
    /// The hint names a similar path, except those of plugins, which may be secret.
    static func notFound(_ request: HTTPRequest) -> HTTPResponse {
        let known = ["/events", "/livez", "/readyz", "/metrics"]
        let hint =
            NearestName.hint(for: request.path, in: known)
            ?? (request.method == "POST"
                ? "events go to /events, or to the path of a webhook" : nil)
        return error(PeriluneError(.httpPath, "not found", hint: hint), status: 404)
    }

    /// A response with an object.
    static func json(_ status: Int, _ members: [(String, Value)]) -> HTTPResponse {
        json(status, .object(.init(members)))
    }

    /// A response with a value.
    static func json(_ status: Int, _ value: Value) -> HTTPResponse {
        HTTPResponse(status, "application/json", value.json + "\n")
    }

    /// The maximum number of errors in one response.
    private static let errorLimit = 10

    /// The response for accepted events: how many are new, how many are repetitions, and why entries could not be
    /// read.
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

    /// A response with an error and its hint, without any content of the request.
    static func error(_ error: PeriluneError, status: Int) -> HTTPResponse {
        json(status, [("error", error.members())])
    }

    /// A response that asks the sender to try again.
    static func busy(_ error: PeriluneError, seconds: Int) -> HTTPResponse {
        var response = Self.error(error, status: 503)
        response.headers["Retry-After"] = "\(seconds)"
        return response
    }

    static func wrongMethod(_ allowed: String) -> HTTPResponse {
        let error = PeriluneError(.httpMethod, "method not allowed; use \(allowed)")
        var response = Self.error(error, status: 405)
        response.headers["Allow"] = allowed
        return response
    }

    /// The response to a request that could not be read.
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
    /// The message, the place and the hint of an error; the file is replaced by the given name.
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
