import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Values of parameters, whose type is a kind rather than that of a column.
extension WebAPICodec {
    /// `nil` for a value of another kind.
    static func value(_ json: JSONTree, of kind: CRMValueKind) -> CRMValue? {
        switch kind {
        case .string: json.string.map { .string($0) }
        case .boolean: json.bool.map { .bool($0) }
        case .int: value(json, as: .integer)
        case .long: value(json, as: .bigInt)
        case .double: value(json, as: .double)
        case .decimal: value(json, as: .decimal)
        case .money: value(json, as: .money)
        case .dateTime: value(json, as: .dateTime)
        case .guid: value(json, as: .uniqueidentifier)
        case .base64Binary: json.string.flatMap { Base64.decode($0) }.map { .bytes($0) }
        case .optionSetValue: value(json, as: .picklist)
        case .optionSetValueCollection: value(json, as: .multiSelectPicklist)
        case .booleanManagedProperty: value(json, as: .managedProperty)
        case .guidArray:
            all(json) { $0.string.flatMap { GUID($0) } }.map { .guids($0) }
        case .stringArray: all(json, \.string).map { .strings($0) }
        case .booleanArray: all(json, \.bool).map { .bools($0) }
        case .columnSet: columns(json)
        case .query: json["Query"]?.string.map { .query(.fetch(FetchExpression($0))) }
        case .rolePrivilegeArray: all(json, privilege).map { .privileges($0) }
        case .validationResult: validation(json)
        case .any: json.guessed
        default: nil
        }
    }

    private static func all<Element>(
        _ json: JSONTree, _ body: (JSONTree) -> Element?
    ) -> [Element]? {
        guard let elements = json.elements else { return nil }
        let found = elements.compactMap(body)
        return found.count == elements.count ? found : nil
    }

    private static func columns(_ json: JSONTree) -> CRMValue? {
        if json["AllColumns"]?.bool == true { return .columns(.all) }
        guard let names = json["Columns"].flatMap({ all($0, \.string) }) else { return nil }
        return .columns(ColumnSet(names))
    }

    private static func privilege(_ json: JSONTree) -> RolePrivilege? {
        guard let id = json["PrivilegeId"]?.string.flatMap({ GUID($0) }),
            let depth = json["Depth"]?.string.flatMap({ RolePrivilege.Depth(rawValue: $0) })
        else { return nil }
        let unit = json["BusinessUnitId"]?.string.flatMap { GUID($0) } ?? .zero
        return RolePrivilege(id, depth, businessUnitId: unit)
    }

    static func json(_ result: ValidationResult) -> JSONTree {
        let errors = (result.traceInfo?.errorInfoList ?? []).map { error in
            JSONTree.object([
                .init("ErrorCode", .string(error.errorCode)),
                .init(
                    "ResourceList",
                    .array(
                        error.resourceList.map { resource in
                            .object([
                                .init("Id", .string(resource.id.description)),
                                .init("DisplayName", .string(resource.displayName)),
                                .init("EntityName", .string(resource.entityName)),
                            ])
                        })),
            ])
        }
        return .object([
            .init("ActivityId", .string(result.activityId.description)),
            .init("ValidationSuccess", .bool(result.validationSuccess)),
            .init("TraceInfo", .object([.init("ErrorInfoList", .array(errors))])),
        ])
    }

    private static func validation(_ json: JSONTree) -> CRMValue? {
        guard let success = json["ValidationSuccess"]?.bool else { return nil }
        let id = json["ActivityId"]?.string.flatMap { GUID($0) } ?? .zero
        let errors = (json["TraceInfo"]?["ErrorInfoList"]?.elements ?? []).map { error in
            ErrorInfo(
                error["ErrorCode"]?.string ?? "",
                (error["ResourceList"]?.elements ?? []).map { resource in
                    ResourceInfo(
                        resource["Id"]?.string.flatMap { GUID($0) } ?? .zero,
                        displayName: resource["DisplayName"]?.string ?? "",
                        entityName: resource["EntityName"]?.string ?? "")
                })
        }
        return .validation(
            ValidationResult(
                success, activityId: id, traceInfo: errors.isEmpty ? nil : TraceInfo(errors)))
    }
}

extension QueryBase {
    /// The query as FetchXML, which is how the Web API takes any query.
    package func fetchXML() throws(CRMFault) -> String {
        switch self {
        case .fetch(let expression): expression.query
        case .expression(let query): try query.fetchXML
        case .byAttribute(let query): try query.query.fetchXML
        }
    }
}
