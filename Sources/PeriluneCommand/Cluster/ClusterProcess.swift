import Arguments
import Glibc
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON

/// Sends logs to the lanes of a cluster.
struct ClusterProcess {
    /// The options for sending logs to a cluster, which must be on the command line: the configuration alone does not
    /// do so.
    static let options: [Option] = [
        .setting(
            .clusterServers, default: "none",
            "Let the cluster on this NATS server process the log; the configuration cannot set this option."
        ),
        .setting(.clusterName),
    ]

    /// Options of `process` that do not apply to a cluster.
    private static let excluded = [
        "output", "records", "store", "state", "restart", "watch", "dry-run", "time-from", "to",
        "output-format", "columns", "workers",
    ]

    private let values: Values
    private let terminal: Terminal
    private let cluster: Cluster

    init(_ values: Values, _ terminal: Terminal) throws {
        for option in Self.excluded where values.isGiven(option) {
            throw UsageError(
                .invalidValue,
                "--\(option) cannot be combined with --cluster: the members process the events",
                program: "perilune process")
        }
        self.values = values
        self.terminal = terminal
        cluster = try ClusterOptions.cluster(values, "perilune process")
    }

    func run(_ logs: [String]) async throws -> ExitStatus {
        let folder = try Self.temporaryFolder()
        defer { try? FolderTree.remove(folder) }
        let versions = try DeployedVersions(cluster)
        let lanes = try cluster.lanes()
        let rules = ClusterRules(
            cluster: cluster, lanes: lanes, folder: folder,
            values: values.passed(to: serveAction.command), inherited: [], terminal: terminal,
            problems: ProblemLog(terminal), spans: nil)
        // The ordering key must be that of the members.
        let loaded: ClusterRules.Loaded =
            if let active = try versions.active() {
                try await rules.load(active.version, try versions.bundle(of: active))
            } else {
                try rules.local()
            }
        defer { loaded.intake.close() }
        for member in try ClusterStatus(cluster).members where member.order != loaded.order {
            throw PeriluneError(
                "cluster.order",
                "the ordering key of \(member.place) is \(member.order ?? "that of no rules"), and here it is \(loaded.order ?? "that of no rules")",
                hint: "deploy the rules to the cluster, or use the configuration of its members")
        }
        let signals = StopSignals()
        let quarantine = try values.string("quarantine").map { try OutputFile(path: $0) }
        var sender = LogSender(
            intake: loaded.intake, codec: try LogCodec.chosen(values, terminal, for: logs),
            left: values.integer("limit") ?? .max, signals: signals, terminal: terminal)
        sender.limits.line = values.integer("max-event") ?? sender.limits.line
        sender.quarantine = quarantine
        for log in logs where !sender.isOver { try await sender.send(log) }
        try quarantine?.finish()
        terminal.info(
            "\(Counted(sender.sent, "event")) sent to \(Counted(lanes, "lane"))\(sender.refused > 0 ? ", \(Counted.digits(sender.refused)) could not be read" : "")\n"
        )
        if let signal = signals.received {
            terminal.info("interrupted; run the command again to send the rest\n")
            return signal == SIGINT ? .interrupted : .terminated
        }
        return sender.refused > 0 ? .quarantined : .success
    }

    static func temporaryFolder() throws(PeriluneError) -> String {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var name = Array("\(parent)/perilune-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&name) != nil else {
            throw PeriluneError(
                "output.create", "cannot create a temporary folder: \(systemMessage(errno))")
        }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Sends the entries of logs, in order.
private struct LogSender {
    let intake: Intake
    let codec: (any Codec)?
    var left: Int
    let signals: StopSignals
    let terminal: Terminal
    var limits = LogSource.Limits()
    var quarantine: OutputFile?
    private(set) var sent = 0
    private(set) var refused = 0

    init(
        intake: Intake, codec: (any Codec)?, left: Int, signals: StopSignals, terminal: Terminal
    ) {
        self.intake = intake
        self.codec = codec
        self.left = left
        self.signals = signals
        self.terminal = terminal
    }

    var isOver: Bool { left <= 0 || signals.received != nil }

    /// The number of bytes to read at a time.
    private static let chunk = 128 << 10

    mutating func send(_ log: String) async throws(PeriluneError) {
        var limits = limits
        limits.chunk = Self.chunk
        let source = try LogSource(
            path: log, limits: limits,
            framing: codec.map { codec in { codec.framing(of: $0) } })
        let place = log == "-" ? log : FilePath.absolute(log)
        var decoder: (any EntryDecoder)?
        var isFirst = true
        while !isOver, let chunk = try source.next() {
            if isFirst {
                decoder = try codec?.decoder(
                    for: LogHead(
                        name: log, start: source.start,
                        modified: try? FilePath.modificationTime(of: log)))
                isFirst = false
            }
            switch chunk.content {
            case .oversized(let isStart, _):
                if isStart { try refuse(Self.oversized(chunk, log), log) }
            case .lines:
                var delivery = try chunk.delivery(decoder, file: log)
                for entry in delivery.unreadable { try refuse(entry, log) }
                delivery.unreadable = []
                delivery.events = Array(delivery.events.prefix(left))
                left -= delivery.events.count
                try await send(delivery, log, place)
            }
        }
    }

    private mutating func send(
        _ delivery: EventDelivery, _ log: String, _ place: String
    ) async throws(PeriluneError) {
        var identities: [String] = []
        for (event, line) in zip(delivery.events, delivery.lines?.numbers ?? []) {
            let digest = try SHA256.hexadecimal(event.json).prefix(16)
            identities.append("log\0\(place)\0\(line)\0\(digest)")
        }
        var pause = Duration.milliseconds(50)
        var hasReported = false
        while signals.received == nil {
            do throws(PeriluneError) {
                let unreadable = try await intake.forward(
                    delivery, identities: identities, from: log)
                for entry in unreadable { try refuse(entry, log) }
                sent += delivery.events.count - unreadable.count
                return
            } catch {
                if error.code.rawValue.hasPrefix("output.") { throw error }
                if !hasReported { terminal.report(error, prefix: "the log is held back: ") }
                hasReported = true
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(1))
        }
    }

    private mutating func refuse(_ entry: UnreadableEntry, _ log: String) throws(PeriluneError) {
        refused += 1
        guard let quarantine else { return terminal.report(entry.error) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("log", log)
        writer.write("line", .integer(Int64(entry.error.place.line ?? 0)))
        writer.name("error")
        entry.error.write(to: &writer)
        if let text = String(validating: entry.bytes, as: UTF8.self) {
            writer.write("bytes", text)
        } else {
            writer.write("base64", Base64.encode(entry.bytes))
        }
        writer.endObject()
        writer.endLine()
        try quarantine.write(writer.bytes)
    }

    private static func oversized(_ chunk: Chunk, _ log: String) -> UnreadableEntry {
        UnreadableEntry(
            unsafe chunk.withBytes { unsafe Array($0) },
            PeriluneError(
                "event.size", "the entry exceeds the maximum length of an event",
                at: .init(file: log, line: chunk.firstLine), hint: "raise --max-event"))
    }
}
