import Testing

@testable import ChartsPlugin

/// The page with all charts of a dashboard.
struct GalleryPageTests {
    @Test func eachItemHasASectionOfItsOwn() async throws {
        let page = try await GalleryPage(SessionLab.session()).html(title: "A & B").html
        #expect(page.contains("<h1>A &amp; B</h1>"))
        let sections = page.split(separator: "<section ").dropFirst()
        #expect(sections.count == SessionLab.dashboard.items.count)
        for section in sections {
            #expect(section.contains("<img "))
            #expect(section.split(separator: "</section>").count == 2)
        }
    }

    @Test func theDataOfAChartStandsBesideIt() async throws {
        let page = try await GalleryPage(SessionLab.session()).html(title: "Lab").html
        #expect(page.contains("<details><summary>Sales, 4 rows</summary>"))
        #expect(page.contains("<th>Region</th>"))
        #expect(page.contains("<td>North</td>"))
    }
}
