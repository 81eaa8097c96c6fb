import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Links between records: each is a request of its own, several are one change set.
extension WebAPIPlanner {
    func relate(_ parameters: AttributeCollection, linking: Bool) throws(CRMError) -> WebAPIPlan {
        let target: EntityReference = try parameters.required("Target")
        let relationship: Relationship = try parameters.required("Relationship")
        let related: EntityReferenceCollection = try parameters.required("RelatedEntities")
        return WebAPIPlan(
            try related.references.mapped { (other) throws(CRMError) in
                try call(target, relationship, other, linking: linking)
            })
    }

    func relateMonikers(
        _ parameters: AttributeCollection, linking: Bool
    ) throws(CRMError) -> WebAPIPlan {
        let name: String = try parameters.required("RelationshipName")
        return WebAPIPlan([
            try call(
                try parameters.required("Moniker1"), Relationship(name),
                try parameters.required("Moniker2"), linking: linking)
        ])
    }

    /// Plans the deprecated messages that name no relationship: the only one between both tables is used.
    func relateByDefault(
        _ parameters: AttributeCollection, linking: Bool
    ) throws(CRMError) -> WebAPIPlan {
        let pair: [EntityReference] = try parameters.required("Target")
        guard pair.count >= 2 else {
            throw .fault(CRMFault(.invalidArgument, "Required field 'Target' is missing"))
        }
        let (one, other) = (pair[0].logicalName, pair[1].logicalName)
        let names = codec.schema.intersections(of: one).filter {
            ($0.entity1 == one && $0.entity2 == other) || ($0.entity1 == other && $0.entity2 == one)
        }.map(\.schemaName)
        guard let name = names.first else {
            throw .fault(
                CRMFault(.notSupported, "There is no relationship between \(one) and \(other)."))
        }
        return WebAPIPlan([try call(pair[0], Relationship(name), pair[1], linking: linking)])
    }

    private func call(
        _ target: EntityReference, _ relationship: Relationship, _ other: EntityReference,
        linking: Bool
    ) throws(CRMError) -> WebAPICall {
        let table = try table(target.logicalName)
        let navigation = try CRMError.wrapping { () throws(PeriluneError) in
            try codec.navigation(relationship, of: table)
        }
        let base = "\(try path(target))/\(codec.property(of: navigation))"
        let otherPath = try path(other)
        guard linking else {
            return WebAPICall(
                "DELETE",
                navigation.isSingle ? base + "/$ref" : "\(base)(\(other.id))/$ref")
        }
        return WebAPICall(
            navigation.isSingle ? "PUT" : "POST", base + "/$ref",
            [.init("@odata.id", .string(otherPath))])
    }
}
