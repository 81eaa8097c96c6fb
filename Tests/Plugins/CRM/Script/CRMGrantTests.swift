import Perilune
import PeriluneCore
import Testing

struct CRMGrantTests {
    private let calls = [
        #"crm.create("lead", { subject = "a" })"#, #"crm.retrieve("lead", "\#(ScriptLab.lead)")"#,
        #"crm.update("lead", "\#(ScriptLab.lead)", { subject = "a" })"#,
        #"crm.delete("lead", "\#(ScriptLab.lead)")"#, #"crm.retrieveMultiple("lead")()"#,
        #"crm.execute { "WhoAmI" }"#,
    ]

    @Test func everyCallNeedsTheOrganization() async throws {
        let grants = Grants(["crm": ["prod"]], at: .init(file: "perilune.lua", line: 3))
        for call in calls {
            let lab = ScriptLab()
            let error = try await lab.run(call, grants: grants).records[0].error
            #expect(error?.code == "script.grant", "\(call)")
            #expect(error?.hint == "perilune.lua:3 grants crm for prod; add \"test\" to them")
            #expect(lab.asked.isEmpty)
        }
    }

    @Test func theOrganizationThatIsGrantedIsReached() async throws {
        let lab = ScriptLab()
        let record = try await lab.run(calls[3], grants: Grants(["crm": ["test"]])).records[0]
        #expect(record.error == nil)
        #expect(lab.asked.count == 1)
    }

    @Test func aDryRunIsRefusedToo() async throws {
        let results = try await ScriptLab().run(
            calls[0], isDryRun: true, grants: Grants(["crm": ["prod"]]))
        #expect(results.records[0].error?.code == "script.grant")
    }
}
