import PeriluneCore
import PeriluneXML

// Elements are taken in any order and unknown ones are passed over: versions of CRM add some.

extension Entity {
    init(soap element: XMLElement) throws(PeriluneError) {
        var types = SOAPTypes()
        try self.init(soap: element, &types)
    }

    init(soap element: XMLElement, _ types: inout SOAPTypes) throws(PeriluneError) {
        self.init("")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Attributes":
                attributes = try AttributeCollection(soap: child, partyLists: true, &types)
            case "EntityState": entityState = try child.named(State.self)
            case "FormattedValues": formattedValues = try Self.formattedValues(child)
            case "Id": id = try child.optionalGUID()
            case "KeyAttributes": keyAttributes = try AttributeCollection(soap: child)
            case "LogicalName": logicalName = child.text
            case "RelatedEntities": relatedEntities = try child.items(RelatedEntities.init(soap:))
            case "RowVersion": rowVersion = child.text
            default: break
            }
        }
    }

    private static func formattedValues(
        _ element: XMLElement
    ) throws(PeriluneError) -> [String: String] {
        var values: [String: String] = [:]
        values.reserveCapacity(element.elements.count)
        for pair in element.elements {
            let (key, value) = try pair.pair()
            values[key.text] = value.text
        }
        return values
    }
}

extension Entity.RelatedEntities {
    init(soap element: XMLElement) throws(PeriluneError) {
        let (key, value) = try element.pair()
        self.init(try Relationship(soap: key), try EntityCollection(soap: value))
    }
}

extension EntityCollection {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init()
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Entities":
                var types = SOAPTypes()
                entities = try child.items { (record) throws(PeriluneError) in
                    try Entity(soap: record, &types)
                }
            case "EntityName": entityName = child.text
            case "MinActiveRowVersion":
                minActiveRowVersion = child.text == "-1" ? nil : child.text
            case "MoreRecords": moreRecords = try child.bool()
            case "PagingCookie": pagingCookie = child.text
            case "TotalRecordCount": totalRecordCount = Int(try child.int())
            case "TotalRecordCountLimitExceeded":
                totalRecordCountLimitExceeded = try child.bool()
            default: break
            }
        }
    }
}

extension EntityReference {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init("", .zero)
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Id": id = try child.guid()
            case "KeyAttributes": keyAttributes = try AttributeCollection(soap: child)
            case "LogicalName": logicalName = child.text
            case "Name": name = child.text
            case "RowVersion": rowVersion = child.text
            default: break
            }
        }
    }
}

extension Relationship {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(try element.required("SchemaName").text)
        if let role = element.child("PrimaryEntityRole"), !role.isNil {
            primaryEntityRole = try role.named(Role.self)
        }
    }
}

extension AliasedValue {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            entity: element.child("EntityLogicalName")?.optionalText ?? "",
            attribute: element.child("AttributeLogicalName")?.optionalText ?? "",
            try CRMValue(soap: element.required("Value")))
    }
}

extension BooleanManagedProperty {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            try element.required("Value").bool(),
            canBeChanged: try element.child("CanBeChanged")?.bool() ?? true,
            name: element.child("ManagedPropertyLogicalName")?.optionalText)
    }
}

extension RolePrivilege {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            try element.required("PrivilegeId").guid(),
            try element.required("Depth").named(Depth.self),
            businessUnitId: try element.child("BusinessUnitId")?.guid() ?? .zero)
    }
}
