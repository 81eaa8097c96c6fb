import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import Synchronization

/// A connection that answers what it was told to, and keeps what was sent.
final class Wire: Sendable {
    enum Answer: Sendable {
        case reply(SOAPReply)
        case http(Int, String, String, HTTPHeaders = [])
        case failure(PeriluneError)
    }

    private let state: Mutex<(answers: [Answer], sent: [HTTPClientRequest])>

    init(_ answers: [Answer]) { state = Mutex((answers, [])) }

    var sent: [HTTPClientRequest] { state.withLock { $0.sent } }

    func client(
        url: String = "https://crm.example", tokens: any TokenProvider = FixedToken(nil),
        caller: GUID? = nil
    ) throws(PeriluneError) -> SOAPClient {
        try SOAPClient(url, tokens: tokens, caller: caller) { request throws(PeriluneError) in
            try self.answer(request)
        }
    }

    private func answer(_ request: HTTPClientRequest) throws(PeriluneError) -> HTTPResponse {
        let answer = state.withLock { state -> Answer? in
            state.sent.append(request)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        switch answer {
        case nil: throw PeriluneError("test.wire", "nobody expected another request")
        case .failure(let error): throw error
        case .http(let status, let type, let text, let headers):
            var response = HTTPResponse(status, type, text)
            for field in headers.fields { response.headers.add(field.name, field.value) }
            return response
        case .reply(let reply):
            var status = 200
            if case .fault = reply { status = 500 }
            let body = try reply.encode(at: Timestamp(microseconds: 0))
            return HTTPResponse(
                status, headers: [("Content-Type", "text/xml; charset=utf-8")], body: body)
        }
    }
}

/// Tokens in line: each refusal brings the next.
actor TokenList: TokenProvider {
    private var tokens: [String]

    init(_ tokens: [String]) { self.tokens = tokens }

    func token() -> String? { tokens.first }

    func rejected(_ token: String) {
        if tokens.first == token { tokens.removeFirst() }
    }
}
