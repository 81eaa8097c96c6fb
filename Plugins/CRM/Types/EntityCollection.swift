/// A list of records: a page of a result, or a party list.
public struct EntityCollection: Hashable, Sendable {
    /// The records.
    public var entities: [Entity]
    /// The queried table.
    public var entityName: String?
    /// Whether a further page exists.
    public var moreRecords: Bool
    /// The paging cookie for the next page, as XML text.
    public var pagingCookie: String?
    /// The number of records on all pages, at most 5000; -1 if it was not requested.
    public var totalRecordCount: Int
    /// Whether there are more than were counted.
    public var totalRecordCountLimitExceeded: Bool
    /// The smallest version among open transactions, as CRM writes it.
    public var minActiveRowVersion: String?

    /// Makes a collection.
    public init(
        _ entities: [Entity] = [], entityName: String? = nil, moreRecords: Bool = false,
        pagingCookie: String? = nil, totalRecordCount: Int = -1,
        totalRecordCountLimitExceeded: Bool = false, minActiveRowVersion: String? = nil
    ) {
        self.entities = entities
        self.entityName = entityName
        self.moreRecords = moreRecords
        self.pagingCookie = pagingCookie
        self.totalRecordCount = totalRecordCount
        self.totalRecordCountLimitExceeded = totalRecordCountLimitExceeded
        self.minActiveRowVersion = minActiveRowVersion
    }
}
