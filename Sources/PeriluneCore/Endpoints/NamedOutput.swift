/// A named output, to which delegates emit values: `commander:emit(value, "errors")`.
///
/// ```swift
/// var options = HostOptions()
/// options.outputs = [
///     NamedOutput("errors"), NamedOutput("audit", .sink("audit-log")),
///     NamedOutput("orders", .sink("sqlite", SinkOptions(["file": "orders.db", "table": "orders"]))),
/// ]
/// ```
public struct NamedOutput: Sendable, Hashable {
    /// The destination of an output's values.
    public enum Destination: Sendable, Hashable {
        /// Only to the caller of the host, like values without a name.
        case caller
        /// To a file, which `Intake` and the command `process` write; a `Host` writes no files.
        case file(String)
        /// To the record sink of a plugin, at least once; with options, to a sink that a ``RecordSinkFactory`` makes.
        case sink(String, SinkOptions = SinkOptions())
    }

    /// The name by which delegates emit to it.
    public let name: String
    /// Where its values go.
    public let destination: Destination

    /// Makes an output.
    public init(_ name: String, _ destination: Destination = .caller) {
        self.name = name
        self.destination = destination
    }

    /// Its file, if it has one.
    package var file: String? { if case .file(let path) = destination { path } else { nil } }
    /// The name of its sink, if it has one.
    package var sink: String? { if case .sink(let name, _) = destination { name } else { nil } }
    /// The options of its sink.
    package var sinkOptions: SinkOptions {
        if case .sink(_, let options) = destination { options } else { SinkOptions() }
    }

    /// The same output, with files that it must not write, because they are inputs, the store, or other outputs: paths, and
    /// patterns (glob).
    package func avoiding(_ paths: [String], patterns: [String] = []) -> NamedOutput {
        guard case .sink(let sink, var options) = destination, !options.isEmpty else { return self }
        options.inputs += paths.map(Glob.exactly) + patterns
        return NamedOutput(name, .sink(sink, options))
    }

    /// Whether a text can be the name of an output: letters, digits, `_`, `-` and `.`, at most 64.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// The first names, and how many more there are.
    private static func list(_ names: [String]) -> String {
        let shown = names.sorted().prefix(8).joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    /// The error for an undeclared name.
    package static func unknown(_ name: String, in names: [String]) -> PeriluneError {
        let example = isName(name) ? name : "errors"
        let known =
            names.isEmpty
            ? "declare it with --to \(example)=FILE, or in perilune.lua: outputs = { \(example) = { file = \"FILE\" } }"
            : "the outputs are \(list(names)); --to NAME=FILE or outputs in perilune.lua declares one"
        return PeriluneError(
            "output.unknown", "there is no output '\(name)'",
            hint: NearestName.hint(for: name, in: names) ?? known)
    }
}

/// One line of the buffer that delegates emit to: a value, and the name of its output if it has one.
///
/// The line of a named output begins with a mark, the name and another mark. No JSON begins with this mark.
package struct EmittedLine {
    /// The byte before and after the name.
    package static let mark: UInt8 = 0x1F

    /// `nil` for the output without a name.
    package let output: String?
    /// The value.
    package let json: ArraySlice<UInt8>

    /// Reads a line, without its line end.
    package init(_ line: ArraySlice<UInt8>) {
        guard line.first == Self.mark,
            let end = line.dropFirst().firstIndex(of: Self.mark)
        else {
            output = nil
            json = line
            return
        }
        output = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
        json = line[(end + 1)...]
    }

    /// Reads a line that is a string.
    package init(_ line: String) { self.init(Array(line.utf8)[...]) }

    /// The value as text.
    package var text: String { String(decoding: json, as: UTF8.self) }

    /// The bytes before the value in a line of a named output.
    package static func head(_ output: String) -> [UInt8] { [mark] + output.utf8 + [mark] }

    /// The lines of a buffer.
    package static func lines(_ bytes: [UInt8]) -> [EmittedLine] {
        bytes[...].nonEmptyLines.map { EmittedLine($0) }
    }
}

/// A value that was emitted.
public struct Emission: Sendable, Hashable {
    /// The name of its output; `nil` for the output without a name.
    public let output: String?
    /// The value: JSON, without a line end.
    public let json: [UInt8]

    package init(_ line: EmittedLine) {
        output = line.output
        json = Array(line.json)
    }
}
