import PeriluneCore

/// Plans as one `$batch`: a plan of several requests, or all plans together, is a change set.
struct WebAPIBatchCall {
    var plans: [WebAPIPlan]
    /// Whether to continue after a plan that failed.
    var continuesOnError: Bool
    /// Whether all plans are one change set.
    var isTransaction: Bool

    init(_ plans: [WebAPIPlan], continuesOnError: Bool, isTransaction: Bool = false) {
        self.plans = plans
        self.continuesOnError = continuesOnError
        self.isTransaction = isTransaction
    }

    /// The groups of requests that are each carried out as one transaction.
    private var groups: [[WebAPICall]] {
        isTransaction ? [plans.flatMap(\.calls)] : plans.map(\.calls).filter { !$0.isEmpty }
    }

    /// The request; `root` makes the addresses within whole.
    func call(root: String) throws(CRMError) -> WebAPICall {
        let count = groups.reduce(0) { $0 + $1.count }
        guard count <= WebAPIBatch.limit else {
            throw .failure(
                PeriluneError(
                    "crm.batch",
                    "a batch may have at most \(WebAPIBatch.limit) requests, got \(count)"))
        }
        var writer = MultipartWriter(boundary: "batch_\(GUID.random())")
        for group in groups {
            guard group.count > 1 || isTransaction else {
                for call in group { writer.add(Self.text(call, root)) }
                continue
            }
            var set = MultipartWriter(boundary: "changeset_\(GUID.random())")
            for (index, call) in group.enumerated() {
                guard !call.isRead else {
                    throw .failure(
                        PeriluneError(
                            "crm.batch", "a transaction over the Web API cannot contain reads"))
                }
                set.add(Self.text(call, root), contentID: String(index + 1))
            }
            writer.add(set)
        }
        var call = WebAPICall("POST", "$batch")
        call.headers["Content-Type"] = "multipart/mixed; boundary=\"\(writer.boundary)\""
        if continuesOnError { call.headers["Prefer"] = "odata.continue-on-error" }
        call.body = writer.finish()
        return call
    }

    private static func text(_ call: WebAPICall, _ root: String) -> HTTPText {
        var headers = call.headers
        headers["Accept"] = "application/json"
        if !call.body.isEmpty { headers["Content-Type"] = "application/json; type=entry" }
        return HTTPText("\(call.method) \(root)\(call.path) HTTP/1.1", headers, body: call.body)
    }

    /// The responses by group; fewer if a failure ended the batch.
    static func answers(_ response: HTTPResponse) throws(CRMError) -> [[HTTPResponse]] {
        guard let boundary = WebAPIBatch.boundary(response.headers["Content-Type"]) else {
            throw .failure(
                PeriluneError("crm.answer", "the response to a batch is not multipart"))
        }
        return try CRMError.wrapping { () throws(PeriluneError) in
            let parts = try WebAPIBatch.parts(of: response.body[...], boundary: boundary) {
                (text) throws(PeriluneError) in try text.response()
            }
            return parts.map { part in
                switch part {
                case .single(let item): [item.message]
                case .changeSet(let items): items.map(\.message)
                }
            }
        }
    }
}

extension ODataTransport {
    /// Sends a batch; returns the responses by group, both successes and failures.
    func send(_ batch: WebAPIBatchCall) async throws(CRMError) -> [[HTTPResponse]] {
        let response = try await sendUnchecked(try batch.call(root: root))
        // A batch that stops at a failure has the failure's status, and still its parts.
        if WebAPIBatch.boundary(response.headers["Content-Type"]) == nil {
            _ = try WebAPIAnswer.checked(response)
        }
        return try WebAPIBatchCall.answers(response)
    }
}
