import PeriluneCore
import PeriluneLinks
import Testing

struct LinkTests {
    @Test func readsAnEmptyAuthority() throws {
        let link = try Link("mstr://?evt=10000001")
        #expect(link.scheme == "mstr")
        #expect(link.authority == "")
        #expect(link.path == "")
        #expect(link.query == "evt=10000001")
        #expect(link.eventNumber == 10_000_001)
    }

    @Test func keepsThePathAfterAnEmptyAuthority() throws {
        let link = try Link("mstr:///?evt=1")
        #expect(link.authority == "")
        #expect(link.path == "/")
    }

    @Test func lowercasesTheSchemeAndKeepsItsSpelling() throws {
        let link = try Link("MstrIPad://?EVT=1")
        #expect(link.scheme == "mstripad")
        #expect(link.rawScheme == "MstrIPad")
        #expect(link.form == .pad)
        #expect(link["EVT"]?.value == "1")
        #expect(link.eventNumber == nil)
    }

    @Test(arguments: [
        ("Main.aspx?evt=3002", Link.Form.document), ("mstrWeb?evt=3002", .document),
        ("mstrweb?evt=3002", .document), ("../asp/main.aspx?evt=3002", .document),
        ("other.html?evt=3002", .relative), ("?evt=3002", .relative), ("mstr://?evt=3002", .mobile),
        ("mstripad://?evt=3002", .pad), ("https://h/mstrWeb?evt=3002", .web),
        ("HTTP://h/?evt=3002", .web), ("salesapp://?evt=3002", .other),
    ])
    func recognisesTheForm(text: String, form: Link.Form) throws {
        let link = try Link(text)
        #expect(link.form == form)
        #expect(link.eventNumber == 3002)
    }

    @Test func keepsRepeatedParametersInOrder() throws {
        let link = try Link("http://h/?evt=1&x=1+2&x=3&y&evt=2&a=b=c&&=z")
        #expect(link.parameters.map(\.name) == ["evt", "x", "x", "y", "evt", "a", ""])
        #expect(link.parameters(named: "x").map(\.value) == ["1 2", "3"])
        #expect(link["x"]?.rawValue == "1+2")
        #expect(link["y"]?.rawValue == nil)
        #expect(link["y"]?.value == "")
        #expect(link["a"]?.value == "b=c")
    }

    @Test func readsAPlusAsSpaceInWebLinksOnly() throws {
        #expect(try Link("http://h/?p=a+b")["p"]?.value == "a b")
        #expect(try Link("mstrWeb?p=a+b")["p"]?.value == "a b")
        #expect(try Link("mstr://?p=a+b")["p"]?.value == "a+b")
        #expect(try Link("app://?p=a+b")["p"]?.value == "a+b")
        #expect(try Link("http://h/?p=a%2Bb")["p"]?.value == "a+b")
    }

    @Test func keepsWhatOtherParsersChange() throws {
        let link = try Link(
            "mstr://?x=a^b|c&y={Subcategory@ID}&q=%zz&r=%F&s=%C3%A9&t=%FF%20&u=%c3%a9%2f")
        #expect(link["x"]?.value == "a^b|c")
        #expect(link["y"]?.value == "{Subcategory@ID}")
        #expect(link["q"]?.value == "%zz")
        #expect(link["r"]?.value == "%F")
        #expect(link["s"]?.value == "é")
        #expect(link["s"]?.rawValue == "%C3%A9")
        #expect(link["t"]?.value == "%FF%20")
        #expect(link["u"]?.value == "é/")
    }

    @Test func keepsThePlaceholderWithAnAmpersand() throws {
        let link = try Link("mstr://?x={&Document}&y={&ReportName:GUID}z&b={&c=1&d={&")
        #expect(link.parameters.map(\.name) == ["x", "y", "b", "c", "d"])
        #expect(link["x"]?.value == "{&Document}")
        #expect(link["y"]?.value == "{&ReportName:GUID}z")
        #expect(link["b"]?.value == "{")
    }

