internal import PeriluneCore
internal import PeriluneJSON

extension ExportedPlugin {
    func makeDelegate(_ position: UInt64, _ request: Message) throws(PeriluneError) -> Message {
        let form = Form(request.json, "request")
        let context = WorkerContext(
            worker: Int(try form.integer("worker")), modules: [], log: host,
            store: RemoteState(
                host: host, number: UInt64(try form.integer("state", in: 0...Int64.max))),
            seed: UInt64(bitPattern: try form.integer("seed")))
        let delegate = try element(\.delegates, position).make(context)
        return Message(["handle": .integer(Int64(delegates.add(ExportedDelegate(delegate))))])
    }

    func handle(_ position: UInt64, _ request: Message) throws(PeriluneError) -> Message {
        let form = Form(request.json, "request")
        let event = try readEvent(request)
        let output = EmittedLines()
        let commander = Commander(event, try CallContext(form), output)
        let handled = try element(\.defaultHandlers, position).handle(
            event, url: try form.optionalText("url", most: 1 << 20), commander)
        var members = Value.Members([("handled", .bool(handled))])
        if handled { try RecordedActions(commander, output).write(to: &members) }
        return Message(.object(members))
    }

    func condition(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        if operation == .index {
            var declarations: [InterestDeclaration] = []
            for form in try Form(request.json, "declarations").list(most: 100_000) {
                declarations.append(
                    InterestDeclaration(
                        delegate: Int(try form.integer("delegate", in: 0...1_000_000)),
                        name: try form.text("name"), value: try form.required("value").value))
            }
            // The first dimension belongs to the registry itself.
            let own = UInt64(Registry().dimensions.count)
            let index = try element(\.dimensions, subject + own).index(declarations)
            return Message(["handle": .integer(Int64(indexes.add(index)))])
        }
        guard let index = indexes[subject] else { throw .broken("there is no index \(subject)") }
        let event = try readEvent(request)
        if operation == .match {
            var matches: [Int] = []
            index.match(event, into: &matches)
            return Message(.array(matches.map { .integer(Int64($0)) }))
        }
        let delegate = Int(
            try Form(request.json, "request").integer("delegate", in: 0...1_000_000))
        return Message(index.rejection(of: delegate, for: event).map { .string($0) } ?? .null)
    }

    func answerRequest(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        if operation == .respond {
            guard let respond = responses[subject] else {
                throw .broken("there is no response \(subject)")
            }
            return respond(try Record(Form(request.json, "record"))).message
        }
        let delivery = try element(\.sources, subject).decode(try HTTPRequest(request))
        guard case .decided(let respond) = delivery.answer else {
            return delivery.message(response: nil)
        }
        return delivery.message(response: responses.add(respond))
    }
}
