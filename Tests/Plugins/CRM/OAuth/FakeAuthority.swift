import PeriluneCore
import PeriluneHTTP
import Synchronization

@testable import CRMPlugin

/// Answers requests as it was told to, and remembers their forms.
final class FakeAuthority: Sendable {
    typealias Answer = Result<HTTPResponse, PeriluneError>

    private let state: Mutex<(answers: [Answer], requests: [HTTPClientRequest])>

    init(_ answers: [Answer]) { state = Mutex((answers, [])) }

    var requests: [HTTPClientRequest] { state.withLock { $0.requests } }
    var urls: [String] { requests.map(\.url) }

    /// The form of the nth request.
    func form(_ number: Int) -> QueryPairs? {
        requests.indices.contains(number)
            ? QueryPairs(String(decoding: requests[number].body, as: UTF8.self)) : nil
    }

    var send: HTTPSend {
        { request throws(PeriluneError) in
            let answer = self.state.withLock { state -> Answer in
                state.requests.append(request)
                return state.answers.isEmpty
                    ? .failure(PeriluneError("http.connect", "refused"))
                    : state.answers.removeFirst()
            }
            for _ in 0..<3 { await Task.yield() }
            return try answer.get()
        }
    }

    static func json(_ text: String, _ status: Int = 200) -> Answer {
        .success(HTTPResponse(status, "application/json", text))
    }

    static func token(
        _ text: String, refresh: String? = nil, seconds: String = "3599"
    ) -> Answer {
        let more = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
        return json(
            #"{"token_type":"Bearer","expires_in":\#(seconds),"access_token":"\#(text)"\#(more)}"#)
    }

    static func refusal(_ name: String, _ description: String = "no") -> Answer {
        json(#"{"error":"\#(name)","error_description":"\#(description)"}"#, 400)
    }

    static let challenge: Answer = .success(
        HTTPResponse(
            401,
            headers: [
                (
                    "WWW-Authenticate",
                    "Bearer authorization_uri=https://login.example.com/t/oauth2/authorize, resource_id=https://org/"
                )
            ]))
}
