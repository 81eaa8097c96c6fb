import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Asks a running server by its socket.
struct ControlClient: Sendable {
    let file: String
    private let client: HTTPClient

    init(_ file: String) throws(PeriluneError) {
        try ControlFile.check(file)
        var options = HTTPClientOptions(timeout: .seconds(10))
        options.socket = file
        self.file = file
        client = try HTTPClient(options)
    }

    /// The answer to a question.
    func get(_ target: String) async throws(PeriluneError) -> Value {
        try await send(HTTPClientRequest("GET", "http://localhost\(target)"))
    }

    /// The answer to a POST request.
    func post(_ target: String, _ body: Value) async throws(PeriluneError) -> Value {
        var request = HTTPClientRequest("POST", "http://localhost\(target)")
        request.body = Array(body.json.utf8)
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws(PeriluneError) -> Value {
        let response: HTTPResponse
        do throws(PeriluneError) {
            response = try await client.send(request)
        } catch {
            switch error.code {
            case "http.connect": throw ControlFile.missing(file, "its server has exited")
            case "http.timeout", "http.cancelled": throw error
            default: throw ControlFile.other(file, "another program is listening on this socket")
            }
        }
        guard let answer = try? Value(json: response.body) else { throw other }
        if response.status == 200 { return answer }
        if let code = answer["error"]?["code"]?.string, code != "http.path",
            let message = answer["error"]?["message"]?.string
        {
            throw PeriluneError(
                PeriluneError.Code(rawValue: code), message, hint: answer["error"]?["hint"]?.string)
        }
        throw other
    }

    var other: PeriluneError {
        ControlFile.other(
            file, "this socket belongs to another program, or to another version of Perilune")
    }
}
