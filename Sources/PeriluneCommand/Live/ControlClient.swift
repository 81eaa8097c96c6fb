import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Sends requests to a running server through its control socket.
struct ControlClient: Sendable {
    let file: String
    private let client: HTTPClient

    init(_ file: String, timeout: Duration = .seconds(10)) throws(PeriluneError) {
        try ControlFile.check(file)
        var options = HTTPClientOptions(timeout: timeout)
        options.socket = file
        self.file = file
        client = try HTTPClient(options)
    }

    /// Connects to the server that is using a store, for a change of the store; throws `busy` if no server answers.
    init(_ file: String, orElse busy: PeriluneError) throws(PeriluneError) {
        do throws(PeriluneError) {
            // A long timeout, because the server waits for events in progress, and the disk may be slow.
            try self.init(file, timeout: .seconds(60))
        } catch {
            var busy = busy
            busy.hint =
                "stop that process first, or start the server with its control socket, so that it can make the change"
            throw busy
        }
    }

    /// The answer to a GET request.
    func get(_ target: String) async throws(PeriluneError) -> Value {
        try await send(HTTPClientRequest("GET", "http://localhost\(target)"))
    }

    /// The answer to a POST request.
    func post(_ target: String, _ body: Value) async throws(PeriluneError) -> Value {
        try await post(target, Array(body.json.utf8))
    }

    func post(_ target: String, _ body: [UInt8]) async throws(PeriluneError) -> Value {
        var request = HTTPClientRequest("POST", "http://localhost\(target)")
        request.body = body
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws(PeriluneError) -> Value {
        let response: HTTPResponse
        do throws(PeriluneError) {
            response = try await client.send(request)
        } catch {
            switch error.code {
            case "http.connect": throw ControlFile.missingError(file, "its server has exited")
            case "http.timeout", "http.cancelled": throw error
            default:
                throw ControlFile.notAServerError(
                    file, "another program is listening on this socket")
            }
        }
        guard let answer = try? Value(json: response.body) else { throw notAServerError }
        if response.status == 200 { return answer }
        if let code = answer["error"]?["code"]?.string, code != "http.path",
            let message = answer["error"]?["message"]?.string
        {
            throw PeriluneError(
                PeriluneError.Code(rawValue: code), message, hint: answer["error"]?["hint"]?.string)
        }
        throw notAServerError
    }

    var notAServerError: PeriluneError {
        ControlFile.notAServerError(
            file, "this socket belongs to another program, or to another version of Perilune")
    }
}
