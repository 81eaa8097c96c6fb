import CRMPlugin
import PeriluneCore
import Synchronization
import Testing

@testable import CRMSandboxPlugin

/// An organization in memory with a clock and identities of its own, and short words for messages.
final class Sandbox: Sendable {
    let organization: Organization
    private let clock: Clock

    /// A clock that tests put forward.
    final class Clock: Sendable {
        private let seconds = Mutex(Int64(1_790_000_000))

        var now: Timestamp { Timestamp(microseconds: seconds.withLock { $0 } * 1_000_000) }
        func advance(_ count: Int64) { seconds.withLock { $0 += count } }
    }

    init(
        path: String = ":memory:", _ change: (inout OrganizationOptions) -> Void = { _ in }
    ) throws {
        let clock = Clock()
        var options = OrganizationOptions()
        options.seedsData = false
        options.now = { clock.now }
        change(&options)
        self.clock = clock
        organization = try Organization(path: path, options: options)
    }

    func advance(_ seconds: Int64) { clock.advance(seconds) }

    @discardableResult
    func execute(
        _ name: String, _ parameters: AttributeCollection, as caller: Caller = .administrator
    ) throws(CRMFault) -> AttributeCollection {
        try organization.execute(OrganizationRequest(name, parameters), as: caller).results
    }

    @discardableResult
    func create(
        _ entity: String, _ attributes: AttributeCollection, id: GUID? = nil
    ) throws(CRMFault) -> GUID {
        try create(Entity(entity, id: id, attributes))
    }

    @discardableResult
    func create(_ entity: Entity) throws(CRMFault) -> GUID {
        guard case .guid(let id)? = try execute("Create", ["Target": .entity(entity)])["id"] else {
            throw CRMFault(.unexpected, "no id")
        }
        return id
    }

    func retrieve(
        _ entity: String, _ id: GUID, _ columns: ColumnSet = .all
    ) throws(CRMFault) -> Entity {
        let results = try execute(
            "Retrieve",
            ["Target": .reference(EntityReference(entity, id)), "ColumnSet": .columns(columns)])
        guard case .entity(let entity)? = results["Entity"] else {
            throw CRMFault(.unexpected, "no entity")
        }
        return entity
    }

    func update(
        _ entity: String, _ id: GUID, _ attributes: AttributeCollection
    ) throws(CRMFault) {
        try execute("Update", ["Target": .entity(Entity(entity, id: id, attributes))])
    }

    func delete(_ entity: String, _ id: GUID) throws(CRMFault) {
        try execute("Delete", ["Target": .reference(EntityReference(entity, id))])
    }

    func setState(
        _ entity: String, _ id: GUID, _ state: Int32, _ status: Int32
    ) throws(CRMFault) {
        try execute(
            "SetState",
            [
                "EntityMoniker": .reference(EntityReference(entity, id)),
                "State": .option(.init(state)), "Status": .option(.init(status)),
            ])
    }

    /// A second user.
    func user(_ last: String = "Second") throws(CRMFault) -> GUID {
        try create(
            "systemuser",
            [
                "firstname": "Any", "lastname": .string(last),
                "internalemailaddress": .string("\(last)@sandbox.example"),
                "businessunitid": .reference(
                    EntityReference("businessunit", WellKnown.businessUnit)),
            ])
    }
}

/// The fault that a body throws.
func fault(
    _ location: SourceLocation = #_sourceLocation, _ body: () throws(CRMFault) -> Void
) -> CRMFault? {
    do throws(CRMFault) {
        try body()
    } catch {
        return error
    }
    Issue.record("no fault", sourceLocation: location)
    return nil
}

func reference(_ entity: String, _ id: GUID) -> CRMValue {
    .reference(EntityReference(entity, id))
}
