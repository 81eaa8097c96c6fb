import Foundation
import PeriluneCommand
import Testing

/// `Documentation/Reference/Delegates.md` has the fields that a delegate's table may have.
struct DelegatesPageTests {
    @Test func namesEveryFieldOfADelegate() throws {
        let page = try ReferencePage("Delegates")
        let named = Set(page.rows("Fields").flatMap { ReferencePage.quoted($0[0]) })
        let declared = try ReferencePage("LuaAPI").rows("Delegate").compactMap { row in
            // The functions for events of dashboards are on that page only.
            row[2].hasPrefix("chart.")
                ? nil : ReferencePage.quoted(row[0]).first?.replacing("?", with: "")
        }
        #expect(named.count > 10)
        #expect(named == Set(declared).subtracting(["field"]))
    }
}
