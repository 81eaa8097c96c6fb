import CRMPlugin

extension Organization {
    /// Runs a message, also one of the two that carry others.
    ///
    /// Those are no messages inside of a transaction: each request of ExecuteMultiple has its own, and
    /// ExecuteTransaction is one. So they can't be carried in each other either.
    func executeWithBatches(
        _ request: OrganizationRequest, as caller: Caller
    ) throws(CRMFault) -> OrganizationResponse {
        switch request.requestName {
        case "ExecuteMultiple":
            return try multiple(ExecuteMultiple.Request(carrying: request), as: caller)
        case "ExecuteTransaction":
            return try transaction(ExecuteTransaction.Request(carrying: request), as: caller)
        default: return try execute(request, as: caller)
        }
    }

    private func multiple(
        _ request: ExecuteMultiple.Request, as caller: Caller
    ) throws(CRMFault) -> OrganizationResponse {
        guard let requests = request.requests else { throw .missing("Requests") }
        guard let settings = request.settings else { throw .missing("Settings") }
        let items = try executeMultiple(
            requests, continueOnError: settings.continueOnError,
            returnResponses: settings.returnResponses, as: caller)
        var response = ExecuteMultiple.Response()
        response.isFaulted = items.contains { $0.fault != nil }
        response.responses = items.map {
            ExecuteMultipleResponseItem(
                $0.requestIndex, response: $0.response, fault: $0.fault)
        }
        return response.response
    }

    private func transaction(
        _ request: ExecuteTransaction.Request, as caller: Caller
    ) throws(CRMFault) -> OrganizationResponse {
        guard let requests = request.requests else { throw .missing("Requests") }
        let responses = try executeTransaction(requests, as: caller)
        var response = ExecuteTransaction.Response()
        response.responses = request.returnResponses == true ? responses : []
        return response.response
    }
}

extension MessageRequest {
    /// The typed view of a request that came as data.
    fileprivate init(carrying request: OrganizationRequest) {
        self.init()
        self.request = request
    }
}
