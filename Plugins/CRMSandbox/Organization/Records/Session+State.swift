import CRMPlugin

extension Session {
    /// Sets state and status, including those that clients can only set with special messages.
    func changeState(
        _ target: EntityReference, _ state: Int32, _ status: Int32
    ) throws(CRMFault) {
        let target = try concrete(try resolve(target))
        let layout = try layout(target.logicalName)
        guard let before = try stored(layout, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        guard let states = layout.entity.attribute("statecode") else {
            throw .unsupported(target.logicalName, by: "SetState")
        }
        guard states.label(state) != nil else {
            throw CRMFault(
                .invalidStateCodeStatusCode,
                "\(state) is not a valid state code on \(target.logicalName).")
        }
        let status = try layout.entity.status(status, in: state, id: target.id)
        try checkTransition(layout.entity, before, to: status, id: target.id)
        var row: Row = [
            "statecode": .option(OptionSetValue(state)), "statuscode": .option(status),
        ]
        setModified(&row, layout)
        try write(row, to: layout, target.id)
        try afterWrite(row, before: before, layout, target.id)
        if state != 0, QueueTables.enabled.contains(layout.entity.schemaName) {
            try deactivateQueueItems(of: target)
        }
    }

    /// State and status as a part of Update.
    func updateState(
        _ target: EntityReference, _ before: Row, _ state: CRMValue?, _ status: CRMValue?
    ) throws(CRMFault) {
        guard case .option(let old)? = before["statecode"] else { return }
        let newState: Int32 =
            if case .option(let option)? = state { option.value } else { old.value }
        let newStatus: Int32 = if case .option(let option)? = status { option.value } else { -1 }
        // The state is unchanged and no status is given, so there is nothing to do.
        if newStatus == -1, newState == old.value { return }
        try checkReachable(target.logicalName, newState, from: old.value)
        try changeState(target, newState, newStatus)
    }

    /// Throws a fault if only a special message sets this state.
    func checkReachable(
        _ entity: String, _ state: Int32, from old: Int32?
    ) throws(CRMFault) {
        guard state != old, let rule = ReservedStates.rules[entity]?[state] else { return }
        let name = schema.entity(entity)?.attribute("statecode")?.label(state) ?? "\(state)"
        throw CRMFault(
            .invalidState,
            "This message can not be used to set the state of \(entity) to \(name). In order to "
                + "set state of \(entity) to \(name), use the \(rule) message instead.")
    }

    private func checkTransition(
        _ entity: EntityDefinition, _ before: Row, to status: OptionSetValue, id: GUID
    ) throws(CRMFault) {
        guard case .option(let old)? = before["statuscode"], old != status,
            let allowed = organization.options.statusTransitions[entity.logicalName]?[old.value],
            !allowed.contains(status.value)
        else { return }
        throw CRMFault(
            .invalidStateCodeStatusCode,
            "Trying to switch \(entity.logicalName) with Id \(id) from status \(old.value) to "
                + "\(status.value), which is not a valid transition.")
    }

    private func deactivateQueueItems(of target: EntityReference) throws(CRMFault) {
        let layout = try layout("queueitem")
        for id in try ids(of: "queueitem", where: ["objectid": .reference(target)]) {
            var row: Row = ["statecode": .option(1), "statuscode": .option(2)]
            setModified(&row, layout)
            try write(row, to: layout, id)
        }
    }
}

/// States that are set by special messages.
enum ReservedStates {
    static let rules: [String: [Int32: String]] = [
        "incident": [1: "CloseIncidentRequest"],
        "opportunity": [1: "WinOpportunityRequest", 2: "LoseOpportunityRequest"],
        "quote": [2: "WinQuoteRequest", 3: "CloseQuoteRequest"],
        "salesorder": [2: "CancelSalesOrderRequest"],
        "contract": [4: "CancelContractRequest"],
    ]
}
