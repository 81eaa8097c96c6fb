/// The party lists of activities: several columns in CRM's messages, one collection in the Web API,
/// whose records say by a number which column they belong to.
package enum PartyList {
    /// Column and `participationtypemask`.
    static let masks: [(column: String, mask: Int32)] = [
        ("from", 1), ("to", 2), ("cc", 3), ("bcc", 4), ("requiredattendees", 5),
        ("optionalattendees", 6), ("organizer", 7), ("resources", 10), ("customers", 11),
        ("partners", 12),
    ]

    /// The mask of a column.
    package static func mask(_ column: String) -> Int32? {
        masks.first { $0.column == column }?.mask
    }

    /// The column of a mask.
    package static func column(_ mask: Int32) -> String? {
        masks.first { $0.mask == mask }?.column
    }

    /// The name of the collection: `email_activity_parties`.
    package static func property(of entity: EntityDefinition) -> String {
        entity.logicalName + "_activity_parties"
    }
}
