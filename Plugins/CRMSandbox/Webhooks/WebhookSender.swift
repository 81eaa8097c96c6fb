import CRMPlugin
import PeriluneCore
import PeriluneHTTP

/// Posts payloads as CRM does: only the status of the response matters.
struct WebhookSender: Sendable {
    let http: HTTPClient
    let timeout: Duration
    /// The host name that receivers get.
    let organization: String
    /// Called with the result of each delivery.
    var report: @Sendable (WebhookReport) -> Void = { _ in }

    /// Why a webhook failed, with CRM's own code for it.
    struct Failure: Error {
        var code: ErrorCode
        var message: String
        /// The answer of the receiver.
        var answer: String?
    }

    /// Posts a payload, a second time where a gateway answered; `nil` is success.
    ///
    /// It blocks, for it is called in the middle of a transaction.
    func post(
        _ payload: WebhookPayload, to registration: WebhookRegistration
    ) -> Failure? {
        let failure = tries(payload, registration)
        report(WebhookReport(payload, registration, failure))
        return failure
    }

    private func tries(
        _ payload: WebhookPayload, _ registration: WebhookRegistration
    ) -> Failure? {
        guard payload.body.count <= WebhookPayload.sizeLimit else {
            return Failure(
                code: .webhookTooLarge, message: "The payload is too large for a webhook.")
        }
        let request = request(payload, registration)
        for isLast in [false, true] {
            switch send(request) {
            case .success(let response) where (200...299).contains(response.status): return nil
            case .success(let response):
                if !isLast, [502, 503, 504].contains(response.status) { continue }
                return Failure(
                    code: .webhookStatus,
                    message: "The webhook responded with status code \(response.status).",
                    answer: Self.text(response.body))
            case .failure(let error) where error.code == "http.timeout":
                return Failure(
                    code: .webhookTimeout, message: "The webhook timed out.")
            case .failure(let error):
                return Failure(
                    code: .webhookFailed, message: "Cannot reach the webhook: \(error.message)")
            }
        }
        return nil
    }

    private func request(
        _ payload: WebhookPayload, _ registration: WebhookRegistration
    ) -> HTTPClientRequest {
        var headers: HTTPHeaders = [
            ("Content-Type", "application/json"), ("x-request-id", GUID.random().description),
            ("x-ms-dynamics-organization", organization),
            ("x-ms-dynamics-entity-name", payload.entity),
            ("x-ms-dynamics-request-name", payload.message),
            ("x-ms-correlation-request-id", payload.correlationId.description),
        ]
        if payload.isTruncated { headers.add("x-ms-dynamics-msg-size-exceeded", "true") }
        var url = registration.url
        func add(_ pairs: [WebhookAuthentication.Setting]) {
            let query = PercentEncoding.form(
                pairs.map { (name: $0.name, value: $0.value.reveal()) })
            url += (url.contains("?") ? "&" : "?") + query
        }
        switch registration.authentication {
        case .none: break
        case .key(let key): add([.init("code", key)])
        case .query(let pairs): add(pairs)
        case .headers(let pairs):
            for pair in pairs { headers.add(pair.name, pair.value.reveal()) }
        }
        return HTTPClientRequest(
            "POST", url, headers: headers, body: payload.body, timeout: timeout, isAtMostOnce: true)
    }

    /// Blocks this thread until the response arrives on another thread.
    private func send(_ request: HTTPClientRequest) -> Result<HTTPResponse, PeriluneError> {
        let answer = BlockingAnswer<Result<HTTPResponse, PeriluneError>>()
        Task {
            do throws(PeriluneError) {
                answer.put(.success(try await http.send(request)))
            } catch {
                answer.put(.failure(error))
            }
        }
        return answer.wait()
    }

    private static func text(_ body: [UInt8]) -> String? {
        body.isEmpty ? nil : String(decoding: body.prefix(1000), as: UTF8.self)
    }
}
