import PeriluneCore
import PeriluneJSON

/// The members of a context that are read, found in one pass.
struct ContextMembers {
    /// In the order in which CRM writes them, which is that of the alphabet.
    enum Name: Int, CaseIterable {
        case correlation, depth, input, message, mode, created, operation, organization, output
        case owningExtension, parent, post, pre, record, entity, request, shared, stage, user

        /// The name of the member.
        var spelling: StaticString { ContextMembers.spellings[rawValue] }
    }

    /// The spellings of ``Name``, in the same order.
    private static let spellings: [StaticString] = [
        "CorrelationId", "Depth", "InputParameters", "MessageName", "Mode", "OperationCreatedOn",
        "OperationId", "OrganizationName", "OutputParameters", "OwningExtension", "ParentContext",
        "PostEntityImages", "PreEntityImages", "PrimaryEntityId", "PrimaryEntityName", "RequestId",
        "SharedVariables", "Stage", "UserId",
    ]
    private static let keys = JSONKeys(spellings)

    private let nodes: InlineArray<19, JSONNode>

    init(_ context: JSONNode, in document: JSONDocument) {
        nodes = document.members(Self.keys, of: context)
    }

    /// The value of a member; ``JSONNode/none`` if it is missing.
    subscript(name: Name) -> JSONNode { nodes[name.rawValue] }

    /// A required member of a context.
    func required(_ name: Name) throws(PeriluneError) -> JSONNode {
        let node = self[name]
        guard node.isInside else { throw .webhook("it has no \(name.spelling)") }
        return node
    }
}

/// The members of objects in a context; ``JSONNode/none`` for a missing one.
extension JSONDocument {
    private static let pair = JSONKeys(["key", "value"])
    private static let reference = JSONKeys(["Id", "LogicalName", "Name"])
    private static let entity = JSONKeys(["Attributes", "Id", "LogicalName"])

    func pair(_ object: JSONNode) -> (key: JSONNode, value: JSONNode) {
        let nodes: InlineArray<2, JSONNode> = members(Self.pair, of: object)
        return (nodes[0], nodes[1])
    }

    func reference(_ object: JSONNode) -> (id: JSONNode, logicalName: JSONNode, name: JSONNode) {
        let nodes: InlineArray<3, JSONNode> = members(Self.reference, of: object)
        return (nodes[0], nodes[1], nodes[2])
    }

    func entity(
        _ object: JSONNode
    ) -> (attributes: JSONNode, id: JSONNode, logicalName: JSONNode) {
        let nodes: InlineArray<3, JSONNode> = members(Self.entity, of: object)
        return (nodes[0], nodes[1], nodes[2])
    }

    fileprivate func members<let count: Int>(
        _ keys: JSONKeys, of object: JSONNode
    ) -> InlineArray<count, JSONNode> {
        var nodes = InlineArray<count, JSONNode>(repeating: .none)
        var span = nodes.mutableSpan
        members(keys, of: object, into: &span)
        return nodes
    }
}
