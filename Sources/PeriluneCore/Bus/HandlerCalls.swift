/// Calls a default handler.
///
/// The concrete type of a handler is unknown to the bus, and calling an existential in an array copies it first,
/// which costs more than most calls. A generic subclass for each type avoids the copy.
class HandlerCalls {
    let name: String

    fileprivate init(_ name: String) { self.name = name }

    /// Wraps a handler in the subclass that fits it.
    static func make(_ handler: any DefaultHandler) -> HandlerCalls {
        if let parting = handler as? any PartingHandler { return make(parting: parting) }
        return make(plain: handler)
    }

    private static func make(plain handler: some DefaultHandler) -> HandlerCalls {
        PlainCalls(handler)
    }

    private static func make(parting handler: some PartingHandler) -> HandlerCalls {
        PartingCalls(handler)
    }

    /// The handler, if its events may have several parts.
    var parting: (any PartingHandler)? { nil }

    /// The kind of an event; `nil` if the handler's events have no parts.
    func kind(of event: any EventContent) -> EventKind? { nil }

    func isStock(_ event: any EventContent) -> Bool { true }

    /// See ``DefaultHandler/handle(_:url:_:)``.
    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool { false }

    /// Handles an event of the kind `stock`; false if its events have no parts.
    func handleStock(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Bool { false }
}

private class PlainCalls<Handler: DefaultHandler>: HandlerCalls {
    let handler: Handler

    init(_ handler: Handler) {
        self.handler = handler
        super.init(handler.name)
    }

    override func isStock(_ event: any EventContent) -> Bool { handler.isStock(event) }

    override func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool { try handler.handle(event, url: url, commander) }
}

private final class PartingCalls<Handler: PartingHandler>: PlainCalls<Handler> {
    override var parting: (any PartingHandler)? { handler }

    override func kind(of event: any EventContent) -> EventKind? { handler.kind(of: event) }

    override func handleStock(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        try handler.handle(event, commander)
        return true
    }
}
