import PeriluneCore
import Testing

struct GrantsTests {
    private let grants = Grants(
        [
            "crm": ["dev"], "http": ["hooks.example.com", "*.example.org"], "files": ["out/"],
            "mail": [],
        ],
        at: .init(file: "perilune.lua", line: 5))

    @Test func allAllowsEveryKindAndScope() {
        #expect(Grants.all.allows("crm", scope: "prod"))
        #expect(Grants.all.allows("anything"))
    }

    @Test func allowsOnlyTheNamedKinds() {
        #expect(!grants.allows("charts"))
        #expect(!Grants([:]).allows("crm"))
    }

    @Test func anEmptyListIsEveryScope() {
        #expect(grants.allows("mail", scope: "anybody@example.com"))
    }

    @Test func coversExactlyTheScopesThatAreNamed() {
        #expect(grants.allows("crm"))
        #expect(grants.allows("crm", scope: "dev"))
        #expect(!grants.allows("crm", scope: "device"))
        #expect(!grants.allows("crm", scope: "de"))
    }

    @Test func aStarCoversSubdomains() {
        #expect(grants.allows("http", scope: "a.b.example.org"))
        #expect(!grants.allows("http", scope: "example.org"))
        #expect(!grants.allows("http", scope: "badexample.org"))
    }

    @Test func aSlashCoversTheContentsOfAFolder() {
        #expect(grants.allows("files", scope: "out/a/b.png"))
        #expect(grants.allows("files", scope: "out"))
        #expect(!grants.allows("files", scope: "outside/b.png"))
    }

    @Test func theErrorNamesTheLineToChange() throws {
        let missing = #expect(throws: PeriluneError.self) {
            try grants.check("charts", use: "require \"charts\"", script: "a.lua")
        }
        #expect(missing?.code == "script.grant")
        #expect(missing?.hint == "add it to grants in perilune.lua:5: charts = true")
        let scope = #expect(throws: PeriluneError.self) {
            try grants.check("crm", scope: "prod", use: "crm.create", script: "a.lua")
        }
        #expect(scope?.hint == "perilune.lua:5 grants crm for dev; add \"prod\" to them")
    }

    @Test func kindsCompareScopesInTheirOwnWay() {
        let floors = GrantKind(
            "floors", "Floors and those below.",
            scopes: .custom(
                read: { text throws(PeriluneError) in
                    if Int(text) == nil { throw PeriluneError("x", "'\(text)' is no floor") }
                    return text
                },
                covers: { (Int($0) ?? 0) >= (Int($1) ?? 0) }))
        let granted = Grants(["floors": ["3"], "mail": ["*.Example.org"]])
        #expect(granted.allows(floors, scope: "2"))
        #expect(!granted.allows(floors, scope: "4"))
        #expect(!granted.allows("floors", scope: "2"))
        let mail = GrantKind("mail", "Domains.", scopes: .domains)
        #expect(granted.allows(mail, scope: "a.EXAMPLE.org"))
        #expect(!Grants([:]).allows(floors))
    }
}
