/// A message to CRM: a name and parameters.
///
/// Every operation is a message, also create and retrieve; each transport translates it.
public struct OrganizationRequest: Hashable, Sendable {
    /// The name, such as `SetState`.
    public var requestName: String
    /// The namespace of the typed request, which decides the prefix on the wire.
    public var namespace: MessageNamespace
    /// The parameters; a missing key and `null` are different.
    public var parameters: AttributeCollection
    /// An identity of the request that the sender chooses; `nil` for none.
    public var requestId: GUID?

    /// Makes a request.
    public init(
        _ requestName: String, namespace: MessageNamespace = .crm,
        _ parameters: AttributeCollection = [:], requestId: GUID? = nil
    ) {
        self.requestName = requestName
        self.namespace = namespace
        self.parameters = parameters
        self.requestId = requestId
    }
}

/// The response of CRM to a message.
public struct OrganizationResponse: Hashable, Sendable {
    /// The name of the message.
    public var responseName: String
    /// The results by name.
    public var results: AttributeCollection

    /// Makes a response.
    public init(_ responseName: String, _ results: AttributeCollection = [:]) {
        self.responseName = responseName
        self.results = results
    }
}

/// The namespace of the typed request of a message in Microsoft's SDK, by the prefix that the mobile SDK writes.
public enum MessageNamespace: String, Sendable {
    /// Microsoft.Xrm.Sdk.Messages: `http://schemas.microsoft.com/xrm/2011/Contracts`.
    case xrm = "a"
    /// Microsoft.Crm.Sdk.Messages: `http://schemas.microsoft.com/crm/2011/Contracts`.
    case crm = "c"
}
