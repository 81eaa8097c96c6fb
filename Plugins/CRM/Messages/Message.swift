/// A message of CRM, declared: a name, a namespace, and typed parameters and results.
///
/// ```swift
/// enum AutoMapEntity: Message {
///     static let namespace = MessageNamespace.crm
///     struct Parameters: MessageFields {
///         let entityMapId = Field<GUID>("EntityMapId")
///     }
/// }
/// var request = AutoMapEntity.Request()
/// request.entityMapId = id
/// let response = try await client.execute(request)
/// ```
public protocol Message: Sendable {
    /// The name on the wire; the type's own name unless it says otherwise.
    static var name: String { get }
    /// `.a` or `.c`.
    static var namespace: MessageNamespace { get }
    /// The parameters of the message.
    associatedtype Parameters: MessageFields = NoFields
    /// The results of the message.
    associatedtype Results: MessageFields = NoFields
}

extension Message {
    /// The name of the message, which is that of the type.
    public static var name: String { String(describing: Self.self) }
    /// A typed request with this message.
    public typealias Request = MessageRequest<Self>
    /// A typed response to this message.
    public typealias Response = MessageResponse<Self>
}

/// Parameters or results of a message: a struct of ``Field``s.
public protocol MessageFields: Sendable {
    /// The declarations.
    init()
}

/// No parameters, or no results.
public struct NoFields: MessageFields {
    /// Creates no fields.
    public init() {}
}

/// A parameter or a result: its key on the wire and its type.
public struct Field<Value: CRMConvertible>: Sendable {
    /// The key; case matters.
    public let key: String
    /// Whether a sender may leave it out.
    public let isOptional: Bool

    /// Declares a field.
    public init(_ key: String, optional: Bool = false) {
        self.key = key
        isOptional = optional
    }
}

/// A typed request: the parameters are properties.
@dynamicMemberLookup
public struct MessageRequest<M: Message>: Hashable, Sendable {
    /// The request.
    public var request = OrganizationRequest(M.name, namespace: M.namespace)

    /// A request without parameters.
    public init() {}

    /// A parameter; `nil` leaves it out.
    public subscript<V>(dynamicMember field: KeyPath<M.Parameters, Field<V>>) -> V? {
        get { request.parameters[M.Parameters()[keyPath: field].key].flatMap { V(crm: $0) } }
        set { request.parameters[M.Parameters()[keyPath: field].key] = newValue?.crm }
    }
}

/// A typed response: the results are properties.
@dynamicMemberLookup
public struct MessageResponse<M: Message>: Hashable, Sendable {
    /// The response.
    public var response: OrganizationResponse

    /// Creates a response with the received results.
    public init(_ response: OrganizationResponse = OrganizationResponse(M.name)) {
        self.response = response
    }

    /// A result; `nil` if it is missing.
    public subscript<V>(dynamicMember field: KeyPath<M.Results, Field<V>>) -> V? {
        get { response.results[M.Results()[keyPath: field].key].flatMap { V(crm: $0) } }
        set { response.results[M.Results()[keyPath: field].key] = newValue?.crm }
    }
}
