import PeriluneCore
import PeriluneHTTP
import Synchronization

/// Waits on a port of this machine for the browser that comes back from signing in.
final class RedirectListener: Sendable {
    private let page: RedirectPage
    private let server: HTTPServer

    init(state: String) throws(PeriluneError) {
        page = RedirectPage(state: state)
        server = try HTTPServer(HTTPServerOptions(address: "127.0.0.1"), handler: page)
    }

    /// Where the browser is sent: authorities take any port of this machine for an application without
    /// a secret.
    var redirect: String { "http://localhost:\(server.port)/" }

    /// Waits for the code from the browser, and ends the server.
    func code(patience: Duration, _ pacing: Pacing) async throws(PeriluneError) -> Secret {
        let page = page
        let timer = Task {
            try? await pacing.sleep(patience)
            page.finish(
                .failure(
                    PeriluneError(
                        "crm.login", "timed out while waiting for the sign-in", hint: "try again")))
        }
        let result = await page.result()
        timer.cancel()
        await server.shutdown(grace: .seconds(1))
        return try result.get()
    }
}

/// The page that a browser comes back to.
final class RedirectPage: HTTPHandler {
    private typealias Answer = Result<Secret, PeriluneError>

    private enum State {
        case nothing
        case waiting(CheckedContinuation<Result<Secret, PeriluneError>, Never>)
        case done(Result<Secret, PeriluneError>)
    }

    private let expected: String
    private let browsers = BrowserGuard()
    private let state = Mutex(State.nothing)

    init(state: String) { expected = state }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let pairs = QueryPairs(request.query ?? "")
        // Any program on this machine can send requests, but only the authority knows the state.
        guard (try? browsers.check(request, isOpen: true)) != nil, request.method == "GET",
            request.path == "/", let state = pairs?["state"],
            isEqualInConstantTime(Array(state.utf8), Array(expected.utf8))
        else {
            respond(HTTPResponse(404, "text/plain; charset=utf-8", "Not found."))
            return
        }
        if let code = pairs?["code"], !code.isEmpty {
            respond(Self.page("You are signed in. You can close this window."))
            finish(.success(Secret(code)))
        } else {
            respond(Self.page("Sign-in failed. The command shows the reason."))
            let refusal = TokenEndpoint.Refusal(
                name: String((pairs?["error"] ?? "the response has no code").prefix(60)),
                description: pairs?["error_description"].map { String($0.prefix(300)) })
            finish(.failure(refusal.error))
        }
    }

    func result() async -> Result<Secret, PeriluneError> {
        await withCheckedContinuation { continuation in
            let answer: Answer? = state.withLock { state in
                if case .done(let answer) = state { return answer }
                state = .waiting(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The first result stays.
    func finish(_ answer: Result<Secret, PeriluneError>) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .done: return nil
            case .nothing:
                state = .done(answer)
                return nil
            case .waiting(let continuation):
                state = .done(answer)
                return continuation
            }
        }
        waiting?.resume(returning: answer)
    }

    private static func page(_ text: String) -> HTTPResponse {
        HTTPResponse(
            200, "text/html; charset=utf-8",
            "<!doctype html><title>Perilune</title><p>\(text)</p>\n")
    }
}
