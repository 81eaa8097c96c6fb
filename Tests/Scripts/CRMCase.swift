import CRMPlugin
import CRMSandboxPlugin
import PeriluneCore

/// What a case says about the CRM: the records that are there before, and what must be there after.
struct CRMCase: Sendable {
    private let before: [Value]
    private let after: [Value]

    init(_ table: Value) throws {
        before = table["before"]?.elements ?? []
        after = table["after"]?.elements ?? []
    }

    /// A sandbox with the records of before.
    func organization() async throws -> Organization {
        var options = OrganizationOptions()
        options.seedsData = false
        let organization = try Organization(path: ":memory:", options: options)
        for record in before {
            let definition = try organization.schema.require(
                entity: record["logicalname"]?.string ?? "")
            let entity = try ScriptReader(definition).entity(record)
            _ = try await organization.client().create(entity)
        }
        return organization
    }

    /// Every table that `after` speaks of has exactly the records that it lists; of a record only the
    /// attributes that are written are compared.
    func differences(in organization: Organization) async throws -> [String] {
        var differences: [String] = []
        let names = after.compactMap { $0["logicalname"]?.string }
        for name in Set(names).sorted() {
            let expected = after.filter { $0["logicalname"]?.string == name }
            let query = QueryByAttribute(name, [:], orders: [.init("createdon")])
            let found = try await organization.client().retrieveMultiple(.byAttribute(query))
                .entities.map { ScriptWriter().record($0) }
            if found.count != expected.count {
                differences.append(
                    "\(name): \(found.count) records instead of \(expected.count): "
                        + found.map(\.json).joined(separator: " "))
                continue
            }
            var left = found
            for record in expected {
                let match = left.firstIndex {
                    Difference.find(record, in: $0, at: name, partly: true).isEmpty
                }
                if let match {
                    left.remove(at: match)
                } else {
                    differences.append(
                        "\(name): no record like \(record.json) among "
                            + left.map(\.json).joined(separator: " "))
                }
            }
        }
        return differences
    }
}
