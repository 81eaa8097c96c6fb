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
        @Sendable (_ parameters: Parameters, _ session: Session) throws(CRMFault) ->
        AttributeCollection

    /// The name on the wire.
    let name: String
    /// Which parameter tells the record that observers are told about.
    let subject: Subject
    /// Whether it changes nothing, and so needs no transaction.
    let isRead: Bool
    /// The effect.
    let body: Body

    /// Which parameter tells the record that a message is about.
    enum Subject: Sendable {
        /// A parameter with an entity or a reference.
        case parameter(String)
        /// A parameter with the identity of a record of this table.
        case id(String, of: String)
        /// No single record.
        case none
    }

    init(
        _ name: String, on subject: Subject = .parameter("Target"), isRead: Bool = false,
        _ body: @escaping Body
    ) {
        self.name = name
        self.subject = subject
        self.isRead = isRead
        self.body = body
    }

    /// The record that a request is about, as far as the request tells.
    func target(of parameters: AttributeCollection) -> EntityReference? {
        switch subject {
        case .none: return nil
        case .id(let key, let entity):
            guard case .guid(let id)? = parameters[key] else { return nil }
            return EntityReference(entity, id)
        case .parameter(let key):
            switch parameters[key] {
            case .reference(let reference): return reference
            case .entity(let entity):
                return EntityReference(entity.logicalName, entity.id ?? .zero)
            default: return nil
            }
        }
    }
}

/// All messages by name.
struct MessageTable: Sendable {
    private let handlers: [String: MessageHandler]

    /// The built-in messages; each list lives beside what it is about.
    private static let standard: [[MessageHandler]] = [
        RecordMessages.all, RelationMessages.all, SystemMessages.all,
    ]

    init(_ further: [MessageHandler] = []) {
        var handlers: [String: MessageHandler] = [:]
        for handler in Self.standard.joined() { handlers[handler.name] = handler }
        for handler in further { handlers[handler.name] = handler }
        self.handlers = handlers
    }

    /// The handler of a message.
    subscript(name: String) -> MessageHandler? { handlers[name] }

    /// The names of all messages.
    var names: [String] { handlers.keys.sorted() }
}
