import PeriluneCore
import PeriluneHTTP
import Testing

@testable import ChartsPlugin

/// The pictures that a page contains.
@Suite(.timeLimit(.minutes(5))) struct FirstPictureTests {
    private func page(
        _ lab: PagesLab, _ headers: [(String, String)] = []
    ) async throws -> [Substring] {
        try await lab.send("GET", "/d/lab", headers).text.split(separator: "<section").dropFirst()
            .map { $0 }
    }

    @Test func aPageHasThePicturesOfItsPanels() async throws {
        let panels = try await page(PagesLab())
        #expect(panels.count == SessionLab.dashboard.items.count)
        let sales = try #require(panels.first { $0.contains("data-item=\"Sales\"") })
        #expect(sales.contains("<svg") && sales.contains("data-series=\"0\""))
    }

    @Test func picturesShowTheSessionOfTheVisitor() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        try await visitor.act(PageActionTests.select)
        func pressed(_ headers: [(String, String)]) async throws -> Int {
            let panels = try await page(lab, headers)
            let sales = try #require(panels.first { $0.contains("data-item=\"Sales\"") })
            return sales.split(separator: "aria-pressed=\"true\"").count
        }
        let others = try await pressed([])
        #expect(try await pressed([("Cookie", visitor.cookie)]) > others)
        #expect(try await pressed([]) == others)
    }

    @Test func theCookieSetsSizeAndTheme() async throws {
        let lab = try await PagesLab()
        let dark = try await lab.send(
            "GET", "/d/lab", [("Cookie", "perilune-window=1000,800,dark")])
        #expect(dark.text.contains("<html lang=\"en\" data-theme=\"dark\">"))
        #expect(dark.text.contains("#1c2027"))
        let unknown = try await lab.send("GET", "/d/lab")
        #expect(unknown.text.contains("<html lang=\"en\">"))
    }

    @Test(arguments: [nil, "", "1,2", "63,800,light", "1000,9000,light", "1000,800,pink", "a,b,c"])
    func anInvalidCookieIsIgnored(cookie: String?) {
        #expect(InitialLayout(cookie: cookie) == InitialLayout())
    }

    @Test func panelsLieWhereTheLayoutPutsThem() {
        let layout = """
            <DashboardLayout><Landscape>
              <Layout Name="A" Top="0" Left="0" Width="50" Height="100"/>
              <Layout Name="B" Top="0" Left="50" Width="50" Height="50"/>
            </Landscape></DashboardLayout>
            """
        let charts = ["A", "B"].map {
            "<Chart Name=\"\($0)\" ChartType=\"Column\" Query=\"Q\"><Category Column=\"C\"/><Values><Value Expression=\"V\"/></Values></Chart>"
        }
        let text =
            "<MobileAnalytic><Dashboard>\(charts.joined())</Dashboard>\(layout)</MobileAnalytic>"
        let board = ChartMetadata(xml: Array(text.utf8), file: "a.xml").dashboard
        let look = InitialLayout(cookie: "1012,857,light")
        // The header takes 45 points, the space around all panels 12; a panel 2 for its border and 32 for its bar.
        #expect(look.panelStyles(of: board).map(\.width) == [498, 498])
        #expect(look.panelStyles(of: board).map(\.height) == [766, 366])
        let style = InitialLayout.style(of: board)
        #expect(style.contains("nth-child(2){position:absolute;left:50.0%;top:0.0%"))
        // One column on a phone.
        let phone = InitialLayout(cookie: "360,740,light").panelStyles(of: board)
        #expect(phone.map(\.width) == [346, 346] && phone.map(\.height) == [306, 306])
    }

    @Test func aChangeOfTheSharedSessionIsSeenInTheNextPage() async throws {
        let lab = try await PagesLab()
        let before = try await page(lab)
        // Drawn once.
        #expect(try await page(lab) == before)
        try await lab.session.perform(.select(.category("East")), on: "Sales")
        let after = try await page(lab)
        #expect(after != before)
    }

    /// However often a page is asked for, and whatever the windows of the visitors.
    @Test func picturesOfFewPagesAreDrawnAtATime() async throws {
        let session = try SessionLab.session()
        let cache = FirstPictures.Cache()
        for _ in 0..<4 { #expect(cache.begin()) }
        #expect(!cache.begin())
        let pictures = FirstPictures(
            visit: Visit(id: "a", shared: session), dashboard: session.dashboard,
            look: InitialLayout(),
            cache: cache)
        #expect(await pictures.drawn().isEmpty)
        #expect(await !pictures.html().contains("<svg"))
        cache.end()
        #expect(await !pictures.drawn().isEmpty)
        for _ in 0..<3 { cache.end() }
        for _ in 0..<1000 {
            // The last one ends when it has drawn all.
            if cache.begin() { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(cache.begin())
    }

    @Test func aSlowQueryDoesNotDelayThePage() async throws {
        let session = try SessionLab.session(
            SessionLab.dashboard,
            ClosureSource { _ in
                try await Task.sleep(for: .seconds(20))
                return nil
            })
        let visit = Visit(id: "a", shared: session)
        let html = await FirstPictures(
            visit: visit, dashboard: session.dashboard, look: InitialLayout(),
            cache: FirstPictures.Cache()
        ).html()
        #expect(html.contains("data-item=\"Sales\"") && !html.contains("<svg"))
    }
}
