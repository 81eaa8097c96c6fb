public import PeriluneCore

/// All mistakes in a configuration, in the order of the file.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// At least one mistake, each with its place and a hint.
    public let mistakes: [PeriluneError]

    /// The mistakes as text.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    /// The same mistakes with another name of the file.
    package func located(_ file: String, as other: String) -> ConfigurationError {
        ConfigurationError(
            mistakes.map { mistake in
                var mistake = mistake
                if mistake.place.file == file { mistake.place.file = other }
                return mistake
            })
    }

    init(_ mistakes: [PeriluneError]) {
        self.mistakes = mistakes.sorted { one, other in
            (one.place.line ?? 0, one.place.column ?? 0)
                < (other.place.line ?? 0, other.place.column ?? 0)
        }
    }
}
