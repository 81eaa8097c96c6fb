import PeriluneCore

/// Puts arguments into a query, as values of its conditions.
///
/// A condition with the value `:Region` gets the value of the argument `Region`, and is removed if there is no such
/// argument. An argument without a condition restricts the column with its name, if CRM compares the values exactly.
struct FetchBinding {
    private let arguments: [String: RowRequest.Argument]
    private let schema: Schema
    /// The arguments that the query has parameters for.
    private(set) var bound: Set<String> = []

    init(_ arguments: [String: RowRequest.Argument], _ schema: Schema) {
        self.arguments = arguments
        self.schema = schema
    }

    mutating func bind(_ query: Query) throws(PeriluneError) -> Query {
        var query = query
        query.filters = try bind(query.filters, of: schema.entity(query.entity))
        query.links = try bind(query.links)
        // With `top`, another condition would give other rows than filtering the result does.
        guard query.top == nil else { return query }
        for (name, argument) in arguments.sorted(by: { $0.key < $1.key })
        where !bound.contains(name) {
            if let condition = condition(
                on: query.columns, argument, of: schema.entity(query.entity))
            {
                query.filters.append(Query.Filter([condition]))
            }
        }
        return query
    }

    private mutating func bind(_ links: [Query.Link]) throws(PeriluneError) -> [Query.Link] {
        var links = links
        for index in links.indices {
            links[index].filters = try bind(
                links[index].filters, of: schema.entity(links[index].entity))
            links[index].links = try bind(links[index].links)
        }
        return links
    }

    private mutating func bind(
        _ filters: [Query.Filter], of entity: EntityDefinition?
    ) throws(PeriluneError) -> [Query.Filter] {
        var bound: [Query.Filter] = []
        for filter in filters {
            if let filter = try bind(filter, of: entity) { bound.append(filter) }
        }
        return bound
    }

    /// The filter with its arguments; `nil` if it has no conditions left.
    private mutating func bind(
        _ filter: Query.Filter, of entity: EntityDefinition?
    ) throws(PeriluneError) -> Query.Filter? {
        var result = filter
        result.conditions = []
        result.filters = []
        result.links = try bind(filter.links)
        var passesAll = false
        for condition in filter.conditions {
            guard let name = Self.parameter(of: condition) else {
                result.conditions.append(condition)
                continue
            }
            let attribute =
                condition.entityName == nil ? entity?.attribute(condition.attribute) : nil
            if let filter = try bound(condition, name, attribute) {
                result.filters.append(filter)
            } else {
                passesAll = true
            }
        }
        for inner in filter.filters {
            if let inner = try bind(inner, of: entity) {
                result.filters.append(inner)
            } else {
                passesAll = true
            }
        }
        let isEmpty = result.conditions.isEmpty && result.filters.isEmpty && result.links.isEmpty
        return passesAll && (filter.isOr || isEmpty) ? nil : result
    }

    /// `Region` of the value `:Region`.
    private static func parameter(of condition: Query.Condition) -> String? {
        guard condition.values.count == 1, case .string(let text) = condition.values[0],
            text.utf8.first == UInt8(ascii: ":"), text.count > 1,
            text.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return String(text.dropFirst())
    }

    /// The condition with the value of its argument; `nil` if the argument is missing.
    private mutating func bound(
        _ condition: Query.Condition, _ parameter: String, _ attribute: AttributeDefinition?
    ) throws(PeriluneError) -> Query.Filter? {
        let name = RowRequest.argument(for: parameter, among: arguments.keys)
        guard let name, let argument = arguments[name] else { return nil }
        bound.insert(name)
        let test = FetchTest(argument.test, attribute)
        guard let filter = test.filter(condition) else {
            throw PeriluneError(
                "query.parameter",
                "the condition '\(condition.operator.rawValue)' on \(condition.attribute) takes one value, and \(name) has several",
                hint: "compare with eq or in, ne or not-in")
        }
        return filter.conditions.isEmpty && filter.filters.isEmpty ? nil : filter
    }

    /// The condition on a column of the result; `nil` if CRM would not compare it exactly.
    private func condition(
        on columns: [Query.Column], _ argument: RowRequest.Argument, of entity: EntityDefinition?
    ) -> Query.Condition? {
        let column = columns.first { ($0.alias ?? $0.name) == argument.column }
        guard let column, column.aggregate == nil, column.dateGrouping == nil,
            let attribute = entity?.attribute(column.name)
        else { return nil }
        return FetchTest(argument.test, attribute).condition(on: attribute)
    }
}
