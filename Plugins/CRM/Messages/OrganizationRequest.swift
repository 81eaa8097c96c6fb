/// A message to CRM: a name and a bag of parameters.
///
/// Every operation is one, also create and retrieve; transports take it apart as they need.
public struct OrganizationRequest: Hashable, Sendable {
    /// The name, such as `SetState`.
    public var requestName: String
    /// Where the typed request lives: it decides the prefix on the wire.
    public var namespace: MessageNamespace
    /// The parameters; a missing key and `null` are different.
    public var parameters: AttributeCollection
    /// An identity for the request itself, where the sender wants one.
    public var requestId: GUID?

    /// Makes a request.
    public init(
        _ requestName: String, namespace: MessageNamespace = .c,
        _ parameters: AttributeCollection = [:], requestId: GUID? = nil
    ) {
        self.requestName = requestName
        self.namespace = namespace
        self.parameters = parameters
        self.requestId = requestId
    }
}

/// What CRM answers to a message.
public struct OrganizationResponse: Hashable, Sendable {
    /// The name of the request.
    public var responseName: String
    /// The results.
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
    case a
    /// Microsoft.Crm.Sdk.Messages: `http://schemas.microsoft.com/crm/2011/Contracts`.
    case c
}
