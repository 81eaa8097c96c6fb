/// The order of delegates with the same priority.
public enum DelegateOrder: String, Hashable, Sendable, CaseIterable {
    /// The one that was registered first.
    case first
    /// The one whose condition is the most specific one for the event, as its ``InterestIndex`` ranks conditions.
    /// Delegates with the same rank are asked in order of registration, and last those without such a condition.
    case mostSpecific = "most-specific"
}
