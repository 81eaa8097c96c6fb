// Written by `perilune crm generate`; write again rather than change.

public import CRMPlugin

/// Task: a record of the table `task`.
public struct TaskRecord: EarlyBoundEntity {
    /// The table.
    public static let logicalName = "task"

    /// The record.
    public var entity: Entity

    /// Wraps a record.
    public init(entity: Entity) { self.entity = entity }

    /// ActivityId.
    public var activityId: GUID? {
        get { self[attribute: "activityid"] }
        set { self[attribute: "activityid"] = newValue }
    }

    /// RegardingObjectId: a record of lead.
    public var regardingObjectId: EntityReference? {
        get { self[attribute: "regardingobjectid"] }
        set { self[attribute: "regardingobjectid"] = newValue }
    }

    /// To.
    public var to: EntityCollection? {
        get { self[attribute: "to"] }
        set { self[attribute: "to"] = newValue }
    }
}

extension TaskRecord {
    /// The relationships by their names.
    public enum Relationships {
        /// The lead that `regardingobjectid` points at.
        public static let leadTasks = Relationship("Lead_Tasks")
        /// Records of lead, by a table that joins.
        public static let newLeadTask = Relationship("new_lead_task")
    }
}
