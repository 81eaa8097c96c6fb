/// Turns the records of logs into events: lines of text, rows of a table, objects in JSON.
///
/// ```swift
/// struct WordsCodec: Codec {
///     let name = "words"
///     let summary = "One word a line; the event's subject is the word."
///
///     func decoder(for log: LogHead) -> (any RecordDecoder)? { WordsDecoder(log) }
/// }
///
/// final class WordsDecoder: RecordDecoder {
///     private let log: LogHead
///     init(_ log: LogHead) { self.log = log }
///
///     func decode(
///         _ record: Span<UInt8>, at place: RecordPlace, into event: inout [UInt8]
///     ) throws(PeriluneError) {
///         let word = try record.text()
///         event += Event(
///             id: log.id(at: place), source: log.source, type: "word", subject: word
///         ).json
///     }
/// }
/// ```
///
/// A plugin adds it with ``Registry/add(_:)-(Codec)``; `perilune process FILE --as words` uses it.
public protocol Codec: Sendable {
    /// What `--as` calls it, kebab-case.
    var name: String { get }
    /// What it reads, in one sentence.
    var summary: String { get }
    /// The same codec with options.
    ///
    /// - Parameter options: An object, of `sources.codec` in `perilune.lua` or of `--codec KEY=VALUE`; values of the
    ///   command line are strings.
    /// - Throws: What is wrong with the options. By default, a codec has none.
    func configured(_ options: Value) throws(PeriluneError) -> any Codec
    /// How a log is divided into records; by lines, by default.
    ///
    /// - Parameter start: The first bytes of the log.
    func framing(of start: [UInt8]) -> RecordFraming
    /// Whether a log probably has this format, for `--as auto` and for hints; not by default.
    ///
    /// - Parameter start: The first bytes of the log.
    func recognizes(_ start: [UInt8]) -> Bool
    /// Makes a decoder for one log; each worker has its own.
    ///
    /// - Returns: `nil` if each record is an event already.
    /// - Throws: Why no record of the log can be read.
    func decoder(for log: LogHead) throws(PeriluneError) -> (any RecordDecoder)?
}

extension Codec {
    /// The codec itself, if there are no options.
    public func configured(_ options: Value) throws(PeriluneError) -> any Codec {
        guard let option = options.object?.pairs.first else { return self }
        throw PeriluneError("codec.option", "the codec '\(name)' has no option '\(option.name)'")
    }

    /// Lines.
    public func framing(of start: [UInt8]) -> RecordFraming { .lines }

    /// No.
    public func recognizes(_ start: [UInt8]) -> Bool { false }
}

/// Makes events of the records of one log, one after the other, on one thread.
public protocol RecordDecoder: AnyObject {
    /// Writes the event of a record.
    ///
    /// - Parameters:
    ///   - record: The bytes of the record, without its line end.
    ///   - place: Where it is in the log.
    ///   - event: Where the event is written as JSON, a CloudEvent; empty, with memory of the last one. It stays empty
    ///     for a record that is no event, such as a comment.
    /// - Throws: Why it is no event; the line and column count from the beginning of the record. The record goes to
    ///   the quarantine.
    func decode(
        _ record: Span<UInt8>, at place: RecordPlace, into event: inout [UInt8]
    ) throws(PeriluneError)
}

/// How a log is divided into records.
public enum RecordFraming: Hashable, Sendable {
    /// A record is a line.
    case lines
    /// A record is a line that may contain line feeds in quoted fields. A header is not a record.
    case table(delimiter: UInt8, quote: UInt8, hasHeader: Bool)
    /// A record is an object, which may have several lines, or an element of an array.
    ///
    /// With a path such as `Records`, the elements of the arrays at this path are the records, and everything else is
    /// skipped.
    case json(elementsOf: [String])
}

/// Where a record is in its log.
public struct RecordPlace: Hashable, Sendable {
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

/// What is known of a log before its first record is read.
public struct LogHead: Hashable, Sendable {
    /// The log as the user named it; `-` is standard input.
    public let name: String
    /// The first bytes of the uncompressed log, up to 64 KB, without a byte order mark.
    public let start: [UInt8]
    /// When the log was last written; `nil` for what is not a file.
    public let modified: Timestamp?

    /// Makes a head.
    public init(name: String, start: [UInt8] = [], modified: Timestamp? = nil) {
        self.name = name
        self.start = start
        self.modified = modified
    }

    /// The source of events whose records name none: the file's name without folders and without the ending of a
    /// compressed file; `stdin` for standard input.
    public var source: String {
        guard name != "-" else { return "stdin" }
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let packed = [".gz", ".zst", ".bz2", ".xz"].first { file.hasSuffix($0) && file != $0 }
        return packed.map { String(file.dropLast($0.count)) } ?? file
    }

    /// An id for a record that has none: the source and the offset, such as `access.log:5120`.
    ///
    /// It is the same whenever the log is read, also when it has grown or was compressed.
    public func id(at place: RecordPlace) -> String { "\(source):\(place.offset)" }
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
    /// The error for a record that is not UTF-8, with the column of the first wrong byte.
    package static func notUTF8(_ record: Span<UInt8>) -> PeriluneError {
        // The longest prefix that is valid ends where the replacement character of a repair begins.
        var low = 0
        var high = record.count
        while low < high {
            let middle = (low + high + 1) / 2
            let part = record.extracting(first: middle)
            // A prefix may end within a character that is valid.
            if part.isUTF8Prefix { low = middle } else { high = middle - 1 }
        }
        return PeriluneError(
            "event.utf8", "the record is not UTF-8", at: Place(line: 1, column: low + 1),
            hint: "convert the log, for example: iconv -f LATIN1 -t UTF-8")
    }
}

extension Span<UInt8> {
    /// Whether the bytes are UTF-8, or would be with at most three more.
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
