import CRMPlugin
import PeriluneCore
import PeriluneStore

/// What a message works with: the tables, the open transaction, the caller, and operations on rows.
///
/// A session lives for one request of a client; messages inside messages share it, and so are part of
/// the same transaction. It never leaves the thread of the request.
final class Session {
    let organization: Organization
    /// The calling user.
    let caller: Caller
    /// The time of the request, in whole seconds: all its rows get the same.
    let now: Timestamp
    /// The same for everything that this request causes.
    let correlationId: GUID
    /// The identity of everything that this request causes, if the client gave none.
    private let requestId: GUID
    /// The operations that are under way, outermost first.
    private(set) var running: [Operation] = []
    /// The operations that observers were interested in, in order of their end.
    private(set) var completed: [Operation] = []
    /// A cache of the names of records that lookups point at.
    var names = NameCache()
    /// A cache of currencies.
    var currencies: [GUID: CurrencyInfo] = [:]

    /// The maximum depth of messages that cause other messages.
    private static let depthLimit = 64

    init(_ organization: Organization, _ caller: Caller) {
        self.organization = organization
        self.caller = caller
        let seconds = organization.options.now().microseconds / 1_000_000
        now = Timestamp(microseconds: seconds * 1_000_000)
        correlationId = organization.options.newID()
        requestId = organization.options.newID()
    }

    /// The tables.
    var schema: Schema { organization.schema }
    /// How the tables are stored.
    var layouts: Layouts { organization.engine.layouts }
    /// The file; bind values, never write them into SQL.
    var connection: Connection { organization.engine.connection }
    /// The number of running messages, each of which caused the next; 1 for the client's own.
    var depth: Int { running.count }

    /// An identity for a new record.
    func newID() -> GUID { organization.options.newID() }

    /// The table with a logical name; throws if it does not exist.
    func definition(_ entity: String) throws(CRMFault) -> EntityDefinition {
        try schema.require(entity: entity)
    }

    /// Runs a message inside of the running one, with the same transaction and correlation.
    func execute(_ request: OrganizationRequest) throws(CRMFault) -> OrganizationResponse {
        guard let handler = organization.messages[request.requestName] else {
            throw .noMessage(request.requestName, among: organization.messages.names)
        }
        let target = handler.target(of: request.parameters)
        let results = try perform(
            handler.event, on: target, request.parameters, requestId: request.requestId,
            identity: handler.identity(in:)
        ) { (parameters) throws(CRMFault) in
            try handler.run(parameters, in: self)
        }
        return OrganizationResponse(request.requestName, results)
    }

    /// Runs a body as an operation: observers see it before and after.
    func perform(
        _ message: String, on target: EntityReference?, _ parameters: AttributeCollection,
        requestId: GUID? = nil,
        identity: (AttributeCollection) -> GUID? = MessageHandler.identity(in:),
        _ body: (AttributeCollection) throws(CRMFault) -> AttributeCollection
    ) throws(CRMFault) -> AttributeCollection {
        guard depth < Self.depthLimit else {
            throw CRMFault(
                .unexpected, "This workflow job was canceled because it includes an infinite loop.")
        }
        var operation = Operation(
            message: message, target: target, parameters: parameters, depth: depth + 1,
            correlationId: correlationId,
            requestId: running.last?.requestId ?? requestId ?? self.requestId,
            caller: caller, startedAt: now, parent: running.last.map(Operation.Parent.init))
        let observers = try interestedObservers(in: operation)
        if !observers.isEmpty {
            let images = observers.reduce(into: OperationInterest()) { $0.formUnion($1.interest) }
            if images.contains(.preImage) { operation.preImage = try image(of: operation.target) }
            try notify(observers, of: &operation, at: .preValidation)
            try notify(observers, of: &operation, at: .preOperation)
            running.append(operation)
            defer { running.removeLast() }
            operation.results = try body(operation.parameters)
            if let target, let id = identity(operation.results) {
                operation.target = EntityReference(target.logicalName, id)
            }
            if images.contains(.postImage) { operation.postImage = try image(of: operation.target) }
            try notify(observers, of: &operation, at: .postOperation)
            completed.append(operation)
            return operation.results
        }
        running.append(operation)
        defer { running.removeLast() }
        return try body(parameters)
    }

    /// Runs a body that calls other servers in the middle of a transaction, during which readers are admitted.
    func releasingAccess<Answer>(_ body: () -> Answer) -> Answer {
        organization.lock.release(asWriter: false)
        defer { organization.lock.resume() }
        return body()
    }

    /// Runs a part whose changes alone are rolled back if it throws, so that the message can continue.
    func attempt<Answer>(
        _ body: () throws(CRMFault) -> Answer
    ) throws(CRMFault) -> Answer {
        let name = "attempt_\(depth)"
        let version = organization.engine.version
        let count = completed.count
        try storing { () throws(PeriluneError) in try connection.run("SAVEPOINT \(name)") }
        do throws(CRMFault) {
            let answer = try body()
            try storing { () throws(PeriluneError) in try connection.run("RELEASE \(name)") }
            return answer
        } catch {
            if connection.isInTransaction {
                try? connection.run("ROLLBACK TO \(name)")
                try? connection.run("RELEASE \(name)")
            }
            organization.engine.version = version
            completed.removeSubrange(count...)
            names = NameCache()
            throw error
        }
    }

    private typealias Interested = [(observer: any OperationObserver, interest: OperationInterest)]

    private func interestedObservers(in operation: Operation) throws(CRMFault) -> Interested {
        var interested: Interested = []
        for observer in organization.options.observers {
            let entity = operation.target?.logicalName ?? "none"
            if let interest = try observer.interest(
                in: operation.message, on: entity, session: self)
            {
                interested.append((observer, interest))
            }
        }
        return interested
    }

    private func notify(
        _ observers: Interested, of operation: inout Operation, at stage: Operation.Stage
    ) throws(CRMFault) {
        for entry in observers {
            try entry.observer.observe(&operation, at: stage, session: self)
        }
    }

    /// The whole record; `nil` if it does not exist (yet or any more).
    private func image(of target: EntityReference?) throws(CRMFault) -> Entity? {
        guard let target, target.id != .zero else { return nil }
        return try find(target.logicalName, target.id, .all)
    }
}
