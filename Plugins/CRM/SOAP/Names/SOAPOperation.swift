/// The operations of the organization service.
///
/// Execute carries any message; the other seven are messages in a form of their own.
package enum SOAPOperation: String, CaseIterable, Sendable {
    case execute = "Execute"
    case create = "Create"
    case retrieve = "Retrieve"
    case retrieveMultiple = "RetrieveMultiple"
    case update = "Update"
    case delete = "Delete"
    case associate = "Associate"
    case disassociate = "Disassociate"

    /// The value of the header `SOAPAction`.
    package var action: String {
        "\(SOAPNamespace.services.rawValue)/IOrganizationService/\(rawValue)"
    }

    /// The result of a classic operation, by its key in the message.
    package var resultKey: String? {
        switch self {
        case .create: "id"
        case .retrieve: "Entity"
        case .retrieveMultiple: "EntityCollection"
        case .execute, .update, .delete, .associate, .disassociate: nil
        }
    }
}
