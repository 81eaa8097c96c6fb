import PeriluneCore

/// Functions of texts, and the query functions that mirror FetchXML.
extension ODataParser {
    private static let namespace = "Microsoft.Dynamics.CRM."

    mutating func call(_ name: String, _ column: Int) throws(PeriluneError) -> ODataExpression {
        if name.hasPrefix(Self.namespace) {
            let name = String(name.dropFirst(Self.namespace.count))
            guard let function = ConditionOperator(queryFunction: name) else {
                throw scanner.error("unknown query function \(name)", at: column)
            }
            return ODataExpression(try query(function, name, column), column: column)
        }
        try expect("(")
        if name == "substringof" {
            let value = try literal()
            try expect(",")
            let path = try path()
            try expect(")")
            return ODataExpression(.text(.contains, path, value), column: column)
        }
        guard let function = ODataExpression.TextFunction(rawValue: name),
            scanner.version == .v4 || function != .contains
        else {
            throw scanner.error(
                "unknown function \(name)", at: column,
                hint: scanner.version == .v4
                    ? "the functions are contains, startswith and endswith"
                    : "the functions are substringof, startswith and endswith")
        }
        let path = try path()
        try expect(",")
        let value = try literal()
        try expect(")")
        return ODataExpression(.text(function, path, value), column: column)
    }

    private mutating func query(
        _ function: ConditionOperator, _ name: String, _ column: Int
    ) throws(PeriluneError) -> ODataExpression.Form {
        try expect("(")
        var path: ODataPath?
        var values: [ODataLiteral] = []
        repeat {
            let (at, key) = (token.column, try self.name())
            try expect("=")
            switch key {
            case "PropertyName": path = try propertyName()
            case "PropertyValues": values = try valueList()
            // Functions of two values number them.
            case "PropertyValue", "PropertyValue1", "PropertyValue2": values.append(try literal())
            default:
                throw scanner.error(
                    "\(name) has no parameter \(key)", at: at,
                    hint: "the parameters are PropertyName, PropertyValue and PropertyValues")
            }
        } while try consume(if: ",")
        try expect(")")
        guard let path else { throw scanner.error("\(name) requires PropertyName", at: column) }
        if let arity = function.arity, arity != values.count {
            throw scanner.error("\(name) takes \(arity) values, got \(values.count)", at: column)
        }
        return .query(function, path, values)
    }

    private mutating func propertyName() throws(PeriluneError) -> ODataPath {
        let column = token.column
        guard case .string(let text) = try literal(), !text.isEmpty else {
            throw scanner.error("PropertyName must be a string", at: column)
        }
        return ODataPath(text.split(separator: "/").map(String.init), column: column)
    }

    private mutating func valueList() throws(PeriluneError) -> [ODataLiteral] {
        guard case .name(let alias) = token.kind, let text = aliases[alias] else {
            return try list()
        }
        try advance()
        var inner = try ODataParser(text, scanner.version)
        let values = try inner.list()
        try inner.end()
        return values
    }
}
