public import FoundationEssentials
public import Perilune

/// `localizedDescription` of Foundation says what went wrong and where; alerts also show the hint.
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
