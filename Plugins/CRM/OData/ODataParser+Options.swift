import PeriluneCore

/// The options themselves: lists of names, of orders, of related records.
extension ODataParser {
    /// Reads the value of an option up to where it ends.
    mutating func option(_ name: String, into options: inout ODataOptions) throws(PeriluneError) {
        switch name {
        case "$filter": options.filter = try condition()
        case "$select": options.select = try names()
        case "$orderby": options.orders = try orders()
        case "$expand": options.expand = try expands()
        case "$top": options.top = try count()
        case "$skip": options.skip = try count()
        case "$count": options.counts = try flag(yes: "true", no: "false")
        case "$inlinecount": options.counts = try flag(yes: "allpages", no: "none")
        case "$apply": options.apply = try transformations()
        default:
            throw error(
                "unknown query option '\(name)'",
                hint:
                    "the options are $select, $filter, $orderby, $expand, $top, $skip, $count and $apply"
            )
        }
    }

    private mutating func names() throws(PeriluneError) -> [ODataPath]? {
        if try consume(if: "*") { return nil }
        if token.kind == .end { return [] }
        var names = [try path()]
        while try consume(if: ",") { names.append(try path()) }
        return names
    }

    private mutating func orders() throws(PeriluneError) -> [ODataOptions.Order] {
        var orders: [ODataOptions.Order] = []
        repeat {
            let path = try path()
            let descending = try consume(ifWord: "desc")
            if !descending { _ = try consume(ifWord: "asc") }
            orders.append(.init(path: path, descending: descending))
        } while try consume(if: ",")
        return orders
    }

    private mutating func expands() throws(PeriluneError) -> [ODataOptions.Expand] {
        var expands: [ODataOptions.Expand] = []
        repeat {
            let path = try path()
            var options = ODataOptions()
            if scanner.version == .v4, try consume(if: "(") {
                try within { (parser) throws(PeriluneError) in
                    repeat {
                        let (column, name) = (parser.token.column, try parser.name())
                        try parser.expect("=")
                        guard name != "$apply" else {
                            throw parser.scanner.error("\(name) is not allowed here", at: column)
                        }
                        try parser.option(name, into: &options)
                    } while try parser.consume(if: ";")
                    try parser.expect(")")
                }
            }
            expands.append(.init(path: path, options: options))
        } while try consume(if: ",")
        return expands
    }

    private mutating func count() throws(PeriluneError) -> Int {
        guard case .literal(.number(let digits)) = token.kind, let count = Int(digits), count >= 0
        else { throw unexpected("an integer") }
        try advance()
        return count
    }

    private mutating func flag(yes: String, no: String) throws(PeriluneError) -> Bool {
        if token.kind == .literal(.bool(yes == "true")) || token.kind == .name(yes) {
            try advance()
            return true
        }
        guard token.kind == .literal(.bool(false)) || token.kind == .name(no) else {
            throw unexpected("\(yes) or \(no)")
        }
        try advance()
        return false
    }
}
