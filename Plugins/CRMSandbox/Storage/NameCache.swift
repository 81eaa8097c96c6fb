import CRMPlugin
import PeriluneCore
import PeriluneStore

/// Names of records that lookups point at; a page of a result needs the same ones many times.
struct NameCache {
    private var names: [EntityReference: String?] = [:]

    /// `nil` if the name was not read yet.
    func name(_ reference: EntityReference) -> String?? { names[reference] }

    mutating func keep(_ name: String?, of reference: EntityReference) { names[reference] = name }

    mutating func forget(_ entity: String, _ id: GUID) {
        if !names.isEmpty { names[EntityReference(entity, id)] = nil }
    }
}

extension Session {
    /// The name of a record in lookups; `nil` if it has none or was deleted.
    func name(of entity: String, _ id: GUID) throws(CRMFault) -> String? {
        let reference = EntityReference(entity, id)
        if let known = names.name(reference) { return known }
        let name = try readName(reference)
        names.keep(name, of: reference)
        return name
    }

    private func readName(_ reference: EntityReference) throws(CRMFault) -> String? {
        guard let layout = layouts[reference.logicalName],
            let column = layout.entity.primaryNameAttribute.flatMap({ layout.column($0) })
        else { return nil }
        return try storing { () throws(PeriluneError) in
            try connection.first(
                "SELECT \(column.sql) FROM \(layout.table) WHERE \(layout.id) = ?1",
                [.blob(reference.id.bytes)])?.text
        }
    }
}
