import Foundation
import PeriluneCore
import PeriluneLua
import Testing

/// Every error code that the sources have is in `Documentation/Reference/Errors.md`, and no other.
struct ErrorsPageTests {
    private let page: ReferencePage
    private let codes: Set<String>

    init() throws {
        page = try ReferencePage("Errors")
        codes = Set(page.names.filter { $0.contains(".") && !$0.hasPrefix("crm.0x") })
    }

    private static let dotted = #"[a-z]+[0-9]*(\.[a-zA-Z0-9-]+)+"#

    /// Names that begin like codes, and are none: settings, words of scripts and of protocols.
    private static let others: Set<String> = functions.union([
        "charts.Dashboard", "cluster.folder", "cluster.servers", "crm.Reference", "crm.associate",
        "crm.disassociate",
        "crm.execute", "crm.fetch",
        "crm.lead.update",
        "crm.task.due", "csv.format", "csv.parse", "json.null", "pattern.h", "plugin.lua",
        "reload.tests",
        "snapshot.share",
        "tap.category", "tap.item", "tap.node", "tap.series", "test.absent", "test.any",
        "test.cases", "test.matcher", "test.run",
    ])

    /// Functions that the bridge names in its messages.
    private static let functions = Set(
        BuiltInModules.all.flatMap { module in module.functions.map { "\(module.name).\($0.name)" }
        })

    @Test func namesEveryCode() throws {
        #expect(codes.count > 300)
        let prefixes = Set(codes.compactMap { $0.split(separator: ".").first })
        let events = Set(try ReferencePage("Events").names)
        // The envelope's own are put together from the name of the member.
        let found = try Sources.literals(Self.dotted).union(["event.id", "event.source"])
            .filter { prefixes.contains($0.split(separator: ".")[0]) }
        let missing = found.subtracting(codes).subtracting(events).subtracting(Self.others)
        #expect(missing == [], "describe them in Errors.md")
        #expect(codes.subtracting(found) == [], "no source has them")
    }

    /// Codes whose first part is new.
    @Test func namesEveryCodeOfAnErrorThatIsMade() throws {
        let found = try Sources.literals(
            Self.dotted, before: #"PeriluneError\(|: Self = "|"code.":."#)
        #expect(found.count > 150)
        let events = Set(try ReferencePage("Events").names)
        #expect(found.subtracting(codes).subtracting(events).subtracting(Self.others) == [])
    }

    /// Those of the envelope and of CRM, which the page lists one by one.
    @Test func noOtherCodesAreMadeOfParts() throws {
        let made = try Sources.matches(#"\(rawValue: "[a-z]+\."#)
        #expect(made == [#"(rawValue: "event."#, #"(rawValue: "crm."#])
    }

    @Test func saysWhyAndWhatToDo() {
        for line in page.text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.replacing("\\|", with: "").split(separator: "|")
            #expect(cells.allSatisfy { $0.count > 3 }, "\(line)")
        }
    }

    @Test func namesEveryCodeOnce() {
        #expect(page.names.count == Set(page.names).count)
    }

    @Test func namesEveryFaultOfCRM() throws {
        let found = try Sources.matches(
            "ErrorCode\\(0x[0-9A-F_]+\\)", in: "Plugins/CRM/Client/ErrorCode.swift")
        let numbers = found.map { text in
            "crm." + text.dropFirst(10).dropLast().replacing("_", with: "").lowercased()
        }
        #expect(numbers.count > 40)
        #expect(Set(page.names.filter { $0.hasPrefix("crm.0x") }) == Set(numbers))
    }

    /// In the words that SARIF has too.
    @Test func namesEveryFindingOfCheck() throws {
        let found = try Sources.literals(
            "[a-z]+(-[a-z]+)+",
            in: "Sources/LuaSyntax/Checks Sources/PeriluneCommand/Check/CheckSARIF.swift "
                + "Sources/PeriluneCommand/Check/CheckConflicts.swift "
                + "Sources/PeriluneCommand/Check/CheckGrants.swift")
        let rows = page.rows("Findings of `check`")
        let named = Set(rows.flatMap { ReferencePage.quoted($0[0]) })
        #expect(named == found.union(["syntax"]))
        let sentences = try Sources.literals(
            "[A-Z][^\"]*[.]",
            in:
                "Sources/PeriluneCommand/Check/CheckSARIF.swift Sources/LuaSyntax/Checks/AgainstLog.swift"
        )
        for row in rows where row[0].hasPrefix("`") { #expect(sentences.contains(row[1])) }
    }
}
