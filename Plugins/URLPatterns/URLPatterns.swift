public import PeriluneCore

/// URL patterns that become events, the condition `url`, and the module `patterns`.
///
/// A link that matches a registered pattern is handled by publishing an event whose type is the
/// pattern's notification name and whose data are the typed values:
///
/// ```swift
/// URLPatterns([
///     .init("l:(animal)Domain/s:Name/f:Weight", notification: "animal.opened")
/// ])
/// ```
public struct URLPatterns: Plugin {
    /// The name of the plugin, and of its delegate in records.
    public let name = "url-patterns"
    private let registrations: [Registration]
    private let matching: URLPattern.Matching
    private let policy: PatternSet.Policy

    /// Makes the plugin.
    ///
    /// - Parameters:
    ///   - registrations: Patterns and the names of their notifications, in order.
    ///   - matching: How strictly patterns are read and compared.
    ///   - policy: Who wins where several patterns match.
    public init(
        _ registrations: [Registration] = [], matching: URLPattern.Matching = .strict,
        policy: PatternSet.Policy = .firstRegistered
    ) {
        self.registrations = registrations
        self.matching = matching
        self.policy = policy
    }

    /// The patterns, compiled; their conflicts are in ``PatternSet/conflicts(limit:)``.
    public func patterns() throws(PeriluneError) -> PatternSet {
        var patterns: [URLPattern] = []
        for registration in registrations {
            do throws(PeriluneError) {
                patterns.append(
                    try URLPattern(
                        registration.pattern, notification: registration.notification,
                        matching: matching, priority: registration.priority,
                        place: registration.place))
            } catch {
                var located = error
                located.place.file = registration.place.file
                located.place.line = registration.place.line
                throw located
            }
        }
        return try PatternSet(patterns, policy: policy)
    }

    /// Registers the condition and the module, and, if there are patterns, the delegate that publishes.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        if !registrations.isEmpty {
            let patterns = try patterns()
            registry.add(
                // Rules of scripts are asked first: a pattern is the default for its links.
                Delegate(
                    name: name, interests: Interests(types: ["link.*"]), priority: Self.priority
                ) { _ in PatternDelegate(patterns) })
        }
        try registry.add(LinkRuleDimension())
        try registry.add(PatternsModule.module)
    }

    private static let priority = -1000

    /// A pattern that is registered for a notification name.
    public struct Registration: Hashable, Sendable {
        let pattern: String
        let notification: String
        let priority: Int
        let place: PeriluneError.Place

        /// Registers a pattern, as ``URLPattern`` describes it.
        ///
        /// A matching link becomes an event of the type `notification`. Higher priorities win
        /// under ``PatternSet/Policy/mostSpecific``. `place` says where the pattern is written; the
        /// call's own file and line if left out.
        public init(
            _ pattern: String, notification: String, priority: Int = 0,
            place: PeriluneError.Place? = nil, file: String = #fileID, line: Int = #line
        ) {
            self.pattern = pattern
            self.notification = notification
            self.priority = priority
            self.place = place ?? .init(file: file, line: line)
        }
    }
}

/// The path of the link in an event.
enum LinkPath {
    static let url: FieldPath = "data.url"
}
