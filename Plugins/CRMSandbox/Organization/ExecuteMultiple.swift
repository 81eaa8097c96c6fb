public import CRMPlugin

/// One answer among those of ExecuteMultiple.
public struct ExecuteMultipleItem: Sendable, Hashable {
    /// Which request it answers, from 0.
    public var requestIndex: Int
    /// What came.
    public var response: OrganizationResponse?
    /// Or why nothing came.
    public var fault: CRMFault?
}

extension Organization {
    /// The most requests that one batch may have.
    public static let batchLimit = 1000

    /// Runs requests one after another, each in a transaction of its own: ExecuteMultiple.
    ///
    /// Without `continueOnError` the first fault ends it. Faults are always answered, responses only
    /// where asked for.
    public func executeMultiple(
        _ requests: [OrganizationRequest], continueOnError: Bool, returnResponses: Bool,
        as caller: Caller = .administrator
    ) throws(CRMFault) -> [ExecuteMultipleItem] {
        try checkBatch(requests)
        var items: [ExecuteMultipleItem] = []
        for (index, request) in requests.enumerated() {
            do throws(CRMFault) {
                let response = try execute(request, as: caller)
                if returnResponses {
                    items.append(ExecuteMultipleItem(requestIndex: index, response: response))
                }
            } catch {
                items.append(ExecuteMultipleItem(requestIndex: index, fault: error))
                if !continueOnError { break }
            }
        }
        return items
    }

    /// Runs requests in one transaction: ExecuteTransaction, and the change sets of `$batch`.
    ///
    /// A fault takes everything back; its details then say which request it was, as
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

    private func checkBatch(_ requests: [OrganizationRequest]) throws(CRMFault) {
        if requests.isEmpty { throw .missing("Requests") }
        guard requests.count <= Self.batchLimit else {
            throw CRMFault(
                .unexpected,
                "The requests are \(requests.count), more than the \(Self.batchLimit) that a batch "
                    + "may have.")
        }
    }
}
