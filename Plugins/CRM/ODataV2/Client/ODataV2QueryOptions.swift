import PeriluneHTTP

/// The query options that a client sends.
struct ODataV2QueryOptions: Sendable {
    /// The selected properties; `nil` for all.
    var select: [String]?
    var expand: [String] = []
    var filter: ODataExpression?
    var orders: [String] = []
    var top: Int?
    var skip: Int?

    /// The query string with its question mark; empty if there are no options.
    var text: String {
        var parts: [(name: String, value: String)] = []
        if let select { parts.append(("$select", select.joined(separator: ","))) }
        if !expand.isEmpty { parts.append(("$expand", expand.joined(separator: ","))) }
        if let filter { parts.append(("$filter", filter.text(.v2))) }
        if !orders.isEmpty { parts.append(("$orderby", orders.joined(separator: ","))) }
        if let skip, skip > 0 { parts.append(("$skip", String(skip))) }
        if let top { parts.append(("$top", String(top))) }
        if parts.isEmpty { return "" }
        return "?"
            + parts.map { "\($0.name)=\(PercentEncoding.component($0.value))" }
            .joined(separator: "&")
    }
}
