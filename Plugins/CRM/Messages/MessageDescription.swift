/// A message as data: for scripts, which name messages by text, and for servers that check parameters.
public struct MessageDescription: Sendable {
    /// The name on the wire.
    public let name: String
    /// `.a` or `.c`.
    public let namespace: MessageNamespace
    /// The parameters of the message.
    public let parameters: [FieldDescription]
    /// The fields of the results.
    public let results: [FieldDescription]

    /// Describes a message.
    public init<M: Message>(_ message: M.Type) {
        name = M.name
        namespace = M.namespace
        parameters = Self.fields(M.Parameters())
        results = Self.fields(M.Results())
    }

    /// A parameter or a result.
    public struct FieldDescription: Sendable, Hashable {
        /// The key on the wire.
        public let key: String
        /// The type.
        public let kind: CRMValueKind
        /// Whether a sender may leave it out.
        public let isOptional: Bool

        package init(key: String, kind: CRMValueKind, isOptional: Bool = false) {
            self.key = key
            self.kind = kind
            self.isOptional = isOptional
        }
    }

    private static func fields(_ fields: some MessageFields) -> [FieldDescription] {
        Mirror(reflecting: fields).children.compactMap { child in
            (child.value as? any DescribedField)?.description
        }
    }
}

private protocol DescribedField {
    var description: MessageDescription.FieldDescription { get }
}

extension Field: DescribedField {
    var description: MessageDescription.FieldDescription {
        .init(key: key, kind: Value.kind, isOptional: isOptional)
    }
}
