import CRMPlugin

/// The request and response elements of the operations.
enum OperationTable {
    struct Row {
        let operation: SOAPOperation
        let parameters: [(name: String, type: String)]
        let result: String?
    }

    private static let links: [(name: String, type: String)] = [
        ("entityName", "d:string"), ("entityId", "e:guid"), ("relationship", "a:Relationship"),
        ("relatedEntities", "a:EntityReferenceCollection"),
    ]

    static let all: [Row] = [
        Row(operation: .create, parameters: [("entity", "a:Entity")], result: "e:guid"),
        Row(
            operation: .retrieve,
            parameters: [
                ("entityName", "d:string"), ("id", "e:guid"), ("columnSet", "a:ColumnSet"),
            ], result: "a:Entity"),
        Row(operation: .update, parameters: [("entity", "a:Entity")], result: nil),
        Row(
            operation: .delete, parameters: [("entityName", "d:string"), ("id", "e:guid")],
            result: nil),
        Row(
            operation: .execute, parameters: [("request", "a:OrganizationRequest")],
            result: "a:OrganizationResponse"),
        Row(operation: .associate, parameters: links, result: nil),
        Row(operation: .disassociate, parameters: links, result: nil),
        Row(
            operation: .retrieveMultiple, parameters: [("query", "a:QueryBase")],
            result: "a:EntityCollection"),
    ]
}
