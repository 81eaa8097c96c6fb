// Written by `perilune crm generate`; write again rather than change.

public import CRMPlugin
public import PeriluneCore

/// Lead: a record of the table `lead`.
public struct Lead: EarlyBoundEntity {
    /// The table.
    public static let logicalName = "lead"

    /// The record.
    public var entity: Entity

    /// Wraps a record.
    public init(entity: Entity) { self.entity = entity }

    /// LeadId.
    public var leadId: GUID? {
        get { self[attribute: "leadid"] }
        set { self[attribute: "leadid"] = newValue }
    }

    /// Topic */ } // none.
    public var subject: String? {
        get { self[attribute: "subject"] }
        set { self[attribute: "subject"] = newValue }
    }

    /// Address 1: City.
    public var address1City: String? {
        get { self[attribute: "address1_city"] }
        set { self[attribute: "address1_city"] = newValue }
    }

    /// SIC.
    public var sic: String? {
        get { self[attribute: "sic"] }
        set { self[attribute: "sic"] = newValue }
    }

    /// default.
    public var `default`: String? {
        get { self[attribute: "default"] }
        set { self[attribute: "default"] = newValue }
    }

    /// Entity.
    public var entityValue: String? {
        get { self[attribute: "entity"] }
        set { self[attribute: "entity"] = newValue }
    }

    /// Id.
    public var idValue: Int32? {
        get { self[attribute: "id"] }
        set { self[attribute: "id"] = newValue }
    }

    /// UTCConversionTimeZoneCode.
    public var utcConversionTimeZoneCode: Int32? {
        get { self[attribute: "utcconversiontimezonecode"] }
        set { self[attribute: "utcconversiontimezonecode"] = newValue }
    }

    /// VersionNumber.
    public var versionNumber: Int64? {
        get { self[attribute: "versionnumber"] }
        set { self[attribute: "versionnumber"] = newValue }
    }

    /// Latitude.
    public var latitude: Double? {
        get { self[attribute: "latitude"] }
        set { self[attribute: "latitude"] = newValue }
    }

    /// ExchangeRate.
    public var exchangeRate: CRMDecimal? {
        get { self[attribute: "exchangerate"] }
        set { self[attribute: "exchangerate"] = newValue }
    }

    /// Revenue.
    public var revenue: Money? {
        get { self[attribute: "revenue"] }
        set { self[attribute: "revenue"] = newValue }
    }

    /// DoNotEMail.
    public var doNotEMail: Bool? {
        get { self[attribute: "donotemail"] }
        set { self[attribute: "donotemail"] = newValue }
    }

    /// Created On.
    public var createdOn: Timestamp? {
        self[attribute: "createdon"]
    }

    /// EntityImage.
    public var entityImage: [UInt8]? {
        get { self[attribute: "entityimage"] }
        set { self[attribute: "entityimage"] = newValue }
    }

    /// OwnerId: a record of systemuser, team.
    public var ownerId: EntityReference? {
        get { self[attribute: "ownerid"] }
        set { self[attribute: "ownerid"] = newValue }
    }

    /// ParentId: a record of lead.
    public var parentId: EntityReference? {
        get { self[attribute: "parentid"] }
        set { self[attribute: "parentid"] = newValue }
    }

    /// new_tags.
    public var newTags: [OptionSetValue]? {
        get { self[attribute: "new_tags"] }
        set { self[attribute: "new_tags"] = newValue }
    }

    /// Managed.
    public var managed: BooleanManagedProperty? {
        get { self[attribute: "managed"] }
        set { self[attribute: "managed"] = newValue }
    }

    /// Bare.
    public var bare: OptionSetValue? {
        get { self[attribute: "bare"] }
        set { self[attribute: "bare"] = newValue }
    }

    /// Rating.
    public var leadQualityCode: LeadQualityCode? {
        get { self[attribute: "leadqualitycode"] }
        set { self[attribute: "leadqualitycode"] = newValue }
    }

    /// new_task.
    public var newTask: NewTask? {
        get { self[attribute: "new_task"] }
        set { self[attribute: "new_task"] = newValue }
    }

    /// Status.
    public var stateCode: StateCode? {
        get { self[attribute: "statecode"] }
        set { self[attribute: "statecode"] = newValue }
    }

    /// Status Reason.
    public var statusCode: StatusCode? {
        get { self[attribute: "statuscode"] }
        set { self[attribute: "statuscode"] = newValue }
    }
}

extension Lead {
    /// The choices of `leadqualitycode`.
    public enum LeadQualityCode: Int32, OptionSetEnum {
        /// Hot.
        case hot = 1
        /// Warm.
        case warm = 2
        /// Cold.
        case cold = 3
    }
}

extension Lead {
    /// The choices of `new_task`.
    public enum NewTask: Int32, OptionSetEnum {
        /// None.
        case noneValue = 1
        /// 1st.
        case _1st = 2
        /// Default.
        case `default` = 3
        /// 日本.
        case value4 = 4
        /// B2B / B2C.
        case b2BB2C = 5
        /// B2B-B2C.
        case b2BB2C2 = 6
        /// No label.
        case minus1 = -1
        /// UPPER.
        case upper = 7
    }
}

extension Lead {
    /// The choices of `statecode`.
    public enum StateCode: Int32, OptionSetEnum {
        /// Open.
        case open = 0
        /// Disqualified.
        case disqualified = 2
    }
}

extension Lead {
    /// The choices of `statuscode`.
    public enum StatusCode: Int32, OptionSetEnum {
        /// New, in the state Open.
        case new = 1
        /// No Longer Interested, in the state Disqualified.
        case noLongerInterested = 6
    }
}

extension Lead {
    /// The relationships by their names.
    public enum Relationships {
        /// Records of task whose `regardingobjectid` points here.
        public static let leadTasks = Relationship("Lead_Tasks")
        /// Records of lead whose `parentid` points here.
        public static let referencedLeadParentLead = Relationship(
            "lead_parent_lead", role: .referenced)
        /// The lead that `parentid` points at.
        public static let referencingLeadParentLead = Relationship(
            "lead_parent_lead", role: .referencing)
        /// Records of task, by a table that joins.
        public static let newLeadTask = Relationship("new_lead_task")
    }
}
