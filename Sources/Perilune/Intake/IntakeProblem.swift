public import PeriluneCore

/// Something that went wrong with an event or a request.
public struct IntakeProblem: Sendable {
    /// What.
    public let error: PeriluneError
    /// The path of the request, or the one that the event came in by.
    public let path: String?
    /// The event's id; `nil` for a request that was refused.
    public let event: String?
    /// The script or delegate that failed, by name.
    public var delegate: String?
    /// Whether an event could not be processed, and is in quarantine where there is a store.
    public let isQuarantined: Bool
}

extension IntakeProblem {
    /// An error that concerns no single event.
    package init(_ error: PeriluneError, at path: String? = nil) {
        self.init(error: error, path: path, event: nil, isQuarantined: false)
    }
}
