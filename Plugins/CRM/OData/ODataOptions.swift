package import PeriluneCore

/// The query options of a URL, or those within an `$expand`; each member is the option of its name.
package struct ODataOptions: Sendable, Hashable {
    /// The selected columns; `nil` for all.
    package var select: [ODataPath]?
    /// `nil` selects all rows.
    package var filter: ODataExpression?
    /// The keys of `$orderby`, the first one decides first.
    package var orders: [Order] = []
    /// Empty if nothing is expanded.
    package var expand: [Expand] = []
    /// The maximum number of rows; `nil` for the limit of the service.
    package var top: Int?
    /// Rows to leave out at the beginning; `nil` for none.
    package var skip: Int?
    /// Whether the count was requested, by `$count=true` or `$inlinecount=allpages`.
    package var counts = false
    /// The steps in the order in which they are done; empty without `$apply`.
    package var apply: [ODataTransformation] = []

    package init() {}

    /// A key of the order: a column, and its direction.
    package struct Order: Sendable, Hashable {
        package var path: ODataPath
        package var descending: Bool

        package init(path: ODataPath, descending: Bool) {
            self.path = path
            self.descending = descending
        }
    }

    /// An expanded record or collection, with the options that apply to it.
    package struct Expand: Sendable, Hashable {
        package var path: ODataPath
        package var options: ODataOptions
    }

    /// Reads the options that begin with `$`; those of the service itself are left to it.
    ///
    /// `pairs` are decoded names and values; `@p1=...` among them are parameter aliases.
    package init(
        _ pairs: [(String, String)], _ version: ODataVersion
    ) throws(PeriluneError) {
        let aliases = Dictionary(
            pairs.filter { $0.0.hasPrefix("@") }, uniquingKeysWith: { _, last in last })
        var seen: Set<String> = []
        for (name, value) in pairs where name.hasPrefix("$") && !Self.others.contains(name) {
            guard seen.insert(name).inserted else {
                throw PeriluneError("crm.odata", "\(name) is given twice")
            }
            do throws(PeriluneError) {
                try set(name, value, version, aliases)
            } catch {
                throw PeriluneError(
                    error.code, "\(name): \(error.message)", at: error.place, hint: error.hint)
            }
        }
    }

    /// Options that the service reads itself.
    private static let others: Set = ["$skiptoken", "$format", "$deltatoken", "$id", "$search"]

    private mutating func set(
        _ name: String, _ value: String, _ version: ODataVersion, _ aliases: [String: String]
    ) throws(PeriluneError) {
        var parser = try ODataParser(value, version, aliases: aliases)
        try parser.option(name, into: &self)
        try parser.end()
    }
}
