import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The identity of a file, and how far it was read.
struct FilePosition: Hashable {
    /// The path under which the file was found first, which the ids of its events contain.
    let origin: String
    /// The path by which it was seen last.
    var path: String
    var identity: FileIdentity
    var fingerprint: LogFingerprint?
    var offset = 0
    var line = 1
    /// Whether no more is expected of it.
    var isDone = false

    init(path: String, _ identity: FileIdentity) {
        origin = path
        self.path = path
        self.identity = identity
    }

    /// Reads what was stored; `nil` if it was damaged.
    init?(_ text: String) {
        guard let value = try? Value(json: Array(text.utf8)), let path = value["path"]?.string,
            let device = value["device"]?.integer, let inode = value["inode"]?.integer,
            let offset = value["offset"]?.integer, let line = value["line"]?.integer
        else { return nil }
        origin = value["origin"]?.string ?? path
        self.path = path
        identity = FileIdentity(
            device: UInt(bitPattern: Int(device)), number: UInt(bitPattern: Int(inode)))
        fingerprint = value["head"]?.string.flatMap { LogFingerprint(text: $0) }
        self.offset = Int(offset)
        self.line = Int(line)
        isDone = value["done"]?.bool ?? false
    }

    /// The position as stored.
    var text: String {
        var members = Value.Members([
            ("path", .string(path)),
            ("device", .integer(Int64(bitPattern: UInt64(identity.device)))),
            ("inode", .integer(Int64(bitPattern: UInt64(identity.number)))),
            ("offset", .integer(Int64(offset))), ("line", .integer(Int64(line))),
        ])
        if origin != path { members["origin"] = .string(origin) }
        if let fingerprint { members["head"] = .string(fingerprint.text) }
        if isDone { members["done"] = true }
        return Value.object(members).json
    }

    /// The position at which a log source continues.
    var input: InputPosition { InputPosition(log: path, offset: offset, line: line) }
}
