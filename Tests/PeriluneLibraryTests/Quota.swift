import PeriluneCore
import PeriluneLibrary

/// A plugin with one of everything that can cross the boundary.
struct Quota: Plugin {
    let name = "quota"
    let version = "1.2.3"
    let summary = "Counts what devices do."
    var limit: Int64 = 3

    func register(in registry: inout Registry) throws(PeriluneError) {
        registry.add(EventType("quota.exceeded", "A device did too much."))
        try registry.add(module)
        registry.add(
            Delegate(name: "guard", interests: .init(types: ["tap"])) { context in
                GuardDelegate(context)
            })
        registry.add(Stock())
        try registry.add(Parity())
        try registry.add(
            HTTPSource(path: "/quota", summary: "taps") { request throws(PeriluneError) in
                guard request.headers["x-key"] == "sesame" else {
                    throw PeriluneError("http.unauthorized", "no key")
                }
                var delivery = EventDelivery(
                    [Event(json: request.body)], identity: request.query,
                    answer: .decided { record in
                        HTTPResponse(
                            200, "text/plain", "\(record.outcome.rawValue) \(record.effects.count)")
                    })
                delivery.depth = 2
                return delivery
            })
        try registry.add(
            PluginCommand(
                "quota", "Shows the limit", operands: .init("DEVICE", "A device.", isMany: true),
                options: [.init("times", .integer(variable: "N"), "How often.")]
            ) { run in
                try run.write("\(run.operands.joined(separator: "+")): \(limit)\n")
                run.note("note\n")
                return Int(run.values["times"]?.integer ?? 0)
            })
        try registry.add(Ticks())
        try registry.add(Sink())
        try registry.add(Counters())
        try registry.add(TapLog())
        registry.views.add(Gauge())
        registry.addRedaction { $0.replacing("secret", with: "****") }
    }

    private var module: HostModule {
        HostModule(
            "quota", "Counts.", lua: "local m = ... function m.twice(n) return m.left(n) * 2 end",
            [
                HostFunction(
                    "left", "What is left.", [.init("used", .integer, "so far")],
                    returns: "integer",
                    .sync { [limit] arguments, call throws(PeriluneError) in
                        let used = arguments[0].integer ?? 0
                        if used > limit {
                            throw PeriluneError("quota.exceeded", "too much", hint: "wait")
                        }
                        call.commander?.effect("quota.asked", .init([("used", .integer(used))]))
                        call.commander?.emit(["used": .integer(used)])
                        call.log.log(
                            LogLine(
                                level: "info", message: "asked", fields: nil, script: call.script,
                                event: call.commander?.eventID))
                        return .integer(limit - used)
                    }),
                HostFunction(
                    "reserve", "Takes one, once.", [.init("device", .string, "whose")],
                    returns: "table",
                    .async { arguments, call in
                        try await call.perform(
                            "quota.reserve", .init([("device", arguments[0])]),
                            request: arguments[0], dryRun: { ["dry": true] }
                        ) {
                            if arguments[0] == "broken" {
                                throw PeriluneError("quota.broken", "it is broken")
                            }
                            return ["device": arguments[0], "identity": .string(call.identity)]
                        }
                    }),
                HostFunction(
                    "twice", "Doubled.", [.init("used", .integer, "so far")], returns: "integer",
                    .native),
            ])
    }

    /// Takes taps with `data.take`, counts them in the state, says what they are told to.
    private final class GuardDelegate: EventDelegate {
        private let store: any StateStore

        init(_ context: WorkerContext) { store = context.store }

        func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool {
            event["data.take"] != nil
        }

        func execute(
            _ event: any EventContent, _ commander: Commander
        ) throws(PeriluneError) -> Execution {
            let count = (try store.load(script: "guard", key: "all")?.count ?? 0) + 1
            try store.save([
                StateChange(
                    script: "guard", key: "all", value: Array(repeating: 1, count: count))
            ])
            switch event["data.take"]?.string {
            case "emit":
                commander.emit(["count": .integer(Int64(count))])
                commander.effect("quota.counted", .init([("count", .integer(Int64(count)))]))
                return .finished(.handled)
            case "emit by name":
                commander.emit(["count": 0])
                try commander.emit(["count": .integer(Int64(count))], to: "counts")
                try commander.emit(1, to: event["data.to"]?.string ?? "counts")
                return .finished(.handled)
            case "publish":
                commander.effect("quota.first", .init())
                try commander.publish(type: "quota.exceeded", subject: "s", data: ["n": 1])
                return .finished(.handled)
            case "default": return .finished(.byDefault(url: "other"))
            case "pass": return .finished(.pass)
            case "reject": return .finished(.reject(reason: "not now"))
            default: throw PeriluneError("quota.refused", "take what?", hint: "say it")
            }
        }

        func finish(committed: Bool) {}
    }

