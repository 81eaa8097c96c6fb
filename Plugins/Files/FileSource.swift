import PeriluneCore
import PeriluneFiles
import Synchronization

/// Makes events of the entries of files that grow.
final class FileSource: EventSource {
    let name: String
    private let logs: FollowedLogs
    private let codec: any Codec
    private let formats: FormatHint
    /// The logs of the sources before this one, whose files this one does not read.
    private let earlier: [FollowedLogs]
    private let shown = Mutex<[SourceInput]>([])

    /// Bytes of entries that are committed together.
    private static let batch = 256 << 10
    private static let pause = Duration.milliseconds(200)
    private static let scanInterval = Duration.seconds(1)
    /// A scan of many files takes at most this share of the time.
    private static let scanShare = 20

    init(
        _ logs: FollowedLogs, _ codec: any Codec, _ formats: FormatHint,
        after earlier: [FollowedLogs]
    ) {
        name = logs.name
        self.logs = logs
        self.codec = codec
        self.formats = formats
        self.earlier = earlier
    }

    var inputs: [SourceInput] { shown.withLock(\.self) }
    var files: [String] { logs.patterns }
    var warnings: [String] { logs.warnings }

    func open() throws(PeriluneError) -> String? {
        for other in earlier {
            let others = FileSet(other.patterns)
            if let path = logs.paths.first(where: { others.contains($0) }) {
                throw logs.error(of: path, in: other)
            }
        }
        return
            "\(logs.format) in \(logs.patterns.joined(separator: ", ")), now \(Counted(logs.paths.count, "file"))"
    }

    /// Decodes an unreadable entry again, of which only the bytes were stored.
    func event(of entry: [UInt8]) throws(PeriluneError) -> Event? {
        let path = logs.paths.first
        let start = try path.map { (path) throws(PeriluneError) in try LogSource.start(of: path) }
        return try codec.event(ofRetried: entry, name: path ?? name, start: start ?? [])
    }

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        try await run(in: SourceHost(each: deliver))
    }

    func run(in host: SourceHost) async throws {
        let tracker = try FileTracker(logs, codec, host, after: earlier)
        let clock = ContinuousClock()
        var nextScan = clock.now
        while !Task.isCancelled {
            if clock.now >= nextScan {
                let time = clock.measure { tracker.scan() }
                nextScan = clock.now + max(Self.scanInterval, time * Self.scanShare)
            }
            tracker.openFiles()
            let pieces = read(tracker)
            show(tracker)
            if pieces.isEmpty, tracker.changes.isEmpty {
                try? await Task.sleep(for: Self.pause)
                continue
            }
            guard await commit(pieces, tracker, host) else { break }
        }
        show(tracker)
        for input in inputs where input.behind > 0 {
            host.note("stopped reading \(input.name) \(input.behind) bytes before its end")
        }
    }

    /// Reads what there is, a piece of each file; an older file of a log comes before a newer one.
    private func read(_ tracker: FileTracker) -> [(file: FollowedFile, piece: FilePiece)] {
        var pieces: [(FollowedFile, FilePiece)] = []
        var bytes = 0
        var busy: Set<String> = []
        for file in tracker.opened where file.isOpen && bytes < Self.batch {
            if busy.contains(file.position.origin) { continue }
            do throws(PeriluneError) {
                let piece = try file.next(isLast: tracker.isOver(file))
                if try file.isReplaced(after: piece) {
                    tracker.restart(file)
                    continue
                }
                if let piece {
                    try checkFormat(of: file, piece)
                    pieces.append((file, piece))
                    bytes += piece.bytes
                    busy.insert(file.position.origin)
                } else if file.position.isDone {
                    tracker.finish(file)
                }
            } catch {
                tracker.failed(file, error)
            }
        }
        return pieces
    }

    /// Throws if nothing at the beginning of a file can be read, and it looks like another format: it stays unread, and does
    /// not fill the quarantine.
    private func checkFormat(
        of file: FollowedFile, _ piece: FilePiece
    ) throws(PeriluneError) {
        guard file.position.offset == 0, piece.delivery.events.isEmpty,
            let first = piece.delivery.unreadable.first
        else { return }
        let path = file.position.path
        let start = try LogSource.start(of: path)
        guard let hint = formats.text(for: start, read: logs.format) else { return }
        throw PeriluneError(
            "files.format",
            "the file is not read, since nothing at its beginning can be read as \(logs.format): \(first.error.message)",
            at: .init(file: path, line: first.error.place.line), hint: hint)
    }

    /// Offers pieces until the host has stored them; nothing is read meanwhile.
    ///
    /// - Returns: Whether it has; false if the task is cancelled, and then they are read again at the next start.
    private func commit(
        _ pieces: [(file: FollowedFile, piece: FilePiece)], _ tracker: FileTracker,
        _ host: SourceHost
    ) async -> Bool {
        let deliveries = pieces.map(\.piece.delivery)
            .filter { !$0.events.isEmpty || !$0.unreadable.isEmpty }
        let positions =
            tracker.changes + pieces.map { SourcePosition($0.file.name, $0.piece.position.text) }
        var pause = Duration.milliseconds(5)
        while true {
            do throws(PeriluneError) {
                try await host.commit(deliveries, positions)
                break
            } catch {
                if Task.isCancelled { return false }
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(100))
            }
        }
        tracker.forgetChanges()
        for (file, piece) in pieces {
            file.commit(piece.position)
            tracker.succeeded(file)
        }
        return true
    }

    private func show(_ tracker: FileTracker) {
        let inputs = (tracker.opened.filter(\.isOpen) + tracker.waiting).prefix(1000).map { file in
            SourceInput(file.position.path, read: file.position.offset, behind: file.behind)
        }
        shown.withLock { $0 = inputs }
    }
}
