internal import PeriluneCore

extension ExportedPlugin {
    func answerLater(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message, _ reply: ReplyOnce
    ) async {
        do {
            switch operation {
            case .asyncFunction: await callLater(subject, request, reply)
            case .runCommand: reply.give(try await runCommand(subject, request))
            case .views:
                reply.give(Message(.array(try await registry.views.views.map { .string($0) })))
            case .picture:
                let wanted = try PictureRequest(Form(request.json, "request"))
                let known = try await registry.views.views
                guard known.contains(wanted.view) else { return reply.give(Message()) }
                reply.give(try await registry.views.picture(wanted).message)
            case .runSource:
                let run = UInt64(
                    try Form(request.json, "request").integer("run", in: 0...Int64.max))
                defer { runs.remove(run) }
                try await element(\.eventSources, subject).run {
                    [host] delivery throws(PeriluneError) in
                    let message = delivery.message(response: nil)
                    _ = try await host.askLater(.deliver, run, message.json, data: message.data)
                }
                reply.give(Message())
            case .writeRecords, .writeToSink:
                let form = Form(request.json, "request")
                let batch = RecordBatch(
                    records: request.data, first: try form.integer("first", in: 1...Int64.max),
                    count: Int(try form.integer("count", in: 1...Int64.max)),
                    sequence: form["sequence"]?.value.string ?? "")
                if operation == .writeRecords {
                    try await element(\.recordSinks, subject).write(batch)
                } else if let sink = sinks[subject] {
                    try await sink.write(batch)
                } else {
                    throw PeriluneError.broken("there is no sink \(subject)")
                }
                reply.give(Message())
            default: throw PeriluneError.broken("\(operation) is synchronous")
            }
        } catch {
            reply.fail(error as? PeriluneError ?? PeriluneError("plugin.failed", "\(error)"))
        }
    }

    private func runCommand(_ position: UInt64, _ request: Message) async throws -> Message {
        let form = Form(request.json, "request")
        let run = UInt64(try form.integer("run", in: 0...Int64.max))
        let invocation = PluginCommand.Invocation(
            operands: (request.json["operands"]?.array ?? []).compactMap(\.string),
            values: request.json["values"]?.object ?? .init(),
            write: { [host] text in
                _ = try host.ask(
                    .write, run, ["stream": "output"], data: Array(text.utf8))
            },
            note: { [host] text in
                _ = try? host.ask(.write, run, ["stream": "notes"], data: Array(text.utf8))
            })
        let status = try await element(\.commands, position).run(invocation)
        return Message(["status": .integer(Int64(status))])
    }
}
