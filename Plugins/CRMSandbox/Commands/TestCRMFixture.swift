import CRMPlugin
import CRMSandboxPlugin
package import PeriluneCore
package import PeriluneTesting

/// The CRM of a test case: `crm = { before = {…}, after = {…} }`, the initial records and the expected ones.
package struct TestCRMFixture: Fixture {
    /// The field of a case.
    package let field = "crm"
    /// A plugin without organizations, for cases that do not use CRM.
    package let plugin: any Plugin = CRM()

    package init() {}

    /// Creates an organization in memory with the records of `before`.
    ///
    /// It has the sample records too if `sample` is true.
    package func open(_ value: Value, folder: String) async throws -> any OpenFixture {
        // An empty organization, unless the case uses the sample records.
        var options = OrganizationOptions()
        options.seedsData = value["sample"]?.bool ?? false
        let organization = try Organization(path: ":memory:", options: options)
        for record in value["before"]?.elements ?? [] {
            let definition = try organization.schema.require(
                entity: record["logicalname"]?.string ?? "")
            let entity = try ScriptReader(definition).entity(record)
            _ = try await organization.client().create(entity)
        }
        return OpenCRM(organization: organization, after: value["after"]?.elements ?? [])
    }
}

private struct OpenCRM: OpenFixture {
    let organization: Organization
    let after: [Value]

    var plugin: any Plugin { CRM(clients: [.sandbox(organization)]) }

    /// Every table that `after` speaks of has exactly the records that it lists; of a record only the
    /// attributes that are written are compared.
    func differences() async throws -> [Difference] {
        var differences: [Difference] = []
        let expected = after.enumerated().map { (number: $0.offset + 1, record: $0.element) }
        let names = Set(after.compactMap { $0["logicalname"]?.string })
        for name in names.sorted() {
            let query = QueryByAttribute(name, [:], orders: [.init("createdon")])
            let found = try await organization.client().retrieveMultiple(.byAttribute(query))
                .entities.map { ScriptWriter().record($0) }
            differences += Self.differences(
                expected.filter { $0.record["logicalname"]?.string == name }, found, name)
        }
        return differences
    }

    private static func differences(
        _ expected: [(number: Int, record: Value)], _ found: [Value], _ name: String
    ) -> [Difference] {
        var differences: [Difference] = []
        var left = found
        for (number, record) in expected {
            let path: [Difference.Step] = [.name("after"), .element(number)]
            let all = left.map { Comparison.differences(record, in: $0, at: path, .partly) }
            if let match = all.firstIndex(where: \.isEmpty) {
                left.remove(at: match)
            } else if left.count == 1 {
                // Only one record can match, so report what differs in it.
                differences += all[0]
                left.removeAll()
            } else {
                differences.append(
                    Difference(
                        path, message: "no matching record of \(name)", expected: record.shown,
                        found: Value.array(left).shown))
            }
        }
        if expected.count < found.count, !left.isEmpty {
            differences.append(
                Difference(
                    [.name("after")],
                    message:
                        "expected \(expected.count) records of \(name), found \(found.count)",
                    found: Value.array(left).shown))
        }
        return differences
    }
}
