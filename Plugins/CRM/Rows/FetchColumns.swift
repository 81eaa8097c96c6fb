import PeriluneCore

/// The columns of a result, which may have no records, and their values as charts show them: labels of choices, names
/// of records.
struct FetchColumns {
    private(set) var names: [String] = []
    private var definitions: [AttributeDefinition?] = []

    init(of query: Query, _ schema: Schema) {
        add(query.columns, all: query.allColumns, of: schema.entity(query.entity), prefix: "")
        for link in query.links { add(link, schema) }
    }

    private mutating func add(_ link: Query.Link, _ schema: Schema) {
        if let alias = link.alias {
            add(
                link.columns, all: link.allColumns, of: schema.entity(link.entity),
                prefix: "\(alias).")
        }
        for inner in link.links { add(inner, schema) }
    }

    private mutating func add(
        _ columns: [Query.Column], all: Bool, of entity: EntityDefinition?, prefix: String
    ) {
        if all {
            for attribute in entity?.attributes ?? []
            where attribute.isValidForRead && attribute.type.kind != nil {
                add(prefix + attribute.logicalName, attribute)
            }
        }
        for column in columns {
            add(column.alias ?? prefix + column.name, entity?.attribute(column.name))
        }
    }

    private mutating func add(_ name: String, _ definition: AttributeDefinition?) {
        guard !names.contains(name) else { return }
        names.append(name)
        definitions.append(definition)
    }

    /// Adds what a record has under the name of a link.
    mutating func add(keysOf record: Entity) {
        for pair in record.attributes where pair.key.contains(".") { add(pair.key, nil) }
    }

    func row(_ record: Entity) -> [Value] {
        zip(names, definitions).map { name, definition in
            Self.value(record[name] ?? .null, definition, record.formattedValues[name])
        }
    }

    private static func value(
        _ value: CRMValue, _ definition: AttributeDefinition?, _ formatted: String?
    ) -> Value {
        func label(_ option: OptionSetValue) -> String {
            definition?.options.first { $0.value == option.value }?.label ?? formatted
                ?? "\(option.value)"
        }
        switch value {
        case .aliased(let aliased): return self.value(aliased.value, definition, formatted)
        case .option(let option): return .string(label(option))
        case .options(let options): return .string(options.map(label).joined(separator: ", "))
        case .reference(let reference):
            return .string(reference.name ?? formatted ?? "\(reference.id)")
        case .decimal(let number): return .number(number.double)
        case .money(let money): return .number(money.value.double)
        default: return ScriptWriter().value(value)
        }
    }
}
