import CRMPlugin

/// Users, teams, business units, and the organization that they are in.
enum PrincipalTables {
    static let all = [user, team, teamMembership, businessUnit, organization]

    private static let restrictDelete = Cascade(delete: .restrict)

    static let user = Table(
        "SystemUser", 8, "User", name: "fullname", ownership: .organization,
        [
            .text("FirstName", 64), .text("MiddleName", 50), .text("LastName", 64),
            .text("FullName", 200).readOnly, .text("DomainName", 1024),
            .text("InternalEMailAddress", 100), .text("PersonalEMailAddress", 100),
            .text("Title", 128), .text("JobTitle", 100), .text("MobilePhone", 64),
            .text("HomePhone", 50), .text("Address1_Telephone1", 50), .text("NickName", 50),
            .text("EmployeeId", 100), .flag("IsDisabled").readOnly, .flag("IsIntegrationUser"),
            .flag("IsLicensed", default: true), .text("DisabledReason", 500).readOnly,
            .choice(
                "AccessMode",
                [
                    0: "Read-Write", 1: "Administrative", 2: "Read", 3: "Support User",
                    4: "Non-interactive", 5: "Delegated Admin",
                ], default: 0),
            .choice("CALType", [0: "Professional", 1: "Administrative", 2: "Basic"], default: 0),
            .id("ApplicationId"), .id("AzureActiveDirectoryObjectId"), .id("OrganizationId"),
            .lookup("BusinessUnitId", "businessunit", "business_unit_system_users", restrictDelete)
                .required,
            .lookup("ParentSystemUserId", "systemuser", "user_parent_user"),
            .lookup("QueueId", "queue", "queue_system_user"),
            .lookup("TerritoryId", "territory", "territory_system_users"),
            .lookup("CalendarId", "calendar", "calendar_system_users"),
            .lookup(
                "TransactionCurrencyId", "transactioncurrency", "transactioncurrency_systemuser"),
            .image(),
        ])

    static let team = Table(
        "Team", 9, "Team", name: "name", ownership: .organization,
        [
            .text("Name", 160), .memo("Description"), .text("EMailAddress", 100),
            .choice("TeamType", [0: "Owner", 1: "Access"], default: 0).createOnly,
            .flag("IsDefault").readOnly, .id("OrganizationId"),
            .lookup("BusinessUnitId", "businessunit", "business_unit_teams", restrictDelete)
                .required,
            .lookup("AdministratorId", "systemuser", "lk_teambase_administratorid", restrictDelete),
            .lookup("QueueId", "queue", "queue_team"),
        ])

    static let teamMembership = Table(
        "TeamMembership", 23, "Team Membership", name: nil, ownership: .none, isIntersect: true,
        [.id("TeamId"), .id("SystemUserId")])

    static let businessUnit = Table(
        "BusinessUnit", 10, "Business Unit", name: "name", ownership: .none,
        [
            .text("Name", 160), .text("DivisionName", 100), .text("CostCenter", 100),
            .text("EMailAddress", 100), .text("WebSiteUrl", 200), .memo("Description"),
            .flag("IsDisabled").readOnly, .id("OrganizationId"),
            .lookup(
                "ParentBusinessUnitId", "businessunit", "business_unit_parent_business_unit",
                restrictDelete),
        ])

    static let organization = Table(
        "Organization", 1019, "Organization", name: "name", ownership: .none,
        [
            .text("Name", 160), .integer("LanguageCode"), .integer("LocaleId"),
            .integer("PricingDecimalPrecision", 0...4), .integer("FiscalPeriodType"),
            .date("FiscalCalendarStart"), .text("CurrencySymbol", 13),
            .choice("CurrencyDisplayOption", [0: "Currency symbol", 1: "Currency code"]),
            .integer("WeekStartDayCode", 0...6),
            .choice(
                "FullNameConventionCode",
                [
                    0: "Last Name, First Name", 1: "First Name", 2: "Last Name, First Name, M.I.",
                    3: "First Name M.I. Last Name",
                ]), .text("SchemaNamePrefix", 8), .integer("FutureExpansionWindow", 1...140),
            .lookup(
                "BaseCurrencyId", "transactioncurrency", "basecurrency_organization", restrictDelete
            ),
        ])
}
