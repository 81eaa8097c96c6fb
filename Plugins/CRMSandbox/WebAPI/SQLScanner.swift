import CRMPlugin
import PeriluneCore

/// Cuts a SELECT into words, constants and signs.
struct SQLScanner {
    enum Token: Hashable {
        /// A name or a keyword, in lower case.
        case word(String)
        case text(String)
        case number(String)
        case sign(String)
        case end
    }

    private var rest: Substring
    private let length: Int

    init(_ text: String) {
        rest = text[...]
        length = text.utf8.count
    }

    /// The column of the next token, in bytes from 1.
    var column: Int { length - rest.utf8.count + 1 }

    mutating func next() throws(PeriluneError) -> Token {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return .end }
        if first == "'" { return .text(try quoted("'")) }
        if first == "[" { return .word(try quoted("]").lowercased()) }
        if first.isLetter || first == "_" {
            return .word(
                consume { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.lowercased())
        }
        if first.isNumber || first == "-" && rest.dropFirst().first?.isNumber == true {
            rest = rest.dropFirst()
            return .number(String(first) + consume { $0.isNumber || $0 == "." })
        }
        for sign in ["<>", "!=", ">=", "<=", "=", ">", "<", "(", ")", ",", "*", ";"]
        where rest.hasPrefix(sign) {
            rest = rest.dropFirst(sign.count)
            return .sign(sign)
        }
        throw PeriluneError(
            "crm.odata", "sql: unexpected character",
            at: .init(line: 1, column: column))
    }

    private mutating func consume(while isIncluded: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: isIncluded)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Reads up to the closing quote; within the text, the quote is doubled.
    private mutating func quoted(_ close: Character) throws(PeriluneError) -> String {
        let start = column
        var content = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == close {
                guard rest.first == close else { return content }
                rest = rest.dropFirst()
            }
            content.append(character)
        }
        throw PeriluneError(
            "crm.odata", "sql: unclosed string",
            at: .init(line: 1, column: start))
    }
}
