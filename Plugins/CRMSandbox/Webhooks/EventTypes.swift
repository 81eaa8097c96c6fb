import CRMPlugin

/// The messages and tables that trigger webhooks, and the types of their events.
///
/// For some messages the request and the pipeline have different names: the request `WinOpportunity` is the message
/// `Win` on `opportunity`, and so `crm.opportunity.win`.
struct EventTypes: Sendable {
    /// A message as webhooks know it.
    struct Entry: Hashable, Sendable {
        /// The request of a client.
        let request: String
        /// The message in the pipeline.
        let message: String
        /// The tables that it is about; empty for any.
        let tables: [String]
    }

    /// The entries, sorted by the request of clients.
    let entries: [Entry]

    init(_ messages: MessageTable) {
        entries = messages.all.compactMap { handler in
            // Reads trigger no webhooks; an upsert triggers those of the create or update it becomes.
            if handler.isRead || handler.name == "Upsert" { return nil }
            return Entry(
                request: handler.name, message: handler.event, tables: handler.eventTables)
        }
    }

    /// The entries of a message with this name in the pipeline, ignoring case.
    func entries(of message: String) -> [Entry] {
        let message = message.lowercased()
        return entries.filter { $0.message.lowercased() == message }
    }
}

extension MessageHandler {
    /// The tables that the message is about; empty for any.
    fileprivate var eventTables: [String] {
        switch subject {
        case .parameter: tables
        case .id(_, let table), .lookup(_, _, let table), .result(_, let table): [table]
        case .none: ["none"]
        }
    }
}
