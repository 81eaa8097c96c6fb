public import CRMPlugin
public import PeriluneCore

/// A CRM organization in one SQLite file.
///
/// Every endpoint - OData v2, SOAP, Web API, a client in the same process - speaks to it in messages.
/// A message is one transaction: all of its effects happen, or none.
public final class Organization: Sendable {
    /// The tables.
    public let schema: Schema
    /// The options.
    public let options: OrganizationOptions
    let engine: Engine
    let lock = ConnectionLock()
    let messages: MessageTable

    /// Opens or creates an organization; `:memory:` is discarded with the object.
    public init(path: String, options: OrganizationOptions = .init()) throws(PeriluneError) {
        schema = options.schema
        self.options = options
        messages = MessageTable(options.handlers)
        engine = try Engine(path: path, schema: options.schema)
        try open()
        for observer in options.observers { observer.opened(self) }
    }

    /// Runs a message as one transaction.
    ///
    /// Each message in ExecuteMultiple has a separate transaction.
    public func execute(
        _ request: OrganizationRequest, as caller: Caller = .administrator
    ) throws(CRMFault) -> OrganizationResponse {
        if let response = try executeBatch(request, as: caller) { return response }
        let isRead = messages[request.requestName]?.isRead ?? false
        return try withSession(as: caller, isRead: isRead) { (session) throws(CRMFault) in
            try session.execute(request)
        }
    }

    /// A client in the same process: what scripts and tests use.
    public func client(as caller: Caller = .administrator) -> some CRMClient {
        SandboxClient(organization: self, caller: caller)
    }

    /// Runs a body in one transaction, or as a reader.
    ///
    /// For everything other than a single message: a change set, the seed data.
    func withSession<Answer: Sendable>(
        as caller: Caller = .administrator, isRead: Bool = false,
        _ body: (Session) throws(CRMFault) -> Answer
    ) throws(CRMFault) -> Answer {
        let session = Session(self, caller)
        var afterwards: [@Sendable (Organization) -> Void] = []
        let answer = try inside(asWriter: !isRead) { () throws(CRMFault) in
            guard !isRead else { return try body(session) }
            return try engine.transaction { () throws(CRMFault) in
                let answer = try body(session)
                afterwards = try finish(session)
                return answer
            }
        }
        if !session.completed.isEmpty {
            for observer in options.observers { observer.committed(session.completed, of: self) }
        }
        for act in afterwards { act(self) }
        return answer
    }

    /// Lets observers write rows that are part of the transaction.
    private func finish(
        _ session: Session
    ) throws(CRMFault) -> [@Sendable (Organization) -> Void] {
        let operations = session.completed
        guard !operations.isEmpty else { return [] }
        var afterwards: [@Sendable (Organization) -> Void] = []
        for observer in options.observers {
            if let act = try observer.finishing(operations, session: session) {
                afterwards.append(act)
            }
        }
        return afterwards
    }

    private func inside<Answer>(
        asWriter: Bool, _ body: () throws(CRMFault) -> Answer
    ) throws(CRMFault) -> Answer {
        lock.acquire(asWriter: asWriter)
        defer { lock.release(asWriter: asWriter) }
        return try body()
    }
}

/// A client of a sandbox in the same process.
struct SandboxClient: CRMClient {
    let organization: Organization
    let caller: Caller

    func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        do throws(CRMFault) {
            return try organization.execute(request, as: caller)
        } catch {
            throw .fault(error)
        }
    }
}
