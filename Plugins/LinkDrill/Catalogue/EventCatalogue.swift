/// The known event numbers.
///
/// An unknown number is not an error: its event is delivered and marked as unknown.
public enum EventCatalogue {
    /// All definitions: first those of the apps, then those of the Web server.
    public static let all: [EventDefinition] = MobileEvents.all + WebEvents.all

    private static let byNumber: [Int64: [EventDefinition]] = Dictionary(
        grouping: all, by: \.number)

    /// The definitions of a number, one for each name that it has somewhere.
    public static func definitions(of number: Int64) -> [EventDefinition] {
        byNumber[number] ?? []
    }

    /// The definition that holds on one of the platforms, the apps before the Web server.
    public static func definition(
        of number: Int64, on platforms: Platforms
    ) -> EventDefinition? {
        definitions(of: number).first { !$0.platforms.isDisjoint(with: platforms) }
    }

    /// The distinct names of a number on the platforms.
    public static func names(of number: Int64, on platforms: Platforms = .all) -> [String] {
        var names: [String] = []
        for definition in definitions(of: number)
        where !definition.platforms.isDisjoint(with: platforms) && !names.contains(definition.name)
        {
            names.append(definition.name)
        }
        return names
    }
}
