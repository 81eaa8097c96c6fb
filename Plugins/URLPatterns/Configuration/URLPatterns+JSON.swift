public import PeriluneCore
public import PeriluneFiles

extension URLPatterns: PluginConfiguration {
    /// Reads the patterns of a JSON file.
    ///
    /// ```json
    /// {"matching": "strict", "policy": "most-specific",
    ///  "patterns": [{"pattern": "l:(animal)Domain/s:Name/f:Weight", "notification": "animal.opened"},
    ///               {"pattern": "s:Any/s:Name", "notification": "any.opened", "priority": -1}]}
    /// ```
    /// Unknown names and invalid patterns are errors. `matching` is `strict` if left out, and
    /// `policy` is `first`: the pattern that was registered first wins.
    public init(file: String) throws(PeriluneError) {
        try self.init(settingsFile: file)
    }

    package static let section = "patterns"
    package static let contents =
        "URL patterns and the types of the events that matching links become"
    package static let errorCode: PeriluneError.Code = "pattern.configuration"
    /// The settings of `plugins.patterns`, and of the file of `--patterns`.
    package static let schema = SettingsSchema([
        .init(
            "matching", .choice(of: URLPattern.Matching.self),
            "How patterns are read and compared; `strict` by default."),
        .init(
            "policy", .choice(of: PatternSet.Policy.self),
            "Which of several matching patterns wins; `first` by default."),
        .init("patterns", .list(patternSchema), "The patterns, in order."),
    ])

    private static let patternSchema = SettingsSchema([
        .init(
            "pattern", .text, isRequired: true, "The pattern, such as `l:(animal)Domain/s:Name`."),
        .init(
            "notification", .text, isRequired: true,
            "The type of the event that a matching link becomes."),
        .init(
            "priority", .number(-1_000_000...1_000_000),
            "With the policy `most-specific`, the matching pattern with the highest priority wins; 0 by default."
        ),
    ])

    /// Reads the same settings from a value of any source.
    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        let matching: URLPattern.Matching? = try root.choice("matching")
        let policy: PatternSet.Policy? = try root.choice("policy")
        var registrations: [Registration] = []
        for (index, settings) in try root.list("patterns").enumerated() {
            let place = source.place("patterns[\(index + source.firstIndex)]")
            registrations.append(
                Registration(
                    try settings.required("pattern"),
                    notification: try settings.required("notification"),
                    priority: try settings.number("priority") ?? 0,
                    place: place))
        }
        self.init(
            registrations, matching: matching ?? .strict, policy: policy ?? .firstRegistered)
        _ = try patterns()
    }
}
