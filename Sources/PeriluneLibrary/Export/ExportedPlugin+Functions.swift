internal import PeriluneCore
internal import PeriluneJSON

extension ExportedPlugin {
    /// The function with a number, which counts the functions of all modules.
    private func function(_ position: UInt64) throws(PeriluneError) -> HostFunction {
        var rest = position
        for module in try registry.modules {
            if rest < module.functions.count { return module.functions[Int(rest)] }
            rest -= UInt64(module.functions.count)
        }
        throw .broken("there is no number \(position)")
    }

    func call(_ position: UInt64, _ request: Message) throws(PeriluneError) -> Message {
        let body = try function(position).body
        let form = Form(request.json, "request")
        let output = EmittedLines()
        var commander: Commander?
        if form["event"] != nil {
            let acting = try CallContext(form)
            let event = Event(id: acting.eventID, source: acting.source, type: "function")
            commander = Commander(try readEvent(Message(data: event.json)), acting, output)
        }
        let call = HostCall(
            script: try form.text("script"), commander: commander,
            clock: try form.integer("clock"), log: host, grants: try Grants(form["grants"]))
        var members = Value.Members()
        let arguments = request.json["arguments"]?.array ?? []
        switch body {
        case .sync(let body): members["value"] = try body(arguments, call)
        case .json(let body):
            var json: [UInt8] = []
            try body(arguments, call, &json)
            if !json.isEmpty { members["value"] = try Value(json: json) }
        default: throw .broken("function \(position) is not sync")
        }
        if let commander { try RecordedActions(commander, output).write(to: &members) }
        return Message(.object(members))
    }

    func callLater(_ position: UInt64, _ request: Message, _ reply: ReplyOnce) async {
        var call: AsyncHostCall?
        do {
            guard case .async(let body) = try function(position).body else {
                throw PeriluneError.broken("function \(position) is not async")
            }
            let form = Form(request.json, "request")
            let ledger = RemoteLedger(
                host: host, number: UInt64(try form.integer("ledger", in: 0...Int64.max)))
            let made = AsyncHostCall(
                script: try form.text("script"), source: try form.text("source", most: 1 << 20),
                identity: try form.text("identity", most: 1 << 20),
                depth: Int(try form.integer("depth", in: 0...1000)),
                isDryRun: try form.flag("dryRun"), clock: try form.integer("clock"), log: host,
                ledger: ledger, grants: try Grants(form["grants"]))
            call = made
            let value = try await body(request.json["arguments"]?.array ?? [], made)
            var members = effects(of: made)
            members["value"] = value
            reply.give(Message(.object(members)))
        } catch {
            let known = error as? PeriluneError ?? PeriluneError("plugin.failed", "\(error)")
            // Effects that were carried out before the failure are returned with the error.
            var members = call.map(effects) ?? .init()
            members["error"] = .object(known.wireValue)
            reply.give(Message(.object(members)))
        }
    }

    private func effects(of call: AsyncHostCall) -> Value.Members {
        let effects = call.effects
        guard !effects.isEmpty else { return .init() }
        return .init([
            (
                "effects",
                .array(
                    effects.map { ["kind": .string($0.kind), "details": .object($0.details)] })
            )
        ])
    }
}
