import PeriluneCore
import Testing

@testable import PeriluneHTTP

/// How the bytes of a connection are divided into messages.
struct MessageFramingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var framing = SocketFraming.syslog
        let bytes: String
        /// The messages; those with a problem begin with its code.
        let expected: [String]
    }

    static let cases = [
        Case(
            testDescription: "lines", framing: .lines, bytes: "one\ntwo\r\n\nthree",
            expected: ["one", "two", "three"]),
        Case(
            testDescription: "lines that begin with digits", framing: .lines,
            bytes: "127.0.0.1 - -\n5 hello\n", expected: ["127.0.0.1 - -", "5 hello"]),
        Case(
            testDescription: "a zero ends a message", framing: .lines, bytes: "one\0two\0",
            expected: ["one", "two"]),
        Case(
            testDescription: "a line that is too long", framing: .lines,
            bytes: "123456789012345678901\nnext\n",
            expected: ["socket.size 12345678901234567890", "next"]),
        Case(
            testDescription: "a line as long as allowed", framing: .lines,
            bytes: "12345678901234567890\nnext\n", expected: ["12345678901234567890", "next"]),
        Case(
            testDescription: "octet counting", bytes: "7 <1>one\n8 <1>t\nw\0o",
            expected: ["<1>one", "<1>t\nw\0o"]),
        Case(
            testDescription: "octet counting and lines", bytes: "6 <1>one<2>two\n8 <3>three",
            expected: ["<1>one", "<2>two", "<3>three"]),
        Case(
            testDescription: "a length that is too large",
            bytes: "25 <1>4567890123456789012345<2>next\n",
            expected: ["socket.size <1>45678901234567890", "<2>next"]),
        Case(
            testDescription: "a length without a space", bytes: "6<1>one\n<2>two\n",
            expected: ["socket.framing 6<1>one\n<2>two"]),
        Case(
            testDescription: "a length of too many digits", bytes: "1234567890 x",
            expected: ["socket.framing 1234567890 x"]),
        Case(
            testDescription: "an end within a message", bytes: "9 <1>one",
            expected: ["socket.framing 9 <1>one"]),
        Case(testDescription: "nothing", bytes: "", expected: []),
    ]

    private static func messages(_ example: Case, _ parts: [[UInt8]]) -> [String] {
        var framing = MessageFraming(example.framing, limit: 20)
        var messages = SocketMessages()
        var isUnderstood = true
        for part in parts where isUnderstood {
            isUnderstood = part.withUnsafeBytes { framing.read($0, into: &messages) }
        }
        framing.end(into: &messages)
        return (0..<messages.count).map { number in
            let code = messages.problems[number].map { "\($0.code.rawValue) " } ?? ""
            return code
                + String(decoding: messages.bytes[messages.range(number)], as: UTF8.self)
        }
    }

    @Test(arguments: cases) func aConnectionIsSplitIntoMessages(_ example: Case) {
        #expect(Self.messages(example, [Array(example.bytes.utf8)]) == example.expected)
    }

    @Test(arguments: cases.filter { !$0.expected.contains { $0.hasPrefix("socket.framing") } })
    func messagesDoNotDependOnChunkBoundaries(_ example: Case) {
        let bytes = Array(example.bytes.utf8)
        #expect(Self.messages(example, bytes.map { [$0] }) == example.expected)
        for cut in bytes.indices {
            let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
            #expect(Self.messages(example, parts) == example.expected, "cut at \(cut)")
        }
    }
}
