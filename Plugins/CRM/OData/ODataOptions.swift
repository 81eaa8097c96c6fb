package import PeriluneCore

/// The query options of a URL, or those within an `$expand`.
package struct ODataOptions: Sendable, Hashable {
    /// `nil` answers every column.
    package var select: [ODataPath]?
    package var filter: ODataExpression?
    package var orders: [Order] = []
    package var expand: [Expand] = []
    package var top: Int?
    package var skip: Int?
    /// What `$count=true` and `$inlinecount=allpages` ask for.
    package var counts = false
    package var apply: [ODataTransformation] = []

    package init() {}

    /// A key of the order.
    package struct Order: Sendable, Hashable {
        package var path: ODataPath
        package var descending: Bool

        package init(path: ODataPath, descending: Bool) {
            self.path = path
            self.descending = descending
        }
    }

    /// A related record or collection that is answered within the record.
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

    /// What the service reads for itself.
    private static let others: Set = ["$skiptoken", "$format", "$deltatoken", "$id", "$search"]

    private mutating func set(
        _ name: String, _ value: String, _ version: ODataVersion, _ aliases: [String: String]
    ) throws(PeriluneError) {
        var parser = try ODataParser(value, version, aliases: aliases)
        try parser.option(name, into: &self)
        try parser.end()
    }
}
