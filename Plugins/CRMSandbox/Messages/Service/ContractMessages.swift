import CRMPlugin
import PeriluneCore

/// CancelContract and CloneContract.
enum ContractMessages {
    static let all = [cancel, clone]

    static let cancel = MessageHandler(
        "CancelContract", as: "Cancel", on: .id("ContractId", of: "contract")
    ) { parameters, session in
        let target = EntityReference("contract", try parameters.id("ContractId"))
        let date: Timestamp = try parameters.required("CancelDate")
        let contract = try session.retrieve(target, ["statecode"])
        // Invoiced, active, on hold.
        guard (1...3).contains(session.state(of: contract)) else {
            throw CRMFault(
                .contractNotCancelable,
                "The contract cannot be canceled: it is a draft, or has ended.")
        }
        let status = try session.status(parameters, of: target, in: 4)
        try session.set(target, ["cancelon": .date(date)])
        for line in try lines(of: target, session) {
            let reference = EntityReference("contractdetail", line)
            try session.set(reference, ["contractstatecode": .option(3)])
            try session.setState(reference, 2)
        }
        try session.setState(target, 4, status)
        return [:]
    }

    static let clone = MessageHandler(
        "CloneContract", as: "Clone", on: .id("ContractId", of: "contract")
    ) { parameters, session in
        let source = EntityReference("contract", try parameters.id("ContractId"))
        let withCanceled = try parameters.flag("IncludeCanceledLines")
        var copy = try session.duplicate(
            try session.retrieve(source), without: ["contractnumber"])
        copy["originatingcontract"] = .reference(source)
        let made = try session.create(copy)
        for id in try lines(of: source, session) {
            let line = try session.retrieve("contractdetail", id)
            if session.state(of: line) == 2, !withCanceled { continue }
            var copy = try session.duplicate(line, without: ["contractstatecode"])
            copy["contractid"] = .reference(EntityReference("contract", made))
            try session.create(copy)
        }
        return ["Entity": .entity(try session.retrieve("contract", made))]
    }

    private static func lines(
        of contract: EntityReference, _ session: Session
    ) throws(CRMFault) -> [GUID] {
        try session.ids(of: "contractdetail", where: ["contractid": .reference(contract)])
    }
}
