import PeriluneCore
import PeriluneHTTP
import Testing

@testable import ChartsPlugin

/// The page, its files, pictures and tables, and who may see them.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func thePageAllowsNoScriptButItsOwn() async throws {
        let response = try await PagesLab().send("GET", "/d/lab")
        let policy = response.headers["content-security-policy"] ?? ""
        #expect(
            policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-"))
        let style = response.text.split(separator: "<style>")[1].split(separator: "</style>")[0]
        #expect(policy.contains(Base64.encode(try SHA256.digest(Array(style.utf8)))))
        #expect(!policy.contains("unsafe"))
        #expect(response.status == 200)
        #expect(response.text.contains(#"src="/d/_/dashboard.js""#))
        let page = response.text.replacing(" xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for forbidden in [" style=", " onclick=", "http://", "https://"] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
    }

    @Test func theRootLeadsToTheDashboards() async throws {
        let response = try await PagesLab().send("GET", "/")
        #expect(response.status == 303)
        #expect(response.headers["location"] == "/d/")
    }

    @Test func aNameCannotInjectHTML() {
        let page = PageFile.page(of: #"a"<b>{path}"#).text
        #expect(page.contains("<title>a&quot;&lt;b&gt;{path}</title>"))
        #expect(page.contains(#"href="/d/a%22%3Cb%3E%7Bpath%7D/figure.json?since=0""#))
    }

    @Test func thePageIsSmall() {
        let bytes = PageFile.scripts.values.reduce(PageFile.style.count) { $0 + $1.count }
        #expect(bytes <= 40 << 10)
    }

    @Test(arguments: PageFile.scripts.keys.sorted())
    func aScriptIsServedWithoutCommentsAndIndentation(name: String) throws {
        let script = try #require(PageFile("\(name).js")).response.text
        for line in script.split(separator: "\n") {
            #expect(!line.hasPrefix(" ") && !line.hasPrefix("//") && !line.hasPrefix("*"))
            // A text over several lines would lose its spaces.
            #expect(line.count { $0 == "`" } % 2 == 0, "\(line)")
        }
    }

    @Test func aVisitorGetsACookieOnce() async throws {
        let lab = try await PagesLab()
        let cookie = try await lab.send("GET", "/d/lab/figure.json").headers["set-cookie"] ?? ""
        #expect(cookie.hasSuffix("; Path=/d/; HttpOnly; SameSite=Strict"))
        let visitor = try await lab.visitor()
        #expect(visitor.cookie.count > 40)
        #expect(try await visitor.get("figure.json").headers["set-cookie"] == nil)
        let page = try await lab.send("GET", "/d/lab", [("Cookie", visitor.cookie)])
        #expect(page.headers["set-cookie"] == nil)
    }

    @Test(
        arguments: [
            ("sales.example.com", "none", true), ("sales.example.com", nil, false),
            ("127.0.0.1:8090", "none", false), ("localhost", "same-origin", false),
        ] as [(String, String?, Bool)])
    func overTLSTheCookieIsSecure(_ host: String, _ site: String?, _ isSecure: Bool) {
        var request = HTTPRequest(method: "GET", path: "/d/lab/figure.json")
        request.headers.add("Host", host)
        if let site { request.headers.add("Sec-Fetch-Site", site) }
        #expect(request.cookie("x").hasSuffix("; Secure") == isSecure)
    }

    @Test func aPictureHasTheKeysOfItsMarks() async throws {
        let visitor = try await PagesLab().visitor()
        let response = try await visitor.get("panel/Sales.svg?w=400&h=300")
        #expect(response.headers["content-type"] == "image/svg+xml")
        let keys =
            #"data-keys="{&quot;categories&quot;:[&quot;East&quot;,&quot;North&quot;,&quot;West&quot;]"#
        #expect(response.text.contains(keys))
        #expect(response.text.contains(#"data-category="0" data-series="0""#))
        #expect(response.text.contains(#"width="400" height="300""#))
    }

    @Test func aFigureIsAlsoServedAsATable() async throws {
        let figures = try await PagesLab().visitor().figures()
        let table = figures["figures"]?[0]?["table"]
        #expect(table?["columns"] == ["Category", "2011", "2012"])
        #expect(table?["rows"]?[0] == ["East", "10", "20"])
    }

    @Test func aTableOfAFigureHasALimit() {
        let tiles = (0..<20).map { Treemap.Tile(label: "\($0)", size: 1) }
        let treemap = Treemap(roots: tiles, sizeTitle: "Size")
        #expect(FigureTable(.treemap(treemap), most: 5).rows.count == 5)
        #expect(FigureTable(.treemap(treemap)).rows.count == 20)
    }

    @Test func aPictureToSaveHasATitle() async throws {
        let visitor = try await PagesLab().visitor()
        let picture = "panel/Sales.svg?w=400&h=300"
        #expect(try await !visitor.get(picture).text.contains(">Sales</text>"))
        #expect(try await visitor.get(picture + "&title=1").text.contains(">Sales</text>"))
    }

    @Test func aFigureIsAlsoServedAsCSV() async throws {
        let response = try await PagesLab().visitor().get("panel/Sales.csv")
        #expect(response.headers["content-type"] == "text/csv; charset=utf-8")
        #expect(response.text == "Category,2011,2012\r\nEast,10,20\r\nNorth,,5\r\nWest,30,\r\n")
    }

    @Test func textThatIsAFormulaInSpreadsheetsIsText() {
        let plot = Plot(
            categories: [Label("=1+1"), Label("a, b")], categoryTitle: "@x", layers: [])
        let table = FigureTable(.plot(plot))
        #expect(String(decoding: table.csv, as: UTF8.self) == "'@x\r\n'=1+1\r\n\"a, b\"\r\n")
    }

    @Test(arguments: [
        "\r\n=1+1", "=\u{301}1", "+\u{FE0F}1", "\n=1", "  =1", "\u{3000}\u{FF1D}1",
    ])
    func textThatStartsLikeAFormulaIsEscaped(_ text: String) {
        let plot = Plot(categories: [Label(text)], categoryTitle: "x", layers: [])
        let lines = String(decoding: FigureTable(.plot(plot)).csv, as: UTF8.self)
        #expect(lines.contains("'" + text))
    }

    @Test func aChartThatIsATableHasItsNumbersInCSV() async throws {
        let response = try await PagesLab().visitor().get("panel/Table.csv")
        #expect(response.text == "Category,2011,2012\r\nEast,10,20\r\nNorth,,5\r\nWest,30,\r\n")
    }

    @Test func theNumbersOfATableAreNumbersInCSV() async throws {
        let grid = """
            <DataGrid Name="Rich" Query="Measures"><Columns>
              <Column Type="Data" Value="Name" IsHeaderColumn="1"/>
              <Column Type="Data" Value="Loss"/><Column Type="Variance" Value="Now - Plan"/>
            </Columns></DataGrid>
            """
        let source = ClosureSource { _ in
            Table(
                columns: [
                    Column("Name", .texts(["-a", "b"])), Column("Loss", .numbers([-5, .nan])),
                    Column("Now", .numbers([3, 2])), Column("Plan", .numbers([4.5, 1])),
                ], count: 2)
        }
        let session = try SessionLab.session(metadata(dashboard: grid).dashboard, source)
        let table = FigureTable(try await session.figure("Rich").built.figure.content)
        let lines = String(decoding: table.csv, as: UTF8.self)
        #expect(lines == "Name,Loss,Now - Plan\r\n'-a,-5,-1.5\r\nb,,1\r\n")
    }

    @Test(
        arguments: [
            ("gzip, deflate, br", "gzip"), ("br, gzip;q=0.5", "gzip"), ("gzip;q=0", nil),
            ("gzip; q=0", nil), ("br", nil), (nil, nil),
        ] as [(String?, String?)])
    func answersAreCompressedIfTheClientAcceptsIt(
        _ accepted: String?, _ coding: String?
    ) {
        var request = HTTPRequest(method: "GET", path: "/d/lab")
        if let accepted { request.headers.add("Accept-Encoding", accepted) }
        let page = PageFile.page(of: "lab")
        let response = page.compressed(for: request)
        #expect(response.headers["content-encoding"] == coding)
        #expect((response.body.count < page.body.count) == (coding != nil))
    }

    @Test(arguments: [
        "w=63&h=300", "w=4097&h=300", "w=400", "w=400&h=-1", "w=4e2&h=300",
        "w=400&h=300&theme=pink",
        "",
    ])
    func sizeAndThemeAreBounded(_ query: String) async throws {
        let response = try await PagesLab().send("GET", "/d/lab/panel/Sales.svg?\(query)")
        #expect(response.status == 400)
        #expect(response.text.contains("charts.request"))
    }

    @Test(arguments: [
        "/d/other", "/d/lab/", "/d/lab/panel/Nothing.svg?w=400&h=300", "/d/lab/panel/Sales.png",
        "/d/lab/panel/..%2F..%2Fetc%2Fpasswd.svg?w=400&h=300", "/d/_/..%2Fsecret",
        "/d/_/dashboard.html",
        "/d/%FF", "/d/lab/figure.json/more", "/other",
    ])
    func otherPathsDoNotExist(_ path: String) async throws {
        #expect(try await PagesLab().send("GET", path).status == 404)
    }

    @Test(arguments: [
        "/d/lab", "/d/lab/figure.json", "/d/lab/panel/Sales.svg?w=400&h=300", "/d/page.js",
    ])
    func headIsSupportedForEveryGet(_ path: String) async throws {
        let lab = try await PagesLab()
        let (head, get) = try await (lab.send("HEAD", path), lab.send("GET", path))
        #expect(head.status == get.status)
        #expect(head.headers["content-type"] == get.headers["content-type"])
    }

    @Test(arguments: [
        ("HEAD", "changes", "GET"), ("HEAD", "actions", "POST"), ("GET", "actions", "POST"),
        ("POST", "figure.json", "GET, HEAD"),
    ])
    func theMethodsOfAPathAreNamed(_ method: String, _ path: String, _ allowed: String) async throws
    {
        let response = try await PagesLab().send(method, "/d/lab/\(path)")
        #expect(response.status == 405)
        #expect(response.headers["allow"] == allowed)
    }

    @Test func theListLeadsToTheOnlyDashboard() async throws {
        let response = try await PagesLab().send("GET", "/d/")
        #expect(response.status == 303)
        #expect(response.headers["location"] == "/d/lab")
    }

    @Test(arguments: [
        ("POST", "Origin", "http://elsewhere.example", 403),
        ("POST", "Sec-Fetch-Site", "cross-site", 403),
        ("POST", "Sec-Fetch-Site", "same-origin", 200),
        ("GET", "Sec-Fetch-Site", "cross-site", 403),
        ("GET", "Sec-Fetch-Site", "same-site", 403), ("GET", "Host", "elsewhere.example", 421),
    ])
    func pagesOfOtherSitesAreRejected(
        _ method: String, _ header: String, _ value: String, _ status: Int
    ) async throws {
        let response = try await PagesLab().send(
            method, method == "GET" ? "/d/lab/figure.json" : "/d/lab/actions",
            [(header, value), ("Content-Type", "application/json")],
            method == "GET" ? "" : #"{"kind": "undo"}"#)
        #expect(response.status == status, "\(response.text)")
    }

    @Test func anotherSiteMayLinkToThePage() async throws {
        let response = try await PagesLab().send(
            "GET", "/d/lab",
            [
                ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"),
                ("Sec-Fetch-Dest", "document"),
            ])
        #expect(response.status == 200)
    }

    @Test func aFormCannotTriggerActions() async throws {
        let response = try await PagesLab().send(
            "POST", "/d/lab/actions", [("Content-Type", "text/plain")], #"{"kind": "undo"}"#)
        #expect(response.status == 400)
    }

    @Test(
        arguments: [
            (nil, 401), ("Bearer wrong", 401), ("Bearer secret", 200),
            ("Basic c29tZWJvZHk6c2VjcmV0", 200),
            ("Basic c29tZWJvZHk6d3Jvbmc=", 401), ("Basic ???", 401),
        ] as [(String?, Int)])
    func theTokenMayBeAPassword(_ credentials: String?, _ status: Int) async throws {
        let lab = try await PagesLab(token: "secret")
        let response = try await lab.send(
            "GET", "/d/lab", credentials.map { [("Authorization", $0)] } ?? [])
        #expect(response.status == status)
        #expect(
            (response.headers["www-authenticate"]?.hasPrefix("Basic ") ?? false) == (status == 401))
    }

    @Test func waitingPagesAreNotifiedOfAChange() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        async let told = visitor.get("changes?after=1")
        try await lab.session.perform(.select(.category("West")), on: "Table")
        let response = try await told
        #expect(response.headers["content-type"] == "text/event-stream")
        #expect(response.text.contains("id: 2\ndata: 2\n\n"))
    }

    @Test func theQueriesOfAnOpenPageRunAgain() async throws {
        let lab = try await PagesLab(pages: PageOptions(refresh: .milliseconds(1)))
        let visitor = try await lab.visitor()
        #expect(try await visitor.get("changes?after=1").text.contains("data: 2\n"))
        #expect(try await visitor.figures(since: 1).changed.count > 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func theQueriesRunAgainForAVisitorWithoutAnOpenPage() async throws {
        let lab = try await PagesLab(pages: PageOptions(refresh: .milliseconds(1)))
        let visitor = try await lab.visitor()
        while try await visitor.figures(since: 1).changed.count <= 1 {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func aCombiningAccentDoesNotPreventEscaping() {
        #expect("\"\u{301}<\u{301}a>&".asHTML == "&quot;\u{301}&lt;\u{301}a&gt;&amp;")
    }

    @Test func pagesThatWaitAreAnsweredWhenTheServerStops() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        async let told = visitor.get("changes?after=1")
        var isTold = false
        // The request may not have come yet: then it is rejected, since the server stops.
        while !isTold {
            lab.stop()
            let status = try await visitor.get("changes?after=1").status
            isTold = status == 404
        }
        let response = try await told
        #expect(response.status == 404 || response.text.contains(": nothing has changed"))
    }

    @Test func theNumberOfVisitorsIsLimited() throws {
        let session = try SessionLab.session()
        let visitors = Visitors(limit: 2)
        let first = try visitors.begin(session, acts: true)
        _ = try visitors.begin(session, acts: true)
        #expect { try visitors.begin(session) } throws: {
            ($0 as? PeriluneError)?.code == "charts.visitors"
        }
        #expect(visitors.visit(first.secret, of: session) === first.visit)
    }

    @Test func visitorsWithoutActionsAreForgottenFirst() throws {
        let session = try SessionLab.session()
        let visitors = Visitors(limit: 2)
        let acting = try visitors.begin(session)
        let looking = try visitors.begin(session)
        _ = visitors.visit(acting.secret, of: session, acts: true)
        _ = visitors.visit(looking.secret, of: session)
        for _ in 0..<5 { _ = try visitors.begin(session) }
        #expect(visitors.visit(acting.secret, of: session) === acting.visit)
        #expect(visitors.visit(looking.secret, of: session) == nil)
    }

    @Test func anIdleVisitorIsForgotten() async throws {
        let session = try SessionLab.session()
        let visitors = Visitors(limit: 2, idle: .zero)
        let first = try visitors.begin(session)
        try await Task.sleep(for: .milliseconds(1))
        _ = try visitors.begin(session)
        #expect(visitors.visit(first.secret, of: session) == nil)
    }
}
