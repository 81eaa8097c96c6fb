import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Writes records as members of a response, with their expansions.
extension WebAPIContext {
    /// The logical names of the columns to read: those selected, and the identity.
    func selected(
        _ table: EntityDefinition, _ options: ODataOptions
    ) throws(CRMFault) -> [String] {
        var columns = try reading { () throws(PeriluneError) in
            try options.columns(of: table, names)
        }
        if !columns.contains(table.primaryIdAttribute) { columns.append(table.primaryIdAttribute) }
        return columns
    }

    /// The members of each record; columns without a value are null.
    func members(
        _ entities: [Entity], _ table: EntityDefinition, _ options: ODataOptions,
        _ annotations: WebAPIAnnotations, depth: Int = 0
    ) throws(CRMFault) -> [[JSONTree.Member]] {
        let columns =
            options.select == nil
            ? WebAPICodec.columns(of: table) : try selected(table, options)
        var answers: [[JSONTree.Member]] = []
        for var entity in entities {
            // Columns that were read only for the tag are not part of the response.
            entity.rowVersion = WebAPICodec.version(of: entity)
            if !columns.contains("versionnumber") { entity["versionnumber"] = nil }
            if entity[table.primaryIdAttribute] == nil, let id = entity.id {
                entity[table.primaryIdAttribute] = .guid(id)
            }
            entity.attributes = entity.attributes.filtered { columns.contains($0) }
            answers.append(codec.response(entity, columns: columns, annotations))
        }
        for expansion in options.expand {
            let expanded = try expand(expansion, of: entities, table, annotations, depth: depth)
            for index in answers.indices { answers[index].append(expanded[index]) }
        }
        return answers
    }
}

extension AttributeCollection {
    /// The pairs whose names pass.
    func filtered(_ isIncluded: (String) -> Bool) -> AttributeCollection {
        var filtered = AttributeCollection()
        for pair in self where isIncluded(pair.key) { filtered[pair.key] = pair.value }
        return filtered
    }
}
