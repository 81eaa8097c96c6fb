public import PeriluneCore

/// An error of an event or a request.
public struct IntakeProblem: Sendable {
    /// The error.
    public let error: PeriluneError
    /// The path of the request, or of the source of the event.
    public let path: String?
    /// The event's id; `nil` for a rejected request.
    public let event: String?
    /// The name of the script or delegate that failed.
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
