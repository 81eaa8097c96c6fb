import PeriluneCore

/// A query of a script: FetchXML as text, FetchXML as a table, or a table's name with OData options.
struct ScriptQuery {
    private let query: Query

    init(
        _ value: Value, _ options: Value, _ organization: ScriptOrganization
    ) async throws(PeriluneError) {
        var query: Query
        switch value {
        case .string(let text) where text.drop(while: \.isWhitespace).first == "<":
            do throws(CRMFault) {
                query = try Query(fetchXML: text)
            } catch {
                throw error.error
            }
        case .string(let name):
            query = try await Self.options(options, name, organization)
        default:
            query = try ScriptFetch(value).query()
        }
        if let count = options["count"] {
            guard let count = count.integer, (1...5000).contains(count) else {
                throw PeriluneError("crm.value", "count must be from 1 to 5000, got \(count.json)")
            }
            query.page.count = Int(count)
        }
        self.query = query
    }

    /// The query for a page, by the token of the previous page.
    func page(_ more: Value) -> Query {
        var query = query
        if let number = more["number"]?.integer { query.page.number = Int(number) }
        if let cookie = more["cookie"]?.string { query.page.cookie = cookie }
        return query
    }

    private static func options(
        _ options: Value, _ name: String, _ organization: ScriptOrganization
    ) async throws(PeriluneError) -> Query {
        let definition = try await organization.definition(name)
        var pairs: [(String, String)] = []
        for member in options.object?.pairs ?? [] {
            switch member.name {
            case "select", "filter", "orderby", "top":
                let text =
                    member.value.string ?? member.value.integer.map { "\($0)" }
                    ?? (member.value.array ?? []).compactMap(\.string).joined(separator: ",")
                pairs.append(("$\(member.name)", text))
            // The others were checked with the call.
            default: continue
            }
        }
        let names = ODataNames(try await organization.tables(), .v4)
        return try ODataOptions(pairs, .v4).query(of: definition, names)
    }
}
