/// What a message of Lua tells about the column of an error.
///
/// Lua reports the line only. But "attempt to index a nil value (field 'deal')" names the value and the operation,
/// and a line seldom has two places that match both.
struct LuaErrorMessage: Equatable {
    /// How the message names the value.
    enum Subject: Equatable {
        /// A local, upvalue or global.
        case name(String)
        case field(String)
        case method(String)
        case constant(String)
        /// "bad argument #1 to 'insert'"
        case callee(String)
        /// "near 'x'"
        case token(String)
        case endOfFile
    }

    /// The operation that failed.
    enum Action: Equatable {
        case index, call, arithmetic, bitwise, concatenate, compare, length
        /// A division by zero; the message shows the operator.
        case divide(Symbol)
    }

    let subject: Subject?
    let action: Action?

    init(_ message: String) {
        let words = message.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        action = Self.attemptedOperation(in: words)
        subject = Self.subject(message, words)
    }

    private static func attemptedOperation(in words: [String]) -> Action? {
        guard let start = words.firstIndex(of: "attempt"), start + 2 < words.count else {
            // "number has no integer representation" is raised by bitwise operators.
            return words.contains("representation") ? .bitwise : nil
        }
        return switch words[start + 2] {
        case "index": .index
        case "call": .call
        case "concatenate": .concatenate
        case "compare": .compare
        case "get": .length
        case "divide": .divide(.floorDivide)
        case "perform":
            if words[start...].contains("arithmetic") {
                .arithmetic
            } else if words[start...].contains("bitwise") {
                .bitwise
            } else {
                words[start...].contains { $0.hasPrefix("'n//") }
                    ? .divide(.floorDivide) : .divide(.modulo)
            }
        default: nil
        }
    }

    private static func subject(_ message: String, _ words: [String]) -> Subject? {
        if let near = words.lastIndex(of: "near") {
            let rest = words[(near + 1)...].joined(separator: " ")
            return rest == "<eof>" || rest == "'<eof>'"
                ? .endOfFile : quoted(rest).map(Subject.token)
        }
        if words.contains("argument"), let to = words.firstIndex(of: "to"), to + 1 < words.count {
            return quoted(words[to + 1]).map(Subject.callee)
        }
        // "(field 'deal')" ends the message; a traceback may follow.
        for (index, word) in words.enumerated() where word.hasPrefix("(") && index + 1 < words.count
        {
            guard let name = quoted(words[(index + 1)...].joined(separator: " ")) else { continue }
            switch word {
            case "(local", "(upvalue", "(global": return .name(name)
            case "(field": return name == "?" ? nil : .field(name)
            case "(method": return .method(name)
            case "(constant": return .constant(name)
            default: continue
            }
        }
        return nil
    }

    /// The text from the first quote to the last one that can end it.
    private static func quoted(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "'") else { return nil }
        let ends = bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: "'") }
        let end = ends.first {
            $0 + 1 == bytes.count || [0x29, 0x0A, 0x20].contains(bytes[$0 + 1])
        }
        guard let end, end > 1 else { return nil }
        return String(decoding: bytes[1..<end], as: UTF8.self)
    }
}
