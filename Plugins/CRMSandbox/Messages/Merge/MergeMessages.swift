import CRMPlugin

/// Merge.
enum MergeMessages {
    static let all = [merge]

    static let merge = MessageHandler("Merge", tables: ["account", "contact", "incident", "lead"]) {
        parameters, session in
        let target = try session.resolve(try parameters.reference("Target"))
        let subordinate = EntityReference(
            target.logicalName, try parameters.id("SubordinateId"))
        guard let kind = kinds[target.logicalName] else {
            throw CRMFault.unsupported(target.logicalName, by: "Merge")
        }
        guard target.id != subordinate.id else {
            throw CRMFault(
                .mergeIdentical,
                "Merge cannot be performed on master and sub-entities that are identical.")
        }
        let merge = RecordMerge(
            master: try session.retrieve(target), other: try session.retrieve(subordinate),
            kind: kind, session: session)
        try merge.check(parents: try parameters.flag("PerformParentingChecks"))
        if target.logicalName != "incident",
            let content = try parameters.optional("UpdateContent", as: Entity.self)
        {
            try merge.update(with: content)
        }
        try merge.moveChildren()
        try merge.retire()
        return [:]
    }

    /// The differences between the tables that can be merged.
    struct Kind: Sendable {
        /// The lookup of the parent.
        var parent: String
        /// The state of the merged record afterwards.
        var state: Int32
        var status: Int32
    }

    private static let kinds: [String: Kind] = [
        "account": Kind(parent: "parentaccountid", state: 1, status: -1),
        "contact": Kind(parent: "parentcustomerid", state: 1, status: -1),
        "lead": Kind(parent: "parentaccountid", state: 2, status: 7),
        "incident": Kind(parent: "parentcaseid", state: 2, status: 2000),
    ]
}
