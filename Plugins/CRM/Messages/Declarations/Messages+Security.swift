// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Removes a privilege from a role.
public enum RemovePrivilegeRole: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `RoleId`.
        public let roleId = Field<GUID>("RoleId")
        /// `PrivilegeId`.
        public let privilegeId = Field<GUID>("PrivilegeId")
        /// The declarations.
        public init() {}
    }
}

/// Gives a role these privileges and no others.
public enum ReplacePrivilegesRole: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `RoleId`.
        public let roleId = Field<GUID>("RoleId")
        /// `Privileges`.
        public let privileges = Field<[RolePrivilege]>("Privileges")
        /// The declarations.
        public init() {}
    }
}