    @Test func comparesNamesDecoded() throws {
        let link = try Link("mstr://?e%76t=7&a%FFb=1")
        #expect(link.eventNumber == 7)
        #expect(link.parameters[0].rawName == "e%76t")
        #expect(link["a%FFb"]?.value == "1")
        #expect(link["a%FFc"] == nil)
        #expect(link["a"] == nil)
        #expect(try Link("mstr://?ev")["evt"] == nil)
        #expect(try Link("mstr://?evt")["ev"] == nil)
    }

    @Test func findsTheDossierThatALinkOpens() throws {
        let (project, dossier) = (
            "B7CA92F04B9FAE8D941C3E9B7E0CD754", "27D332AC6D43352E0928B9A1FCAF4AB0"
        )
        let base = "https://h/MicroStrategyLibrary/app/\(project)/\(dossier)"
        let whole = try #require(try Link(base).dossier)
        #expect(whole.project == project)
        #expect(whole.dossier == dossier)
        #expect(whole.page == nil)
        #expect(try Link(base + "/K53--K46").dossier?.page == "K53--K46")
        let bookmark = try #require(try Link(base + "/bookmarks?ids=7").dossier)
        #expect(bookmark.page == nil)
        #expect(bookmark.bookmark == "7")
        #expect(try Link(base + "/a/b").dossier == nil)
        #expect(try Link("https://h/app/\(project)/\(dossier)").dossier == nil)
        #expect(try Link("https://h/L/app/\(project)/x").dossier == nil)
        #expect(try Link("app://h/L/app/\(project)/\(dossier)").dossier == nil)
    }

    @Test func keepsTheFragment() throws {
        let link = try Link("mstr://?evt=1#frag?x=2#y")
        #expect(link.fragment == "frag?x=2#y")
        #expect(link.parameters.count == 1)
        #expect(try Link("a#?evt=1").eventNumber == nil)
    }

    @Test func keepsAnEncodedSlashInThePath() throws {
        #expect(try Link("app://host/a%2Fb/c").path == "/a%2Fb/c")
    }

    @Test func readsParametersWithoutAQuestionMark() throws {
        let link = try Link("mstr://psKey=A|B&pKey=C/D#f")
        #expect(link.lacksQuestionMark)
        #expect(link.parameters.map(\.value) == ["A|B", "C/D"])
        #expect(link.fragment == "f")
        #expect(link.authority == "")
        #expect(try Link("http://a=b&c=d").parameters.isEmpty)
    }

    @Test(arguments: ["tel:+1-555-0100", "mailto:a@b.example?subject=Hi%20you", "sms:1"])
    func readsOpaqueLinks(text: String) throws {
        let link = try Link(text)
        #expect(link.authority == nil)
        #expect(link.form == .other)
        #expect(link.eventNumber == nil)
    }

    @Test func refusesAnEmptyLink() {
        #expect(throws: PeriluneError.self) { try Link("") }
        #expect { try Link("") } throws: { ($0 as? PeriluneError)?.code == "link.empty" }
    }

    @Test func refusesALinkThatIsTooLong() throws {
        let longest = "mstr://?x=" + String(repeating: "a", count: Link.maximumLength - 10)
        #expect(try Link(longest).parameters.count == 1)
        #expect { try Link(longest + "a") } throws: { error in
            let error = error as? PeriluneError
            return error?.code == "link.length" && error?.hint != nil
        }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect { try Link(bytes: [0x61, 0xFF]) } throws: {
            ($0 as? PeriluneError)?.code == "link.encoding"
        }
    }

    @Test func isEqualToTheSameText() throws {
        #expect(try Link("mstr://?evt=1") == Link("mstr://?evt=1"))
        #expect(try Link("mstr://?evt=1") != Link("MSTR://?evt=1"))
    }

    @Test func hidesSecretsInItsDescription() throws {
        #expect(try String(describing: Link("mstr://?evt=1&pwd=x")) == "mstr://?evt=1&pwd=***")
        #expect(try String(describing: Link("mstr://?evt=1&p\twd=x")) == "mstr://?evt=1&pwd=***")
    }
}
