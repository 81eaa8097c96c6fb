/// The order of delegates with the same priority.
public enum DelegateOrder: String, Hashable, Sendable, CaseIterable {
    /// The delegate that was registered first.
    case first
    /// The delegate whose condition is the most specific for the event, as its ``InterestIndex`` ranks conditions.
    ///
    /// Delegates of the same rank are asked in order of registration; delegates without such a condition come last.
    case mostSpecific = "most-specific"
}
