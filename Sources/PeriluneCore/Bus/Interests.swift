/// The conditions of a delegate on events, which the bus tests without calling the delegate.
public struct Interests: Hashable, Sendable {
    /// Types, with wildcards; one of them must match.
    public var types: [TypePattern]
    /// Further conditions by the field that declares them (`evt`, `url`, `where`); all must match.
    public var conditions: [Condition]

    /// Declares interests.
    public init(types: [TypePattern] = ["*"], conditions: [Condition] = []) {
        self.types = types
        self.conditions = conditions
    }

    /// One declared condition.
    public struct Condition: Hashable, Sendable {
        /// The field of the delegate that declares it; an ``InterestDimension`` knows what it means.
        public var field: String
        /// What is declared, as the script wrote it.
        public var value: Value

        /// Declares a condition.
        public init(_ field: String, _ value: Value) {
            self.field = field
            self.value = value
        }
    }
}

/// A kind of condition on events that delegates can declare: event numbers, URL patterns, field tests.
///
/// A plugin adds one so that the bus can find candidates with an index.
public protocol InterestDimension: Sendable {
    /// The delegate's field: `evt`.
    var field: String { get }
    /// Builds the index over all delegates that declare the field.
    func index(_ declarations: [InterestDeclaration]) throws(PeriluneError) -> any InterestIndex
}

/// One delegate's condition, for the index.
public struct InterestDeclaration: Sendable {
    /// The delegate's position on the bus.
    public let delegate: Int
    /// Its name, for errors.
    public let name: String
    /// The declared value.
    public let value: Value

    /// Makes a declaration.
    public init(delegate: Int, name: String, value: Value) {
        self.delegate = delegate
        self.name = name
        self.value = value
    }
}

/// Finds the delegates whose condition an event meets.
public protocol InterestIndex: Sendable {
    /// Appends the position of every delegate whose condition is met, each once.
    func match(_ event: any EventContent, into delegates: inout [Int])
    /// Why a delegate's condition is not met, in a few words; `nil` if it is.
    func rejection(of delegate: Int, for event: any EventContent) -> String?
    /// Whether a delegate's declaration applies to the parts of an event that has several, such as `evt` of a link.
    ///
    /// The declaration is then tested on each part, and the delegate is asked about each part that meets it. False by
    /// default.
    func concernsParts(_ delegate: Int) -> Bool
    /// Reads the values that a delegate's condition captures; `nil` for a condition that captures nothing.
    ///
    /// Called only if a script asks for the values.
    func captures(of delegate: Int) -> CaptureReader?
    /// The ranks of the conditions that are met, by delegate: the most specific condition has the lowest rank.
    ///
    /// Empty for conditions that have no such order. It is called only for ``DelegateOrder/mostSpecific``.
    func ranks(of event: any EventContent) -> [Int: Int]
}

extension InterestIndex {
    /// Returns false: no declaration concerns single parts.
    public func concernsParts(_ delegate: Int) -> Bool { false }

    /// Returns `nil`: no condition has captures.
    public func captures(of delegate: Int) -> CaptureReader? { nil }

    /// Returns no ranks: no condition is more specific than another.
    public func ranks(of event: any EventContent) -> [Int: Int] { [:] }
}
