import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// Short words for what the tests of messages need.
extension Sandbox {
    /// How many records a table has, among those with these values.
    func count(
        _ entity: String, _ values: KeyValuePairs<String, CRMValue> = [:]
    ) throws(CRMFault) -> Int {
        try find(entity, values).count
    }

    /// The records of a table with these values.
    func find(
        _ entity: String, _ values: KeyValuePairs<String, CRMValue> = [:]
    ) throws(CRMFault) -> [Entity] {
        var query = Query(entity)
        query.allColumns = true
        query.filters = [
            Query.Filter(values.map { Query.Condition($0.key, .equal, [$0.value]) })
        ]
        let results = try execute("RetrieveMultiple", ["Query": .query(.expression(query))])
        guard case .entities(let found)? = results["EntityCollection"] else { return [] }
        return found.entities
    }

    /// Runs a message and answers the identity that it answers.
    func id(
        _ key: String, of name: String, _ parameters: AttributeCollection
    ) throws(CRMFault) -> GUID {
        guard case .guid(let id)? = try execute(name, parameters)[key] else {
            throw CRMFault(.unexpected, "\(name) answered no \(key)")
        }
        return id
    }

    /// Writes what only messages may.
    func force(
        _ entity: String, _ id: GUID, _ attributes: AttributeCollection
    ) throws(CRMFault) {
        try organization.withSession { (session) throws(CRMFault) in
            try session.set(EntityReference(entity, id), attributes)
        }
    }

    /// A party list of one person, or of several.
    func parties(_ people: (String, GUID)...) -> CRMValue {
        .entities(
            EntityCollection(
                people.map {
                    Entity("activityparty", ["partyid": reference($0.0, $0.1)])
                }))
    }
}

/// A point in time that the test writes down.
func date(_ text: String) throws -> CRMValue { .date(try #require(Timestamp(text))) }
