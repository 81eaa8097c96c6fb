internal import PeriluneCore
internal import Synchronization

/// A plugin in the library, which processes the requests of the host.
final class ExportedPlugin: Sendable {
    let host: HostProxy
    private let make: @Sendable (Value) throws -> any Plugin
    private let described = Mutex<Registry?>(nil)
    let delegates = Subjects<ExportedDelegate>()
    let indexes = Subjects<any InterestIndex>()
    let responses = Subjects<@Sendable (Record) -> HTTPResponse>()
    let runs = Subjects<Task<Void, Never>>()
    let decoders = Subjects<ExportedDecoder>()
    let sinks = Subjects<any RecordSink>()

    init(host: HostProxy, make: @escaping @Sendable (Value) throws -> any Plugin) {
        self.host = host
        self.make = make
    }

    /// The registrations of the plugin, once it has been described.
    var registry: Registry {
        get throws(PeriluneError) {
            guard let registry = described.withLock(\.self) else {
                throw .broken("the plugin was not described")
            }
            return registry
        }
    }

    func receive(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message, _ reply: ReplyOnce
    ) {
        switch operation {
        case .asyncFunction, .runCommand, .views, .picture, .runSource, .writeRecords, .writeToSink:
            func start() -> Task<Void, Never> {
                Task { await answerLater(operation, subject, request, reply) }
            }
            if operation == .runSource,
                let run = request.json["run"]?.integer.flatMap({ UInt64(exactly: $0) })
            {
                runs.add(as: run, start)
            } else {
                _ = start()
            }
        default:
            do throws(PeriluneError) {
                reply.give(try answer(operation, subject, request))
            } catch {
                reply.fail(error)
            }
        }
    }

    private func answer(
        _ operation: LibraryOperation, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        switch operation {
        case .describe: return try describe(request)
        case .close: return Message()
        case .release:
            delegates.remove(subject)
            indexes.remove(subject)
            responses.remove(subject)
            decoders.remove(subject)
            sinks.remove(subject)
            return Message()
        case .function: return try call(subject, request)
        case .makeDelegate: return try makeDelegate(subject, request)
        case .delegate:
            guard let delegate = delegates[subject] else {
                throw .broken("there is no delegate \(subject)")
            }
            return try delegate.act(request)
        case .isStock:
            let event = try readEvent(request)
            return Message(.bool(try element(\.defaultHandlers, subject).isStock(event)))
        case .handle: return try handle(subject, request)
        case .index, .match, .rejection: return try condition(operation, subject, request)
        case .receive, .respond: return try answerRequest(operation, subject, request)
        case .redact:
            let text = try Form(request.json, "text").text(most: 1 << 20)
            return Message(.string(try registry.redact(text)))
        case .stopSource:
            runs.remove(subject)?.cancel()
            return Message()
        case .configureCodec, .frameLog, .recognizeLog, .makeDecoder, .decode:
            return try codec(operation, subject, request)
        case .makeSink: return try makeSink(subject, request)
        case .asyncFunction, .runCommand, .views, .picture, .runSource, .writeRecords, .writeToSink:
            throw .broken("\(operation) is asynchronous")
        }
    }

    /// One of the plugin's registrations, by its index.
    func element<Element>(
        _ list: (Registry) -> [Element], _ position: UInt64
    ) throws(PeriluneError) -> Element {
        let elements = list(try registry)
        guard position < elements.count else { throw .broken("there is no number \(position)") }
        return elements[Int(position)]
    }

    private func describe(_ request: Message) throws(PeriluneError) -> Message {
        var registry = Registry()
        let plugin: any Plugin
        do {
            plugin = try make(request.json["settings"] ?? .null)
        } catch {
            throw error as? PeriluneError ?? PeriluneError("plugin.failed", "\(error)")
        }
        try plugin.register(in: &registry)
        let description = try registry.wireValue(of: plugin)
        described.withLock { $0 = registry }
        return Message(description)
    }
}
