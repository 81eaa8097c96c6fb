public import PeriluneCore

/// Writes types for the tables of an organization: early-bound entities in Swift, and classes by which
/// an editor completes the attributes in scripts.
///
/// The same tables give the same text.
public struct CRMCodeGenerator: Sendable {
    private let schema: Schema
    private let tables: [EntityDefinition]

    /// The language of the generated code.
    public enum Language: String, Sendable, CaseIterable {
        /// A file for each table.
        case swift
        /// One file of definitions for LuaLS.
        case lua
    }

    /// A file to write.
    public struct File: Hashable, Sendable {
        /// Without a folder.
        public var name: String
        /// UTF-8.
        public var text: String
    }

    /// Creates a generator for all tables, or those with these logical names.
    public init(_ schema: Schema, tables names: [String] = []) throws(PeriluneError) {
        self.schema = schema
        if names.isEmpty {
            // Rules need no intersect tables.
            tables = schema.entities.filter { !$0.isIntersect }
        } else {
            var tables: [EntityDefinition] = []
            for name in Set(names).sorted() {
                guard let table = schema.entity(name) else {
                    let near = NearNames.nearest(
                        to: name, among: schema.entities.map(\.logicalName))
                    throw PeriluneError(
                        "crm.schema", "there is no table '\(name)'",
                        hint: near.map { "did you mean \($0)?" })
                }
                tables.append(table)
            }
            self.tables = tables
        }
        for table in tables { try Self.check(table, in: schema) }
    }

    /// The files of a language, in order of their names.
    public func files(_ language: Language) -> [File] {
        switch language {
        case .lua: return [File(name: "crm_tables.lua", text: LuaGenerator(tables).text)]
        case .swift:
            var names = GeneratedNames(reserved: SwiftNames.types)
            return tables.map { table in
                let type = names.unique(SwiftNames.type(table.schemaName), or: "Record")
                return File(
                    name: "\(type).swift", text: SwiftGenerator(table, type, schema).text)
            }
        }
    }

    /// Names come from outside and end up in code: none may be more than a name.
    private static func check(
        _ table: EntityDefinition, in schema: Schema
    ) throws(PeriluneError) {
        var names = [table.logicalName, table.schemaName, table.primaryIdAttribute]
        names += table.attributes.flatMap { [$0.logicalName, $0.schemaName] }
        names += table.attributes.flatMap(\.targets)
        names += ODataNames(schema, .v2).navigations(of: table).map(\.name)
        let wrong = names.first { name in
            name.isEmpty || name.utf8.count > 200
                || !name.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 95
                }
        }
        guard let wrong else { return }
        throw PeriluneError(
            "crm.metadata",
            "'\(wrong.prefix(100))' of the table '\(table.logicalName.prefix(100))' is not a valid name",
            hint: "names may have letters, digits and underscores only")
    }
}
