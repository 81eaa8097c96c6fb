extension PeriluneError.Code {
    /// The task that asked for the decision was cancelled before the event ended.
    public static let eventCancelled: Self = "event.cancelled"
}

extension PeriluneError {
    /// The error of an event whose call was cancelled.
    package static let cancelled = PeriluneError(
        .eventCancelled, "the call was cancelled before the event was decided",
        hint: "effects that had happened are in the record; process the event again to decide it")
}
