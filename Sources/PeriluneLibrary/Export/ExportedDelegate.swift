internal import PeriluneCore
internal import PeriluneJSON

/// A worker's delegate in the library.
///
/// Like those of every delegate, its calls do not overlap.
final class ExportedDelegate: @unchecked Sendable {
    private let delegate: any EventDelegate

    init(_ delegate: any EventDelegate) { self.delegate = delegate }

    func act(_ request: Message) throws(PeriluneError) -> Message {
        let form = Form(request.json, "request")
        let steps = form["steps"]?.value.array ?? []
        guard steps.contains("ask") || steps.contains("execute") else {
            try delegate.finish(committed: try form.flag("committed"))
            return Message()
        }
        let event = try readEvent(request)
        let output = EmittedLines()
        let commander = Commander(event, try CallContext(form), output)
        var members = Value.Members()
        if steps.contains("ask"), try !delegate.shouldHandle(event, commander) {
            if steps.contains("finish") { try delegate.finish(committed: true) }
            members["reply"] = "declined"
        } else if steps.contains("execute") {
            guard case .finished(let reply) = try delegate.execute(event, commander) else {
                throw PeriluneError(
                    "plugin.suspended", "a delegate in a library cannot wait for an effect",
                    hint: "let a script wait instead, in an async function of the plugin's module")
            }
            if steps.contains("finish") { try delegate.finish(committed: true) }
            reply.write(to: &members)
        } else {
            members["reply"] = "willing"
        }
        try RecordedActions(commander, output).write(to: &members)
        return Message(.object(members))
    }
}

/// The event of a request.
func readEvent(_ request: Message) throws(PeriluneError) -> JSONEvent {
    let event = JSONEvent()
    try event.read(copy: request.data)
    return event
}

extension Commander {
    /// A commander that stands for the one in the host.
    convenience init(_ event: any EventContent, _ acting: CallContext, _ output: EmittedLines) {
        self.init(
            output: output, isDryRun: acting.isDryRun, maximumDepth: acting.maximumDepth)
        begin(event, depth: acting.depth)
        act(as: acting.actor)
    }
}

extension Reply {
    fileprivate func write(to members: inout Value.Members) {
        switch self {
        case .handled: members["reply"] = "handled"
        case .pass: members["reply"] = "pass"
        case .byDefault(let url):
            members["reply"] = "default"
            members.set("url", url)
        case .reject(let reason):
            members["reply"] = "reject"
            members["reason"] = .string(reason)
        case .rejectPart(let reason):
            members["reply"] = "reject"
            members["reason"] = .string(reason)
            members["continue"] = true
        }
    }
}
