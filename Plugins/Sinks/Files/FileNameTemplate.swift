import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The name of a file with fields of a value and with the time: `out/%Y-%m-%d/{region}.jsonl`.
struct FileNameTemplate: Sendable {
    private let template: Template
    private let time: FieldPath?
    /// The folder above everything that depends on a value, with its `/`.
    let folder: String

    /// The most bytes of a name that one field of a value may give.
    private static let limit = 100
    private static let directives = Set("YmdHMS%")

    init(_ text: String, time: String?, _ settings: Settings) throws(PeriluneError) {
        do throws(PeriluneError) {
            template = try Template(text, code: .outputOption)
        } catch {
            throw settings.wrong("file", error.message, hint: error.hint)
        }
        self.time = time.map { FieldPath($0) }
        for case .text(let part) in template.pieces {
            let parts = part.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
            var isEscaped = false
            for next in parts {
                if isEscaped {
                    isEscaped = false
                } else if next.isEmpty {
                    isEscaped = true
                } else if let letter = next.first, !Self.directives.contains(letter) {
                    throw settings.wrong(
                        "file", "has the unknown directive %\(letter)",
                        hint: "the known directives are %Y %m %d %H %M %S %%")
                }
            }
        }
        let fixed = text.prefix { $0 != "{" && $0 != "%" }
        folder = fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
    }

    /// Whether the name depends on the value.
    private var needsValue: Bool { time != nil || !template.paths.isEmpty }

    /// The name for a value.
    func name(for json: ArraySlice<UInt8>, at now: Timestamp) throws(PeriluneError) -> String {
        let value = needsValue ? try Value(json: Array(json)) : .null
        var moment = now
        if let time, let text = value[time]?.string {
            moment = Timestamp(text) ?? now
        }
        var name = ""
        for piece in template.pieces {
            switch piece {
            case .text(let text): name += Self.format(text, moment)
            case .field(let path): name += Self.part(value[path])
            }
        }
        return name
    }

    /// The text of a field as a part of a name: it can name neither another folder nor a hidden file.
    private static func part(_ value: Value?) -> String {
        let text = value.flatMap { $0 == .null ? nil : $0.string ?? $0.json } ?? ""
        var name = ""
        var isFirst = true
        for scalar in text.unicodeScalars {
            let next = String(isPlain(scalar, isFirst) ? scalar : "_")
            if name.utf8.count + next.utf8.count > limit { break }
            name += next
            isFirst = false
        }
        return name.isEmpty ? "_" : name
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

    private static func format(_ text: String, _ moment: Timestamp) -> String {
        guard text.contains("%") else { return text }
        // 2026-03-02T10:00:00Z
        let time = moment.description
        func digits(_ range: Range<Int>) -> Substring {
            time.dropFirst(range.lowerBound).prefix(range.count)
        }
        var formatted = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            formatted += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            switch rest.popFirst() {
            case "Y": formatted += digits(0..<4)
            case "m": formatted += digits(5..<7)
            case "d": formatted += digits(8..<10)
            case "H": formatted += digits(11..<13)
            case "M": formatted += digits(14..<16)
            case "S": formatted += digits(17..<19)
            default: formatted += "%"
            }
        }
        return formatted + rest
    }
}
