import Perilune
import PeriluneCore
import Testing

@testable import PeriluneCluster

/// Events of one ordering key must stay in one lane, also after a deploy.
struct MemberVersionTests {
    private func order(_ orderings: PeriluneCore.Delegate.Ordering?...) async throws -> String? {
        let components = orderings.enumerated().map { number, ordering in
            var rule = Delegate(on: "*", name: "\(number)") { _, _ in .handled }
            rule.ordering = ordering
            return Component.delegate(rule)
        }
        var options = IntakeOptions()
        options.isDurable = false
        let intake = try Intake(components, options: options, log: SilentLog()) { _ in }
        defer { intake.close() }
        return MemberVersion.order(of: intake)
    }

    @Test func theOrderingKeyIsThatOfTheRules() async throws {
        #expect(try await order() == nil)
        #expect(try await order(nil) == "partitionkey, else source")
        #expect(try await order(.partitionKey) == "partitionkey, else source")
        #expect(try await order(.path(FieldPath("data.key"))) == "data.key")
        #expect(try await order(.all) == MemberVersion.oneKey)
        #expect(try await order(.function) == MemberVersion.oneKey)
    }

    @Test func aVersionMayNotChangeTheOrderingKey() throws {
        let setup = LaneSetup(
            folder: "",
            assemble: { (_, _, _) throws(PeriluneError) in
                throw PeriluneError("test.unused", "no lane is opened")
            },
            watch: { _ in }, report: { _, _ in })
        let version = MemberVersion(RuleVersion(number: 2, hash: "h"), order: "data.key", setup)
        try version.checkOrder(after: "data.key")
        try version.checkOrder(after: nil)
        let error = #expect(throws: PeriluneError.self) { try version.checkOrder(after: "subject") }
        #expect(error?.code == "cluster.order")
        try MemberVersion(.local, order: nil, setup).checkOrder(after: "subject")
    }
}
