public import CRMPlugin

/// The two messages that contain other messages.
///
/// They are not in the ``MessageTable``, whose messages run inside of a transaction: each request of ExecuteMultiple
/// has its own, and ExecuteTransaction is one. So ExecuteMultiple may contain an ExecuteTransaction, but nothing may
/// contain ExecuteMultiple.
extension Organization {
    /// The maximum number of requests in a batch.
    public static let batchLimit = 1000

    /// Runs requests one after another, each in a transaction of its own: ExecuteMultiple.
    ///
    /// Without `continueOnError`, the first fault ends it. Faults are always returned, responses only
    /// on request.
    public func executeMultiple(
        _ requests: [OrganizationRequest], _ settings: ExecuteMultipleSettings,
        as caller: Caller = .administrator
    ) throws(CRMFault) -> [ExecuteMultipleResponseItem] {
        try checkBatch(requests)
        var items: [ExecuteMultipleResponseItem] = []
        for (index, request) in requests.enumerated() {
            do throws(CRMFault) {
                guard request.requestName != ExecuteMultiple.name else {
                    throw CRMFault(
                        .invalidArgument, "ExecuteMultiple cannot be nested."
                    )
                }
                let response = try execute(request, as: caller)
                if settings.returnResponses { items.append(.init(index, response: response)) }
            } catch {
                items.append(.init(index, fault: error))
                if !settings.continueOnError { break }
            }
        }
        return items
    }

    /// Runs requests in one transaction: ExecuteTransaction.
    ///
    /// A fault rolls everything back; its details then name the request, as
    /// `FaultedRequestIndex`.
    public func executeTransaction(
        _ requests: [OrganizationRequest], as caller: Caller = .administrator
    ) throws(CRMFault) -> [OrganizationResponse] {
        try checkBatch(requests)
        return try withSession(as: caller) { (session) throws(CRMFault) in
            var responses: [OrganizationResponse] = []
            for (index, request) in requests.enumerated() {
                do throws(CRMFault) {
                    responses.append(try session.execute(request))
                } catch {
                    var fault = error
                    fault.details["FaultedRequestIndex"] = .int(Int32(index))
                    throw fault
                }
            }
            return responses
        }
    }

    /// Carries out one of the two; `nil` for any other message.
    func executeBatch(
        _ request: OrganizationRequest, as caller: Caller
    ) throws(CRMFault) -> OrganizationResponse? {
        switch request.requestName {
        case ExecuteMultiple.name:
            let batch = ExecuteMultiple.Request(carrying: request)
            guard let requests = batch.requests else { throw .missingField("Requests") }
            guard let settings = batch.settings else { throw .missingField("Settings") }
            let items = try executeMultiple(requests, settings, as: caller)
            var response = ExecuteMultiple.Response()
            response.isFaulted = items.contains { $0.fault != nil }
            response.responses = items
            return response.response
        case ExecuteTransaction.name:
            let batch = ExecuteTransaction.Request(carrying: request)
            guard let requests = batch.requests else { throw .missingField("Requests") }
            let responses = try executeTransaction(requests, as: caller)
            var response = ExecuteTransaction.Response()
            response.responses = batch.returnResponses == true ? responses : []
            return response.response
        default: return nil
        }
    }

    private func checkBatch(_ requests: [OrganizationRequest]) throws(CRMFault) {
        if requests.isEmpty { throw .missingField("Requests") }
        guard requests.count <= Self.batchLimit else {
            throw CRMFault(
                .unexpected,
                "The batch has \(requests.count) requests, more than the \(Self.batchLimit) that it "
                    + "may have.")
        }
    }
}

extension MessageRequest {
    /// Converts a request to its typed form.
    fileprivate init(carrying request: OrganizationRequest) {
        self.init()
        self.request = request
    }
}
