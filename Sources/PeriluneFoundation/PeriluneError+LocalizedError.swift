public import FoundationEssentials
public import Perilune

/// Provides `localizedDescription`, with the message and its place; alerts also show the hint.
extension PeriluneError: LocalizedError {
    /// The place and the message.
    public var errorDescription: String? {
        let place = place.description
        return place.isEmpty ? message : "\(place): \(message)"
    }

    /// The code, such as `script.time`.
    public var failureReason: String? { code.rawValue }

    /// The hint.
    public var recoverySuggestion: String? { hint }
}
