/// Turns the entries of a log into events: lines of text, rows of a table, JSON objects.
///
/// ```swift
/// struct WordsCodec: Codec {
///     let name = "words"
///     let summary = "words, one per line"
///
///     func decoder(for log: LogHead) -> (any EntryDecoder)? { WordsDecoder(log) }
/// }
///
/// final class WordsDecoder: EntryDecoder {
///     private let log: LogHead
///     init(_ log: LogHead) { self.log = log }
///
///     func decode(
///         _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
///     ) throws(PeriluneError) {
///         let word = try entry.text()
///         event += Event(
///             id: log.id(at: place), source: log.source, type: "word", subject: word
///         ).json
///     }
/// }
/// ```
///
/// A plugin adds it with ``Registry/add(_:)-(Codec)``; `perilune process FILE --as words` uses it.
public protocol Codec: Sendable {
    /// The name for `--as`, in kebab case.
    var name: String { get }
    /// A description of the format that completes "this looks like …": `plain URLs, one per line`.
    var summary: String { get }
    /// The same codec with options.
    ///
    /// - Parameter options: An object, of `sources.codec` in `perilune.lua` or of `--codec KEY=VALUE`; values of the
    ///   command line are strings.
    /// - Returns: The codec that reads the log.
    /// - Throws: An error if an option is unknown or invalid. By default, a codec has no options.
    func configured(_ options: Value) throws(PeriluneError) -> any Codec
    /// How a log is divided into entries; by default, into lines.
    ///
    /// - Parameter start: The first bytes of the log.
    /// - Returns: What an entry is.
    func framing(of start: [UInt8]) -> EntryFraming
    /// Whether a log probably has this format, for `--as auto` and for hints; by default, false.
    ///
    /// - Parameter start: The first bytes of the log.
    /// - Returns: False unless all or most of the first entries have this format.
    func recognizes(_ start: [UInt8]) -> Bool
    /// Makes a decoder for one log; each worker has its own.
    ///
    /// - Returns: `nil` if each entry is an event already.
    /// - Throws: An error if no entry of the log can be read.
    func decoder(for log: LogHead) throws(PeriluneError) -> (any EntryDecoder)?
}

extension Codec {
    /// The codec itself, if there are no options.
    public func configured(_ options: Value) throws(PeriluneError) -> any Codec {
        guard let option = options.object?.pairs.first else { return self }
        throw PeriluneError("codec.option", "the codec '\(name)' has no option '\(option.name)'")
    }

    /// Each line is an entry.
    public func framing(of start: [UInt8]) -> EntryFraming { .lines }

    /// Returns false: `--as auto` does not select the codec.
    public func recognizes(_ start: [UInt8]) -> Bool { false }
}

/// Turns the entries of one log into events, one after the other, on one thread.
public protocol EntryDecoder: AnyObject {
    /// Writes the event of an entry.
    ///
    /// - Parameters:
    ///   - entry: The bytes of the entry, without its line end.
    ///   - place: Where it is in the log.
    ///   - event: Receives the CloudEvent as JSON. It is empty at the call, and stays empty for an entry that is not
    ///     an event, such as a comment.
    /// - Throws: An error if the entry cannot be read; its line and column count from the beginning of the entry. The
    ///   entry goes to the quarantine.
    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError)
}

/// How a log is divided into entries.
public enum EntryFraming: Hashable, Sendable {
    /// An entry is a line.
    case lines
    /// An entry is a line that may contain line feeds in quoted fields. A header is not an entry.
    case table(delimiter: UInt8, quote: UInt8, hasHeader: Bool)
    /// An entry is an object, which may have several lines, or an element of an array.
    ///
    /// With a path such as `Records`, the elements of the arrays at this path are the entries, and everything else is
    /// skipped.
    case json(elementsOf: [String])
}

/// Where an entry is in its log.
public struct EntryPlace: Hashable, Sendable {
    /// The line on which it begins, from 1.
    public let line: Int
    /// Bytes of the uncompressed log before it.
    public let offset: Int

    /// Makes a place.
    public init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }
}

/// A log before its first entry is read: its name and its first bytes.
public struct LogHead: Hashable, Sendable {
    /// The log as the user named it; `-` is standard input.
    public let name: String
    /// The first bytes of the uncompressed log, up to 64 KB, without a byte order mark.
    public let start: [UInt8]
    /// When the log was last written; `nil` if it is not a file.
    public let modified: Timestamp?
    /// Distinguishes the log from earlier logs with the same name; `nil` if there is only one.
    public let generation: String?

    /// Makes a head.
    public init(
        name: String, start: [UInt8] = [], modified: Timestamp? = nil, generation: String? = nil
    ) {
        self.name = name
        self.start = start
        self.modified = modified
        self.generation = generation
    }

    /// The source of events whose entries name none: the file's name without folders and without the ending of a
    /// compressed file; `stdin` for standard input.
    public var source: String {
        guard name != "-" else { return "stdin" }
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let packed = [".gz", ".zst", ".bz2", ".xz"].first { file.hasSuffix($0) && file != $0 }
        return packed.map { String(file.dropLast($0.count)) } ?? file
    }

    /// An id for an entry that has none: the source and the offset, such as `access.log:5120`.
    ///
    /// It stays the same when the log grows or is compressed.
    public func id(at place: EntryPlace) -> String { "\(idPrefix)\(place.offset)" }

    /// The beginning of the ids of entries: the source, and the generation if there is one.
    package var idPrefix: String { generation.map { "\(source):\($0):" } ?? "\(source):" }
}

extension Span<UInt8> {
    /// The bytes as text.
    ///
    /// - Throws: `event.utf8` with the column if they are not UTF-8.
    public func text() throws(PeriluneError) -> String {
        let text = unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
        if let text { return text }
        throw .notUTF8(self)
    }
}

extension PeriluneError {
    /// The error for an entry that is not UTF-8, with the column of the first invalid byte.
    package static func notUTF8(_ entry: Span<UInt8>) -> PeriluneError {
        // A binary search for the longest valid prefix.
        var low = 0
        var high = entry.count
        while low < high {
            let middle = (low + high + 1) / 2
            let part = entry.extracting(first: middle)
            // A prefix may end within a valid character.
            if part.isUTF8Prefix { low = middle } else { high = middle - 1 }
        }
        return PeriluneError(
            "event.utf8", "the entry is not UTF-8", at: Place(line: 1, column: low + 1),
            hint: "convert the log, for example: iconv -f LATIN1 -t UTF-8")
    }
}

extension Span<UInt8> {
    /// Whether the bytes are UTF-8, or a prefix of UTF-8 that lacks at most three bytes.
    fileprivate var isUTF8Prefix: Bool {
        for missing in 0...min(3, count) {
            let part = extracting(last: min(count, missing))
            let whole = extracting(first: count - missing)
            let isWhole = unsafe whole.withUnsafeBufferPointer {
                unsafe String(validating: $0, as: UTF8.self) != nil
            }
            guard isWhole else { continue }
            guard missing > 0 else { return true }
            let length = part[0] >= 0xF0 ? 4 : part[0] >= 0xE0 ? 3 : part[0] >= 0xC2 ? 2 : 1
            var continues = length > missing && part[0] <= 0xF4
            for index in 1..<missing where part[index] & 0xC0 != 0x80 { continues = false }
            return continues
        }
        return false
    }
}

/// A codec that knows which options a log needs that it does not recognize without them.
package protocol HintingCodec: Codec {
    /// What the user has to write to read a log that begins with these bytes; `nil` if the codec is not for such
    /// logs.
    func hint(for start: [UInt8]) -> String?
}
