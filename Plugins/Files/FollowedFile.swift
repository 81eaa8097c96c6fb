import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// A file that is read, open or not.
final class FollowedFile {
    /// Unique in the source: when the file was found, in microseconds since 1970.
    let name: String
    /// The name as a number, by which files are in order.
    let number: Int64
    /// The path of its log, without what rotation adds.
    let log: String
    /// The position to store.
    private(set) var position: FilePosition
    /// The size that was seen last.
    var size = 0
    /// The state that was seen last.
    var seen: FileState? {
        didSet { if let seen { size = seen.size } }
    }
    /// The state in which it was read to its end; a last line without an end may remain.
    private var ended: FileState?
    /// When it grew last, or was found.
    var lastGrowth = ContinuousClock.now
    /// Whether its path is one of the patterns.
    var isNamed = true
    /// Since when it is neither open nor found anywhere.
    var lostSince: ContinuousClock.Instant?
    /// After an error, when it is opened again.
    private(set) var nextTry: ContinuousClock.Instant?
    private var pause = Duration.seconds(1)
    /// Whether the log of the server has its name.
    var isNoted = false
    private var reader: EntryReader?

    init(_ name: String, _ position: FilePosition) {
        self.name = name
        number = Int64(name) ?? 0
        self.position = position
        log = RotatedName.log(position.origin)
    }

    var isOpen: Bool { reader != nil }
    /// Whether it may grow; compressed files do not.
    var mayGrow: Bool { !RotatedName.isCompressed(position.path) }
    var behind: Int { reader?.behind ?? max(0, size - position.offset) }
    var isBehind: Bool {
        if position.isDone { return false }
        if let reader { return reader.behind > 0 }
        guard size != position.offset else { return false }
        // The last line of a file that was renamed may have no end.
        return ended == nil || ended != seen || (!isNamed && mayGrow)
    }
    /// Whether it may be closed, since it is opened again when it grows.
    var isIdle: Bool {
        guard let reader else { return false }
        return reader.behind == 0 || (isNamed && reader.isIdle && ended == seen)
    }

    /// Another path of the same file, or another file with the same content.
    func move(to path: String, _ identity: FileIdentity) {
        position.path = path
        position.identity = identity
    }

    /// Forgets device and inode, which now are those of another log; the rest may be in a copy.
    func loseIdentity() { position.identity = FileIdentity(device: 0, number: 0) }

    /// More is expected of it.
    func resume() { position.isDone = false }

    /// Opens the file at its path.
    ///
    /// - Returns: Whether it is the same as before; if not, its rest may be in another file.
    func open(_ codec: any Codec, entryLimit: Int) throws(PeriluneError) -> Bool {
        do throws(PeriluneError) {
            let reader = try EntryReader(position, name, codec, entryLimit: entryLimit)
            guard reader.identity == position.identity, try reader.isSame(as: position) else {
                return false
            }
            self.reader = reader
        } catch {
            if error.code == .logChanged || error.code == .logMissing { return false }
            throw error
        }
        lastGrowth = .now
        return true
    }

    /// Closes a file that cannot be read, and tries again after a pause.
    func fail() {
        close()
        nextTry = .now + pause
        pause = min(pause * 2, .seconds(300))
    }

    func close() { reader = nil }

    /// Whether the file was truncated or overwritten, before or after a piece was read.
    func isReplaced(after piece: FilePiece? = nil) throws(PeriluneError) -> Bool {
        // A file that cannot grow can only have been renamed.
        guard let reader, reader.follows else { return false }
        if let piece, try !reader.isSame(as: piece.position) { return true }
        if let piece, piece.position.fingerprint == position.fingerprint { return false }
        return try !reader.isSame(as: position)
    }

    /// The next entries.
    ///
    /// - Parameter isLast: Whether nothing more is expected, so that a last line needs no end.
    /// - Returns: `nil` if there are none for now.
    /// - Throws: Why the file cannot be read.
    func next(isLast: Bool) throws(PeriluneError) -> FilePiece? {
        guard let reader else { return nil }
        guard let piece = try reader.next(position, isLast: isLast) else {
            size = max(size, reader.size)
            ended = seen
            if isLast || !reader.follows { position.isDone = isLast || !mayGrow }
            if !reader.follows, !position.isDone { close() }
            return nil
        }
        size = max(size, reader.size)
        if !isLast { lastGrowth = .now }
        return piece
    }

    /// The entries up to the position are stored.
    func commit(_ position: FilePosition) {
        pause = .seconds(1)
        // The file may have been renamed in the meantime.
        self.position.offset = position.offset
        self.position.line = position.line
        self.position.fingerprint = position.fingerprint
    }

    /// Stops reading the file.
    func finish() {
        position.isDone = true
        close()
    }

    /// All of it, up to an offset, has been read from another file.
    func finish(at offset: Int) {
        position.offset = offset
        finish()
    }

    /// The position in the form of the store.
    var stored: SourcePosition { SourcePosition(name, position.text) }
}

/// Entries of a file, and the position after them.
struct FilePiece {
    var delivery: EventDelivery
    var position: FilePosition
    var bytes: Int
}
