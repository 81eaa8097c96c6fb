internal import PeriluneCore
internal import PeriluneLibrary

extension Description.DescribedDelegate {
    /// The delegate, whose instances are in the library.
    func delegate(_ library: LoadedLibrary, _ number: Int) -> Delegate {
        Delegate(
            name: name, interests: interests, priority: priority, ordering: ordering
        ) { context throws(PeriluneError) in
            try LibraryDelegate(library, UInt64(number), context)
        }
    }
}

/// A worker's delegate that is in a library, which is called once for each event.
final class LibraryDelegate: EventDelegate {
    private let handle: LoadedLibrary.Handle
    private let state: HostServices.BorrowedState

    init(_ library: LoadedLibrary, _ number: UInt64, _ context: WorkerContext) throws(PeriluneError)
    {
        library.services.use(context.log)
        state = library.services.lend(context.store)
        handle = try library.handle(
            .makeDelegate, number,
            [
                "worker": .integer(Int64(context.worker)),
                "seed": .integer(Int64(bitPattern: context.seed)),
                "state": .integer(Int64(state.number)),
            ])
    }

    func shouldHandle(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        try act(["ask"], event, commander)["reply"] != "declined"
    }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        .finished(try Self.reply(try act(["execute"], event, commander)))
    }

    func take(
        _ event: any EventContent, _ commander: Commander, asking: Bool
    ) throws(PeriluneError) -> Handling {
        let steps: [Value] = asking ? ["ask", "execute", "finish"] : ["execute", "finish"]
        let answer = try act(steps, event, commander)
        if answer["reply"] == "declined" { return .declined }
        let reply = try Self.reply(answer)
        return reply == .handled ? .handled : .replied(reply)
    }

    func finish(committed: Bool) throws(PeriluneError) {
        _ = try handle.library.ask(
            .delegate, handle.number, ["steps": ["finish"], "committed": .bool(committed)])
    }

    private func act(
        _ steps: [Value], _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Value {
        var members = Value.Members([("steps", .array(steps))])
        CallContext(commander).write(to: &members)
        let answer = try handle.library.ask(
            .delegate, handle.number, .object(members), data: event.json)
        try RecordedActions(Form(answer.json, "answer")).perform(by: commander)
        return answer.json
    }

    private static func reply(_ answer: Value) throws(PeriluneError) -> Reply {
        switch answer["reply"]?.string {
        case "handled": return .handled
        case "pass": return .pass
        case "default": return .byDefault(url: answer["url"]?.string)
        case "reject":
            let reason = answer["reason"]?.string ?? ""
            return answer["continue"] == true
                ? .rejectPart(reason: reason) : .reject(reason: reason)
        default: throw .broken("unknown reply of a delegate")
        }
    }
}

/// A default handler in a library.
struct LibraryHandler: DefaultHandler {
    let name: String
    let types: [TypePattern]
    let library: LoadedLibrary
    let number: UInt64

    func isStock(_ event: any EventContent) -> Bool {
        // If the call fails, the event counts as custom: delegates get it, so that it is not lost.
        (try? library.ask(.isStock, number, data: event.json))?.json.bool ?? false
    }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        var members = Value.Members()
        members.set("url", url)
        CallContext(commander).write(to: &members)
        let answer = Form(
            try library.ask(.handle, number, .object(members), data: event.json).json, "answer")
        guard try answer.flag("handled") else { return false }
        try RecordedActions(answer).perform(by: commander)
        return true
    }
}
