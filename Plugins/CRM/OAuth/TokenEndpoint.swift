package import PeriluneCore
package import PeriluneHTTP
import PeriluneJSON

/// Sends a request; `HTTPClient.send`, or what a test puts in its place.
package typealias HTTPSend =
    @Sendable (HTTPClientRequest) async throws(PeriluneError) -> HTTPResponse

/// The endpoints of an authority, which take forms and return JSON.
struct TokenEndpoint: Sendable {
    let send: HTTPSend
    let pacing: Pacing
    /// All requests wait for a token, so it gives up sooner than a request.
    var policy = RetryPolicy(attempts: 3, totalTime: .seconds(60))

    /// An authority's refusal, such as `invalid_grant`.
    struct Refusal: Error {
        var name: String
        var description: String?
    }

    /// Posts a form; a refusal is a result, for some of them are expected.
    ///
    /// `isRepeatable` says that a second try does no harm: a code can be used only once.
    func post(
        _ form: [(name: String, value: String)], to url: String, isRepeatable: Bool = true
    ) async throws(PeriluneError) -> Result<Value, Refusal> {
        var tries = 0
        while true {
            tries += 1
            var problem: PeriluneError
            var isWorthATry = isRepeatable
            do throws(PeriluneError) {
                let response = try await send(Self.request(form, url))
                if response.status < 500, response.status != 429 { return try read(response) }
                problem = Self.requestError("it responded with status \(response.status)")
            } catch {
                if error.code == "crm.token" || error.code == "http.cancelled" { throw error }
                isWorthATry = isRepeatable || error.code == "http.connect"
                problem = Self.requestError(error.message)
            }
            guard isWorthATry, tries < policy.attempts else { throw problem }
            do {
                try await pacing.sleep(policy.delay(afterTries: tries, random: pacing.random()))
            } catch {
                throw PeriluneError("http.cancelled", "the request for a token was cancelled")
            }
        }
    }

    private static func request(
        _ form: [(name: String, value: String)], _ url: String
    ) -> HTTPClientRequest {
        HTTPClientRequest(
            "POST", url,
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Accept", "application/json"),
            ], body: Array(PercentEncoding.form(form).utf8), timeout: .seconds(30))
    }

    /// The body is never part of an error: it may hold a token.
    private func read(_ response: HTTPResponse) throws(PeriluneError) -> Result<Value, Refusal> {
        guard let value = try? Value(json: response.body), value.object != nil else {
            throw PeriluneError(
                "crm.token", "the token endpoint did not respond with JSON",
                hint: "check the authority: it must be a token endpoint, not a sign-in page")
        }
        if response.status == 200 { return .success(value) }
        // The first line is the error; the others are numbers for the authority's log.
        let text = value["error_description"]?.string
        let line = text?.split(whereSeparator: \.isNewline).first.map { String($0.prefix(300)) }
        return .failure(
            Refusal(
                name: value["error"]?.string.map { String($0.prefix(60)) } ?? "\(response.status)",
                description: line))
    }

    private static func requestError(_ why: String) -> PeriluneError {
        PeriluneError(
            "crm.token", "the request to the token endpoint failed: \(why)",
            hint: "check the authority and whether this machine can reach it")
    }
}

extension TokenEndpoint.Refusal {
    /// The same as a `PeriluneError`.
    var error: PeriluneError {
        let hint: String? =
            switch name {
            case "invalid_client", "unauthorized_client":
                "check the application's id and secret; the secret may have expired"
            case "invalid_grant": "sign in again"
            case "invalid_resource", "invalid_scope", "invalid_target":
                "the authority does not know an organization with this URL"
            default: nil
            }
        let why = description.map { "\(name): \($0)" } ?? name
        return PeriluneError(
            "crm.token", "the authority rejected the request for a token: \(why)", hint: hint)
    }
}
