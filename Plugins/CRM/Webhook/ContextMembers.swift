import PeriluneCore
import PeriluneJSON

/// The members of a context that are read, found in one pass.
struct ContextMembers {
    /// In the order in which CRM writes them, which is that of the alphabet.
    enum Name: Int, CaseIterable {
        case correlation, depth, input, message, mode, created, operation, organization, output
        case extension_, parent, post, pre, record, entity, request, shared, stage, user
    }

    private static let keys = JSONKeys([
        "CorrelationId", "Depth", "InputParameters", "MessageName", "Mode", "OperationCreatedOn",
        "OperationId", "OrganizationName", "OutputParameters", "OwningExtension", "ParentContext",
        "PostEntityImages", "PreEntityImages", "PrimaryEntityId", "PrimaryEntityName", "RequestId",
        "SharedVariables", "Stage", "UserId",
    ])

    private var nodes = InlineArray<19, JSONNode>(repeating: .none)

    init(_ context: JSONNode, in document: JSONDocument) {
        var span = nodes.mutableSpan
        document.members(Self.keys, of: context, into: &span)
    }

    /// The value of a member; ``JSONNode/none`` if it is missing.
    subscript(name: Name) -> JSONNode { nodes[name.rawValue] }

    /// A member without which nothing is a context.
    func required(_ name: Name, _ spelling: StaticString) throws(PeriluneError) -> JSONNode {
        let node = self[name]
        guard node.isInside else { throw .webhook("it has no \(spelling)") }
        return node
    }
}

/// A few members of the objects inside of a context.
struct FewMembers {
    private static let pair = JSONKeys(["key", "value"])
    private static let reference = JSONKeys(["Id", "LogicalName", "Name"])
    private static let entity = JSONKeys(["Attributes", "Id", "LogicalName"])

    private var nodes = InlineArray<3, JSONNode>(repeating: .none)

    private init(_ keys: JSONKeys, _ object: JSONNode, _ document: JSONDocument) {
        var span = nodes.mutableSpan
        document.members(keys, of: object, into: &span)
    }

    /// `Id`, `LogicalName` and `Name`.
    static func reference(_ object: JSONNode, in document: JSONDocument) -> Self {
        Self(reference, object, document)
    }

    /// `Attributes`, `Id` and `LogicalName`.
    static func entity(_ object: JSONNode, in document: JSONDocument) -> Self {
        Self(entity, object, document)
    }

    subscript(number: Int) -> JSONNode { nodes[number] }

    /// `key` and `value` of a pair.
    static func pair(
        _ object: JSONNode, in document: JSONDocument
    ) -> (key: JSONNode, value: JSONNode) {
        var nodes = InlineArray<2, JSONNode>(repeating: .none)
        var span = nodes.mutableSpan
        document.members(pair, of: object, into: &span)
        return (nodes[0], nodes[1])
    }
}
