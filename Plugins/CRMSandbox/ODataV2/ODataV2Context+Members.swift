import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Writes records as members of a response.
extension ODataV2Context {
    func members(
        _ entity: Entity, _ table: EntityDefinition, _ selection: ODataV2Selection
    ) throws(CRMFault) -> [JSONTree.Member] {
        var members = try reading { () throws(PeriluneError) in
            try codec.response(entity, selection.attributes, root: root)
        }
        guard let reference = entity.reference else { return members }
        for expansion in selection.expansions {
            members.append(.init(expansion.name, try expanded(expansion, of: entity)))
        }
        let address = address(reference)
        for name in selection.deferred {
            members.append(.init(name, deferred("\(address)/\(name)")))
        }
        return members
    }

    private func deferred(_ address: String) -> JSONTree {
        .object([.init("__deferred", .object([.init("uri", .string(address))]))])
    }

    /// The records of a relationship: one, or a page of them.
    private func expanded(
        _ expansion: ODataV2Selection.Expansion, of entity: Entity
    ) throws(CRMFault) -> JSONTree {
        let selection = ODataV2Selection(attributes: expansion.attributes)
        let target = expansion.target
        if case .single(let lookup) = expansion.navigation {
            guard let other = try pointed(lookup, by: entity, selection, target) else {
                return .null
            }
            return .object(try members(other, target, selection))
        }
        guard let reference = entity.reference else { return .null }
        var query = Query(target.logicalName)
        query.columns = selection.columns(of: target).map { Query.Column($0) }
        query.narrow(to: reference.id, by: expansion.navigation, target)
        query.page.count = limits.pageSize
        let page = try page(query)
        var content: [JSONTree.Member] = [
            .init("results", try results(page.entities, target, selection))
        ]
        if page.moreRecords {
            let token = ODataV2SkipToken(after: page, number: 2, target)
            content.append(
                .init(
                    "__next",
                    .string("\(address(reference))/\(expansion.name)?$skiptoken=\(token.encoded)")))
        }
        return .object(content)
    }

    func results(
        _ entities: [Entity], _ table: EntityDefinition, _ selection: ODataV2Selection
    ) throws(CRMFault) -> JSONTree {
        var rows: [JSONTree] = []
        for entity in entities { rows.append(.object(try members(entity, table, selection))) }
        return .array(rows)
    }

    /// The record that a lookup points at, if it points at this table and the record is there.
    func pointed(
        _ lookup: OneToMany, by entity: Entity, _ selection: ODataV2Selection,
        _ target: EntityDefinition
    ) throws(CRMFault) -> Entity? {
        guard case .reference(let other)? = entity[lookup.referencingAttribute],
            other.logicalName == target.logicalName
        else { return nil }
        do throws(CRMFault) {
            return try read(other, selection.columns(of: target))
        } catch {
            guard error.code == .objectDoesNotExist else { throw error }
            return nil
        }
    }
}
