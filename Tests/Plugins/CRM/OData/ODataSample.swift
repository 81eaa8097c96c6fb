@testable import CRMPlugin

/// Three tables with every kind of relationship, for the tests of OData and the Web API.
enum ODataSample {
    static let account = EntityDefinition(
        "Account", set: "accounts", code: 1, displayName: "Account", name: "name",
        keys: [.init("number", ["accountnumber"])],
        [
            AttributeDefinition("AccountId", .uniqueidentifier),
            AttributeDefinition("Name", .string),
            AttributeDefinition("AccountNumber", .string),
            AttributeDefinition("Revenue", .money),
            AttributeDefinition("TransactionCurrencyId", .lookup),
            AttributeDefinition("ExchangeRate", .decimal),
            AttributeDefinition("NumberOfEmployees", .integer),
            AttributeDefinition("Latitude", .double),
            AttributeDefinition("DoNotEmail", .boolean),
            AttributeDefinition("StateCode", .state),
            AttributeDefinition("Categories", .multiSelectPicklist),
            AttributeDefinition("CreatedOn", .dateTime),
            AttributeDefinition("VersionNumber", .bigInt),
            AttributeDefinition("EntityImage", .image),
            AttributeDefinition("OwnerId", .owner, targets: ["systemuser", "team"]),
            AttributeDefinition("ParentAccountId", .lookup, targets: ["account"]),
            AttributeDefinition("PrimaryContactId", .lookup, targets: ["contact"]),
        ])

    static let contact = EntityDefinition(
        "Contact", set: "contacts", code: 2, displayName: "Contact", name: "lastname",
        [
            AttributeDefinition("ContactId", .uniqueidentifier),
            AttributeDefinition("LastName", .string),
            AttributeDefinition("BirthDate", .dateTime),
            AttributeDefinition("ParentCustomerId", .customer, targets: ["account", "contact"]),
        ])

    static let list = EntityDefinition(
        "List", set: "lists", code: 4300, displayName: "List", name: "listname",
        [
            AttributeDefinition("ListId", .uniqueidentifier),
            AttributeDefinition("ListName", .string),
        ])

    static let email = EntityDefinition(
        "Email", set: "emails", code: 4202, displayName: "E-mail", name: "subject",
        isActivity: true,
        [
            AttributeDefinition("ActivityId", .uniqueidentifier),
            AttributeDefinition("Subject", .string),
            AttributeDefinition("To", .partyList), AttributeDefinition("From", .partyList),
        ])

    static let party = EntityDefinition(
        "ActivityParty", set: "activityparties", code: 135, displayName: "Party", name: nil,
        [
            AttributeDefinition("ActivityPartyId", .uniqueidentifier),
            AttributeDefinition("ParticipationTypeMask", .picklist),
            AttributeDefinition("AddressUsed", .string),
            AttributeDefinition("PartyId", .lookup, targets: ["contact", "systemuser"]),
        ])

    static let schema = Schema(
        [
            account, contact, list, email, party,
            EntityDefinition(
                "SystemUser", set: "systemusers", code: 8, displayName: "User", name: nil,
                [AttributeDefinition("SystemUserId", .uniqueidentifier)]),
            EntityDefinition(
                "Queue", set: "queues", code: 2020, displayName: "Queue", name: "name",
                [
                    AttributeDefinition("QueueId", .uniqueidentifier),
                    AttributeDefinition("Name", .string),
                ]),
        ],
        [
            .oneToMany(
                OneToMany(
                    "contact_customer_accounts", from: "contact", "parentcustomerid",
                    to: "account", lookupProperty: "parentcustomerid_account")),
            .oneToMany(
                OneToMany(
                    "contact_customer_contacts", from: "contact", "parentcustomerid",
                    to: "contact", lookupProperty: "parentcustomerid_contact")),
            .oneToMany(
                OneToMany(
                    "account_primary_contact", from: "account", "primarycontactid", to: "contact")),
            .oneToMany(
                OneToMany(
                    "account_parent_account", from: "account", "parentaccountid", to: "account")),
            .oneToMany(
                OneToMany(
                    "contact_activity_parties", from: "activityparty", "partyid", to: "contact",
                    lookupProperty: "partyid_contact")),
            .manyToMany(
                ManyToMany(
                    "listcontact_association", intersect: "listmember", "list", "listid", "contact",
                    "entityid")),
        ])

    static let v2 = ODataNames(schema, .v2)
    static let v4 = ODataNames(schema, .v4)
    static let id = GUID(high: 0x0102_0304_0506_4708, low: 0x8910_1112_1314_1516)
}
