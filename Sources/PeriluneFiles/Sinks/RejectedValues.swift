package import PeriluneCore
import PeriluneJSON
import Synchronization

/// The file for values that a receiver rejects: dead letters.
package final class RejectedValues: Sendable {
    /// The path of the file, which ``append(_:of:because:)`` creates.
    package let file: String
    private let count = Atomic(0)

    /// The setting, the same for all kinds of sinks.
    package static let field = SettingsSchema.Field(
        "rejected", .file,
        "A file for values that the receiver refuses, with the reason, one JSON object per line. Without it, a value that is refused is tried again until it is accepted, and later values wait."
    )

    /// Two sinks may name the same file.
    private static let lock = Mutex(())

    /// Reads the setting; `nil` if there is none.
    package init?(_ settings: Settings) throws(PeriluneError) {
        guard let file = try settings.file(Self.field.name) else { return nil }
        self.file = file
    }

    /// Appends a value; it is on the disk when this returns.
    ///
    /// - Throws: An error if the file cannot be written.
    package func append(
        _ value: SinkValue, of output: String, because error: PeriluneError
    ) throws(PeriluneError) {
        let line: Value = [
            "output": .string(output), "number": .integer(value.number), "error": error.value,
            "value": try Value(spellingNumbers: value.json),
        ]
        try Self.lock.withLock { (_) throws(PeriluneError) in
            let file = try OutputFile(
                path: file, continuingAt: FileLength.of(file), isPrivate: true)
            try file.write(Array((line.json + "\n").utf8))
            try file.finish()
        }
        count.wrappingAdd(1, ordering: .relaxed)
    }

    /// Says how many values of the output were refused since the start.
    package func warnings(of output: String) -> [String] {
        let refused = count.load(ordering: .relaxed)
        if refused == 0 { return [] }
        return [
            "output '\(output)': the receiver refused \(Counted(refused, "value")); see \(file)"
        ]
    }
}

extension PeriluneError {
    fileprivate var value: Value {
        ["code": .string(code.rawValue), "message": .string(message)]
    }
}