    private struct Stock: DefaultHandler {
        let name = "quota-stock"
        let types: [TypePattern] = ["tap"]

        func isStock(_ event: any EventContent) -> Bool { event["data.custom"] == nil }

        func handle(
            _ event: any EventContent, url: String?, _ commander: Commander
        ) -> Bool {
            commander.effect("stock", .init([("url", .string(url ?? "own"))]))
            return true
        }
    }

    /// `parity = "even"` fits events whose `data.n` is even.
    private struct Parity: InterestDimension {
        let field = "parity"

        func index(_ declarations: [InterestDeclaration]) throws(PeriluneError) -> any InterestIndex
        {
            for declaration in declarations where declaration.value != "even" {
                throw PeriluneError("quota.parity", "\(declaration.name): parity is \"even\"")
            }
            return Even(delegates: declarations.map(\.delegate))
        }

        struct Even: InterestIndex {
            let delegates: [Int]

            func match(_ event: any EventContent, into matches: inout [Int]) {
                if rejection(of: 0, for: event) == nil { matches += delegates }
            }

            func rejection(of delegate: Int, for event: any EventContent) -> String? {
                event["data.n"]?.integer.map { $0.isMultiple(of: 2) } == true ? nil : "n is odd"
            }
        }
    }

    private struct Ticks: EventSource {
        let name = "ticks"

        func run(
            _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
        ) async throws {
            try await deliver(.init([Event(id: "t", source: "ticks", type: "tick")]))
            while !Task.isCancelled { await Task.yield() }
        }
    }

    private struct Sink: RecordSink {
        let name = "refusing"

        func write(_ batch: RecordBatch) async throws {
            let text = String(decoding: batch.records, as: UTF8.self)
            throw PeriluneError("quota.sink", "\(batch.count) from \(batch.first): \(text)")
        }
    }

    private struct Counters: RecordSinkFactory {
        let name = "counter"
        let summary = "a counter"

        func sink(
            named output: String, _ options: SinkOptions
        ) throws(PeriluneError) -> any RecordSink {
            guard options.values["step"] != nil else {
                throw PeriluneError("quota.step", "\(output) has no step")
            }
            return Counter(name: output, options: options)
        }

        struct Counter: RecordSink {
            let name: String
            let options: SinkOptions

            func write(_ batch: RecordBatch) async throws {
                throw PeriluneError(
                    "quota.counter",
                    "\(name) \(options.values.json) \(options.getsRecords) \(options.folder) \(batch.sequence)"
                )
            }
        }
    }

    /// Lines such as `gate 7`, or with `separator = ";"` entries of a table.
    private struct TapLog: Codec {
        let name = "taps"
        let summary = "taps, one per line"
        var separator: UInt8?

        func configured(_ options: Value) throws(PeriluneError) -> any Codec {
            var codec = self
            for option in options.object?.pairs ?? [] {
                guard option.name == "separator" else {
                    throw PeriluneError("codec.option", "no option '\(option.name)'")
                }
                codec.separator = option.value.string?.utf8.first
            }
            return codec
        }

        func framing(of start: [UInt8]) -> EntryFraming {
            if start.first == UInt8(ascii: "[") { return .json(elementsOf: ["taps"]) }
            return separator.map { .table(delimiter: $0, quote: 0x27, hasHeader: true) } ?? .lines
        }

        func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: "gate".utf8) }

        func decoder(for log: LogHead) -> (any EntryDecoder)? {
            log.start.isEmpty ? nil : Decoder(log: log)
        }

        final class Decoder: EntryDecoder {
            private let log: LogHead
            private var count = 0

            init(log: LogHead) { self.log = log }

            func decode(
                _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
            ) throws(PeriluneError) {
                let text = try entry.text()
                if text.hasPrefix("#") { return }
                guard text.hasPrefix("gate ") else {
                    throw PeriluneError("quota.tap", "'\(text)' is not a tap", hint: "gate N")
                }
                count += 1
                event +=
                    Event(
                        id: log.id(at: place), source: log.source, type: "tap", subject: text,
                        data: [
                            "line": .integer(Int64(place.line)), "count": .integer(Int64(count)),
                        ]
                    ).json
            }
        }
    }

    private struct Gauge: ViewProvider {
        var views: [String] { get async { ["gauge"] } }

        func picture(_ request: PictureRequest) async throws -> Picture? {
            Picture(
                bytes: [0, 255, 10], format: request.format, width: Int(request.width ?? 1),
                height: 2, alternative: "a gauge")
        }
    }
}

/// What the one line of an author is.
func quotaEntry(_ abi: UInt32, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
    PluginExport.serve(abi, host) { settings in
        if settings["limit"]?.string != nil {
            throw PeriluneError("quota.settings", "limit is a number")
        }
        return Quota(limit: settings["limit"]?.integer ?? 3)
    }
}
