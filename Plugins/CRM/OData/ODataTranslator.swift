package import PeriluneCore

/// Translates the tree of an expression into a query of a table.
///
/// Conditions on the record behind a lookup become a link that is joined from outside, so that `or`
/// over both tables keeps the rows that have no such record.
package struct ODataTranslator {
    /// Finds the columns and relationships that paths name.
    package let names: ODataNames
    /// The table that the query is about; paths begin there.
    package let entity: EntityDefinition
    /// The joins that paths need, by path.
    private var joins: [Join] = []
    /// Within a lambda: the name of its row, and how many lambdas are around.
    let variable: String?
    let level: Int

    private struct Join {
        var path: [String]
        var link: Query.Link
        /// The link that this one hangs on; `nil` is the table itself.
        var parent: Int?
    }

    /// A column that a path leads to.
    package struct Column {
        /// The column in the schema of its table.
        package var attribute: AttributeDefinition
        /// The link it belongs to; `nil` is the table itself.
        package var alias: String?
    }

    package init(
        _ entity: EntityDefinition, _ names: ODataNames, variable: String? = nil, level: Int = 0
    ) {
        self.entity = entity
        self.names = names
        self.variable = variable
        self.level = level
    }

    /// The links that the paths so far need.
    package var links: [Query.Link] { links(of: nil) }

    private func links(of parent: Int?) -> [Query.Link] {
        joins.indices.filter { joins[$0].parent == parent }.map { index in
            var link = joins[index].link
            link.links = links(of: index)
            return link
        }
    }

    /// The column at the end of a path; lookups on the way become links.
    package mutating func column(_ path: ODataPath) throws(PeriluneError) -> Column {
        var rest = path.names[...]
        if let variable {
            guard rest.first == variable else {
                throw path.error("a path within a lambda must begin with \(variable)/")
            }
            rest = rest.dropFirst()
        }
        if names.version == .v2 { rest = try withoutMember(rest, path) }
        guard let property = rest.popLast() else { throw path.error("missing column") }
        var (table, parent) = (entity, Int?.none)
        for (depth, name) in rest.enumerated() {
            guard let navigation = names.navigation(name, of: table),
                let next = names.schema.entity(navigation.target)
            else { throw unknown(name, of: table, path) }
            guard case .single(let relationship) = navigation else {
                throw path.error("\(name) is a collection", hint: "write \(name)/any(...)")
            }
            // The identity of a lookup's record is the value of the lookup itself.
            if depth == rest.count - 1,
                names.attribute(property, of: next)?.logicalName
                    == next.primaryIdAttribute,
                let lookup = table.attribute(relationship.referencingAttribute)
            {
                return Column(attribute: lookup, alias: parent.flatMap { joins[$0].link.alias })
            }
            parent = join(Array(rest.prefix(depth + 1)), relationship, next, parent)
            table = next
        }
        guard let attribute = names.attribute(property, of: table) else {
            throw unknown(property, of: table, path)
        }
        return Column(attribute: attribute, alias: parent.flatMap { joins[$0].link.alias })
    }

    private mutating func join(
        _ path: [String], _ relationship: OneToMany, _ target: EntityDefinition, _ parent: Int?
    ) -> Int {
        if let index = joins.firstIndex(where: { $0.path == path }) { return index }
        let alias = "nav\(level)_\(joins.count + 1)"
        let link = Query.Link(
            target.logicalName, from: target.primaryIdAttribute,
            to: relationship.referencingAttribute, alias: alias, .outer)
        joins.append(Join(path: path, link: link, parent: parent))
        return joins.count - 1
    }

    /// Version 2 addresses the parts of complex values: `PrimaryContactId/Id`, `Revenue/Value`.
    private func withoutMember(
        _ names: ArraySlice<String>, _ path: ODataPath
    ) throws(PeriluneError) -> ArraySlice<String> {
        guard let member = names.last, names.count > 1,
            ["Id", "Value", "Name", "LogicalName"]
                .contains(member)
        else { return names }
        guard member == "Id" || member == "Value" else {
            throw path.error("\(member) cannot be compared", hint: "compare /Id")
        }
        return names.dropLast()
    }

    func unknown(
        _ name: String, of table: EntityDefinition, _ path: ODataPath
    ) -> PeriluneError {
        // A lookup has another name here, which begins with an underscore.
        let known = table.attributes.map { names.property(of: $0) }
        let near =
            table.attribute(name.lowercased()).map { names.property(of: $0) }
            ?? NearNames.nearest(to: name, among: known)
        return path.error(
            "Could not find a property named '\(name)' on type "
                + "'Microsoft.Dynamics.CRM.\(table.logicalName)'.",
            hint: near.map { "did you mean \($0)?" })
    }
}

extension ODataPath {
    func error(_ message: String, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            "crm.odata", message, at: .init(line: 1, column: column == 0 ? nil : column), hint: hint
        )
    }
}
