import CRMPlugin

/// A table with its relationships, as the files of this folder declare it.
struct Table: Sendable {
    var entity: EntityDefinition
    var relationships: [RelationshipDefinition]

    /// A table with the columns that every table of its kind has, and these.
    init(
        _ schemaName: String, set: String? = nil, _ code: Int, _ display: String,
        id: String? = nil, name: String?, ownership: EntityDefinition.Ownership = .user,
        isActivity: Bool = false, isIntersect: Bool = false, _ columns: [Column]
    ) {
        var all = columns
        let hasMoney = columns.contains { column in
            column.attributes.contains {
                $0.type == .money || $0.logicalName == "transactioncurrencyid"
            }
        }
        let idName = id ?? (isActivity ? "ActivityId" : schemaName + "Id")
        all.insert(.id(idName).createOnly, at: 0)
        all += Common.columns(
            of: schemaName.lowercased(), ownership, isIntersect: isIntersect, hasMoney: hasMoney)
        // Attributes that a table declares take precedence over common ones.
        var known: Set<String> = []
        all = all.filter { known.insert($0.attributes[0].logicalName).inserted }
        let attributes = all.flatMap(\.attributes)
        entity = EntityDefinition(
            schemaName, set: set, code: code, displayName: display, id: idName.lowercased(),
            name: name, ownership: ownership, isActivity: isActivity, isIntersect: isIntersect,
            attributes)
        let logicalName = entity.logicalName
        relationships = all.flatMap { column in
            column.links.map { link in
                let isPlain = column.links.count == 1 || link.attribute == "ownerid"
                let property =
                    isPlain ? link.attribute : "\(link.attribute)_\(link.target)"
                return .oneToMany(
                    OneToMany(
                        link.name ?? "\(link.target)_\(logicalName)_\(link.attribute)",
                        from: logicalName, link.attribute, to: link.target,
                        lookupProperty: link.property ?? property, cascade: link.cascade))
            }
        }
    }
}

/// Columns that tables have in common.
enum Common {
    static func columns(
        of entity: String, _ ownership: EntityDefinition.Ownership, isIntersect: Bool,
        hasMoney: Bool
    ) -> [Column] {
        var columns: [Column] = [.long("VersionNumber").readOnly]
        guard !isIntersect else { return columns }
        let untouched = Cascade(delete: .none)
        columns += [
            .date("CreatedOn").readOnly,
            .lookup("CreatedBy", "systemuser", "lk_\(entity)base_createdby", untouched).readOnly,
            .date("ModifiedOn").readOnly,
            .lookup("ModifiedBy", "systemuser", "lk_\(entity)base_modifiedby", untouched).readOnly,
            .date("OverriddenCreatedOn").createOnly,
            .integer("ImportSequenceNumber").createOnly,
            .integer("TimeZoneRuleVersionNumber"),
            .integer("UTCConversionTimeZoneCode"),
        ]
        if hasMoney {
            columns += [
                .lookup(
                    "TransactionCurrencyId", "transactioncurrency", "transactioncurrency_\(entity)",
                    Cascade(delete: .restrict)),
                .decimal("ExchangeRate", precision: 10).readOnly,
            ]
        }
        if ownership == .user {
            let restrictDelete = Cascade(delete: .restrict)
            columns += [
                .lookup(
                    "OwnerId", type: .owner,
                    [("systemuser", "owner_\(entity)s"), ("team", "team_owner_\(entity)s")],
                    restrictDelete),
                .lookup("OwningUser", "systemuser", "user_\(entity)", untouched).readOnly,
                .lookup("OwningTeam", "team", "team_\(entity)", untouched).readOnly,
                .lookup(
                    "OwningBusinessUnit", "businessunit", "business_unit_\(entity)s", restrictDelete
                )
                .readOnly,
            ]
        }
        return columns
    }

    /// An address in the columns of its record.
    static func address(
        _ number: Int, kinds: KeyValuePairs<Int32, String> = addressKinds
    )
        -> [Column]
    {
        let prefix = "Address\(number)_"
        return [
            .id(prefix + "AddressId"), .choice(prefix + "AddressTypeCode", kinds),
            .text(prefix + "Name", 200), .text(prefix + "Line1", 250),
            .text(prefix + "Line2", 250), .text(prefix + "Line3", 250),
            .text(prefix + "City", 80), .text(prefix + "StateOrProvince", 50),
            .text(prefix + "PostalCode", 20), .text(prefix + "Country", 80),
            .text(prefix + "County", 50), .text(prefix + "PrimaryContactName", 100),
            .text(prefix + "Telephone1", 50), .text(prefix + "Telephone2", 50),
            .text(prefix + "Fax", 50), .float(prefix + "Latitude", -90...90),
            .float(prefix + "Longitude", -180...180),
            .memo(prefix + "Composite", 1000).readOnly,
        ]
    }

    static let addressKinds: KeyValuePairs<Int32, String> = [
        1: "Bill To", 2: "Ship To", 3: "Primary", 4: "Other",
    ]

    /// The columns that say how a customer may be contacted.
    static let reachability: [Column] = [
        .flag("DoNotPhone", "Allow", "Do Not Allow"), .flag("DoNotEMail", "Allow", "Do Not Allow"),
        .flag("DoNotFax", "Allow", "Do Not Allow"),
        .flag("DoNotPostalMail", "Allow", "Do Not Allow"),
        .flag("DoNotBulkEMail", "Allow", "Do Not Allow"),
        .flag("DoNotSendMM", "Send", "Do Not Send"),
        .choice(
            "PreferredContactMethodCode",
            [1: "Any", 2: "Email", 3: "Phone", 4: "Fax", 5: "Mail"], default: 1),
        .text("EMailAddress1"), .text("EMailAddress2"), .text("EMailAddress3"),
        .text("Telephone1", 50), .text("Telephone2", 50), .text("Telephone3", 50),
        .text("Fax", 50), .text("WebSiteUrl", 200),
    ]

    /// Active and inactive, as most tables have it.
    static let activeInactive: Column = .states(
        (0, "Active", [1: "Active"]), (1, "Inactive", [2: "Inactive"]))
}
