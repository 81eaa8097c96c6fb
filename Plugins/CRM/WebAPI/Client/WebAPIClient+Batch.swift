import PeriluneCore

/// The two messages that carry others.
extension WebAPIClient {
    func executeMultiple(
        _ request: OrganizationRequest, _ planner: WebAPIPlanner
    ) async throws(CRMError) -> AttributeCollection {
        guard case .requests(let requests)? = request.parameters["Requests"] else {
            throw .fault(CRMFault(.invalidArgument, "Required field 'Requests' is missing"))
        }
        var settings = ExecuteMultipleSettings()
        if case .multipleSettings(let given)? = request.parameters["Settings"] { settings = given }
        let plans = try requests.mapped { (request) throws(CRMError) in try planner.plan(request) }
        let batch = WebAPIBatchCall(plans, continuesOnError: settings.continueOnError)
        var answers = try await transport.send(batch)[...]
        var items: [ExecuteMultipleResponseItem] = []
        for (index, plan) in plans.enumerated() {
            // A plan without calls has no response.
            guard let group = plan.calls.isEmpty ? [] : answers.popFirst() else { break }
            do throws(CRMError) {
                let checked = try group.mapped { (answer) throws(CRMError) in
                    try WebAPIAnswer.checked(answer)
                }
                let results = try plan.results(checked)
                if settings.returnResponses {
                    let response = OrganizationResponse(requests[index].requestName, results)
                    items.append(.init(index, response: response))
                }
            } catch {
                items.append(.init(index, fault: try Self.fault(error)))
                if !settings.continueOnError { break }
            }
        }
        let isFaulted = items.contains { $0.fault != nil }
        return ["IsFaulted": .bool(isFaulted), "Responses": .multipleResponses(items)]
    }

    func executeTransaction(
        _ request: OrganizationRequest, _ planner: WebAPIPlanner
    ) async throws(CRMError) -> AttributeCollection {
        guard case .requests(let requests)? = request.parameters["Requests"] else {
            throw .fault(CRMFault(.invalidArgument, "Required field 'Requests' is missing"))
        }
        let plans = try requests.mapped { (request) throws(CRMError) in try planner.plan(request) }
        guard plans.contains(where: { !$0.calls.isEmpty }) else {
            return ["Responses": .responses([])]
        }
        let batch = WebAPIBatchCall(plans, continuesOnError: false, isTransaction: true)
        let sent = try await transport.send(batch).first ?? []
        var answers = try sent.mapped { (answer) throws(CRMError) in
            try WebAPIAnswer.checked(answer)
        }[...]
        guard answers.count == plans.reduce(0, { $0 + $1.calls.count }) else {
            throw .failure(PeriluneError("crm.answer", "responses are missing in the batch"))
        }
        var responses: [OrganizationResponse] = []
        for (index, plan) in plans.enumerated() {
            let own = Array(answers.prefix(plan.calls.count))
            answers = answers.dropFirst(plan.calls.count)
            responses.append(
                OrganizationResponse(requests[index].requestName, try plan.results(own)))
        }
        let wantsResponses = request.parameters["ReturnResponses"] == true
        return ["Responses": .responses(wantsResponses ? responses : [])]
    }

    private static func fault(_ error: CRMError) throws(CRMError) -> CRMFault {
        guard case .fault(let fault) = error else { throw error }
        return fault
    }
}
