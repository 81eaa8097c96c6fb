import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct RegistryTests {
    @Test func twoModulesOfOneNameAreRefused() throws {
        var registry = Registry()
        try registry.add(HostModule("crm", "Requests."))
        #expect(throws: PeriluneError("plugin.duplicate", "two plugins provide the module 'crm'")) {
            try registry.add(HostModule("crm", "Others."))
        }
    }

    @Test func twoConditionsOfOneNameAreRefused() {
        var registry = Registry()
        #expect(
            throws: PeriluneError("plugin.duplicate", "two plugins provide the condition 'where'")
        ) {
            try registry.add(FieldTests())
        }
    }
}
