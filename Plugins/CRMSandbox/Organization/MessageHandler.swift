import CRMPlugin

/// What a message does: a row of the ``MessageTable``.
///
/// ```swift
/// MessageHandler("ReleaseToQueue", on: .id("QueueItemId", of: "queueitem")) { parameters, session in
///     let item = try parameters.id("QueueItemId")
///     try session.update(Entity("queueitem", id: item, ["workerid": .null]))
///     return [:]
/// }
/// ```
struct MessageHandler: Sendable {
    typealias Body =
        @Sendable (_ parameters: Parameters, _ session: Session) throws -> AttributeCollection

    /// The name on the wire.
    let name: String
    /// The message's name for observers; CRM's pipeline calls WinOpportunity `Win`.
    let event: String
    /// The parameter with the record that observers receive.
    let subject: Subject
    /// The tables that a parameter may name; empty for any.
    let tables: [String]
    /// Whether it changes nothing, and so needs no transaction.
    let isRead: Bool
    private let body: Body

    /// The parameter with the record of a message.
    enum Subject: Sendable {
        /// A parameter with an entity or a reference.
        case parameter(String)
        /// A parameter with the identity of a record of this table.
        case id(String, of: String)
        /// The record of this table that a lookup of the record in a parameter points at: the
        /// opportunity of an `opportunityclose`.
        case lookup(String, String, of: String)
        /// A record of this table that only the results name.
        case result(String, of: String)
        /// No single record.
        case none
    }

    init(
        _ name: String, as event: String? = nil, on subject: Subject = .parameter("Target"),
        tables: [String] = [], isRead: Bool = false, _ body: @escaping Body
    ) {
        self.name = name
        self.event = event ?? name
        self.subject = subject
        self.tables = tables
        self.isRead = isRead
        self.body = body
    }

    /// The effect.
    ///
    /// The type of thrown errors is not inferred for closures, so other errors are converted to faults here.
    func run(
        _ parameters: AttributeCollection, in session: Session
    ) throws(CRMFault) -> AttributeCollection {
        do {
            return try body(Parameters(parameters), session)
        } catch let fault as CRMFault {
            throw fault
        } catch {
            throw CRMFault(.unexpected, "\(error)")
        }
    }

    /// The record that a request is about, as far as the request tells.
    func target(of parameters: AttributeCollection) -> EntityReference? {
        switch subject {
        case .none: return nil
        case .id(let key, let entity):
            guard case .guid(let id)? = parameters[key] else { return nil }
            return EntityReference(entity, id)
        case .lookup(let key, let column, let entity):
            guard case .entity(let record)? = parameters[key] else { return nil }
            return EntityReference(entity, record.lookup(column)?.id ?? .zero)
        case .result(_, let entity): return EntityReference(entity, .zero)
        case .parameter(let key):
            switch parameters[key] {
            case .reference(let reference): return reference
            case .entity(let entity):
                return EntityReference(entity.logicalName, entity.id ?? .zero)
            default: return nil
            }
        }
    }

    /// The identity of a record that was not there before, which the results tell.
    func identity(in results: AttributeCollection) -> GUID? {
        guard case .result(let key, _) = subject else { return Self.identity(in: results) }
        if case .guid(let id)? = results[key] { return id }
        return nil
    }

    /// The record in the results of a message about which nothing else is known; `nil` if there is none.
    static func identity(in results: AttributeCollection) -> GUID? {
        switch results["id"] ?? results["ValidationResult"] {
        case .guid(let id): id
        case .validation(let result): result.activityId == .zero ? nil : result.activityId
        default: nil
        }
    }
}

/// All messages by name.
struct MessageTable: Sendable {
    private let handlers: [String: MessageHandler]
    /// Messages that change nothing, as observers would hear of them.
    let reads: Set<String>

    /// The built-in messages; each list is in the file of its topic.
    private static let standard: [[MessageHandler]] = [
        RecordMessages.all, RelationMessages.all, SystemMessages.all, BusinessMessages.all,
    ]

    init(_ further: [MessageHandler] = []) {
        var handlers: [String: MessageHandler] = [:]
        for handler in Self.standard.joined() { handlers[handler.name] = handler }
        for handler in further { handlers[handler.name] = handler }
        self.handlers = handlers
        reads = Set(handlers.values.filter(\.isRead).map(\.event))
    }

    /// The handler of a message.
    subscript(name: String) -> MessageHandler? { handlers[name] }

    /// The names of all messages.
    var names: [String] { handlers.keys.sorted() }

    /// All messages by name.
    var all: [MessageHandler] { handlers.values.sorted { $0.name < $1.name } }
}
