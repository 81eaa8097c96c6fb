import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON

/// The name of a file with fields of a value and with the time: `out/%Y-%m-%d/{region}.jsonl`.
struct FileNameTemplate: Sendable {
    private enum Part: Sendable {
        case text(TimePattern)
        case field(FieldPath)
    }

    private let parts: [Part]
    private let time: FieldPath?
    /// Whether the name depends on the value.
    let dependsOnValues: Bool
    /// The members of values that it names.
    let members: [NamedMembers.Member]
    /// The folder above everything that depends on a value, with its `/`.
    let folder: String
    /// The whole name, if it depends on neither values nor the time.
    let fixedName: String?

    /// The most bytes of a name that one field of a value may give.
    private static let limit = 100
    /// The most bytes between two slashes; file systems allow 255.
    private static let longestPart = 230
    /// The number of hexadecimal digits of a digest: short enough for a file name, and long enough that no two texts share a digest.
    private static let digestSize = 32

    init(_ text: String, time: String?, _ settings: Settings) throws(PeriluneError) {
        folder = Self.folder(of: text)
        fixedName = text.contains { $0 == "{" || $0 == "%" } ? nil : text
        do throws(PeriluneError) {
            let template = try Template(
                String(text.dropFirst(folder.count)), code: .outputOption)
            dependsOnValues = time != nil || !template.paths.isEmpty
            members =
                template.paths.map {
                    .init(
                        path: $0, use: "a field of the file name",
                        substitute: "'_' stands for it in the name")
                }
                + [time].compactMap { $0 }.map {
                    .init(
                        path: FieldPath($0), use: "which the option time names",
                        substitute: "the current time is in the name")
                }
            parts = try template.pieces.map { piece throws(PeriluneError) in
                switch piece {
                case .text(let text): .text(try TimePattern(text))
                case .field(let path): .field(path)
                }
            }
        } catch {
            throw settings.error(at: "file", error.message, hint: error.hint)
        }
        self.time = time.map { FieldPath($0) }
    }

    /// The folder above everything that depends on a value or the time, with its `/`.
    static func folder(of text: String) -> String {
        let fixed = text.prefix { $0 != "{" && $0 != "%" }
        return fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
    }

    /// The file that says how far an output is written, in the folder of its template.
    static func journal(of output: String, in folder: String) -> String {
        "\(folder).\(output).position"
    }

    /// The name for a value.
    func name(
        for json: ArraySlice<UInt8>, at now: Timestamp, noting members: NamedMembers? = nil
    ) throws(PeriluneError) -> String {
        let value = dependsOnValues ? try Value(spellingNumbers: json) : .null
        if dependsOnValues { members?.check(value) }
        let moment = time.flatMap { value[$0]?.string }.flatMap { Timestamp($0) } ?? now
        var name = folder
        for part in parts {
            switch part {
            case .text(let pattern): name += pattern.text(moment, zone: .utc)
            case .field(let path): name += try Self.part(value[path])
            }
        }
        return try dependsOnValues ? Self.shortened(name, from: folder.utf8.count) : name
    }

    /// The name with the parts between slashes cut to what file systems allow, each with a digest.
    ///
    /// Renamed files get a few bytes more.
    private static func shortened(_ name: String, from start: Int) throws(PeriluneError) -> String {
        let parts = name.utf8.dropFirst(start).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.contains(where: isCut) else { return name }
        let folder = String(decoding: name.utf8.prefix(start), as: UTF8.self)
        return try folder
            + parts.map { (part) throws(PeriluneError) in
                let text = String(decoding: part, as: UTF8.self)
                if !isCut(part) { return text }
                var short = text.unicodeScalars
                while String(short).utf8.count > longestPart - digestSize - 1 { short.removeLast() }
                return try withDigest(String(short), of: text)
            }.joined(separator: "/")
    }

    /// Whether a part between slashes is too long, or looks like one that was cut.
    private static func isCut(_ part: Substring.UTF8View) -> Bool {
        part.count > longestPart || part.count > longestPart - 4 && hasDigest(part)
    }

    /// The name with the current time, and with `_` in place of fields.
    func nameWithoutFields(at now: Timestamp) -> String {
        parts.reduce(into: folder) { name, part in
            switch part {
            case .text(let pattern): name += pattern.text(now, zone: .utc)
            case .field: name += "_"
            }
        }
    }

    /// The text of a field as a part of a name: it can name neither another folder nor a hidden file.
    ///
    /// A text that is changed for this gets a digest, so that different values have different files, and so does one that
    /// looks like a changed text with its digest.
    private static func part(_ value: Value?) throws(PeriluneError) -> String {
        let text = value.flatMap { $0 == .null ? nil : $0.string ?? $0.json } ?? ""
        guard !text.isEmpty else { return "_" }
        var name = ""
        for scalar in text.unicodeScalars {
            let next = String(isPlain(scalar, name.isEmpty) ? scalar : "_")
            if name.utf8.count + next.utf8.count > limit { break }
            name += next
        }
        if name == text, !(hasDigest(text.utf8[...]) && text.utf8.contains(UInt8(ascii: "_"))) {
            return name
        }
        return try withDigest(name, of: text)
    }

    /// Whether a text ends as ``withDigest(_:of:)`` ends.
    private static func hasDigest(_ text: Substring.UTF8View) -> Bool {
        text.count > digestSize + 1 && text.dropLast(digestSize).last == UInt8(ascii: "-")
            && text.suffix(digestSize).allSatisfy { byte in
                byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    /// A changed name with a digest of the text that it stands for.
    private static func withDigest(_ name: String, of text: String) throws(PeriluneError) -> String
    {
        try "\(name)-\(SHA256.hexadecimal(Array(text.utf8)).prefix(digestSize))"
    }

    /// Whether a name may have a character: neither one that separates folders or cannot be seen, nor a first one
    /// that hides the file, or that would combine with the separator before it.
    private static func isPlain(_ scalar: Unicode.Scalar, _ isFirst: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        case .nonspacingMark, .spacingMark, .enclosingMark: !isFirst
        default: scalar != "/" && scalar != "\\" && !(isFirst && scalar == ".")
        }
    }
}
