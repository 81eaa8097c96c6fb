import PeriluneCore
import Testing

@testable import ChartsPlugin

struct QueryNeedTests {
    private func need(_ query: String, _ metadata: ChartMetadata) throws -> QueryNeed {
        try #require(metadata.dashboard.queryNeeds.first { $0.query == query })
    }

    @Test func aDrillDownPassesTheSelectionsOfAllEarlierLevels() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("42-DrillDownGroup-Reseller.xml"))
        #expect(try need("ResellerSummary", metadata).arguments.isEmpty)
        #expect(
            try need("ResellerByCountry", metadata).arguments.map(\.name)
                == ["Region", "ProductCategory"])
        #expect(
            try need("ResellerByCategory", metadata).arguments.map(\.name)
                == ["Region", "ProductCategory", "Country"])
    }

    @Test func drillingByCategoryOnlyPassesNoSeries() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("54-MobileAnalytic.xml"))
        let names = try need("ResaleByRegion", metadata).arguments.map(\.name)
        #expect(names == ["ProductCategory"])
    }

    @Test func filtersAreArguments() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("45-Dashboard.xml"))
        #expect(
            try need("ResellerQry", metadata).arguments == [
                .init(name: "Products", kind: .picklist(column: "ProductCategory")),
                .init(name: "Regions", kind: .picklist(column: "Region")),
            ])
    }

    @Test func expressionsNameColumns() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("21-Chart-WhatIfChart.xml"))
        let need = try need("ProductSales", metadata)
        #expect(
            need.columns.map(\.name) == [
                "Region", "Product", "UnitPrice", "Quantity", "Cost_Of_Revenue", "RD_Cost",
                "Mkt_Cost", "Admin_Cost",
            ])
        #expect(need.columns.map(\.role).prefix(3) == [.category, .series, .value])
    }

    @Test func aFinerZoomingLevelHasTheColumnsOfTheCoarserOnes() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("41-Chart-ZoomingChart.xml"))
        #expect(
            try need("ResellerYear", metadata).columns.map(\.name) == [
                "Year", "AmountType", "Amount",
            ])
        #expect(
            try need("ResellerRegion", metadata).columns.map(\.name)
                == ["Year", "Quarter", "Month", "AmountType", "Amount"])
    }

    @Test func reportsMissingColumnsAndEmptyTables() throws {
        let metadata = metadata(dashboard: chart("A"))
        let need = try need("Sales", metadata)
        let table = Table(columns: [Column("Region", .texts([]))])
        #expect(
            need.issues(of: table, for: "A").map(\.kind) == [
                .missingColumn(chart: "A", query: "Sales", column: "Amount"),
                .emptyTable(chart: "A", query: "Sales"),
            ])
        #expect(need.issues(of: table, for: "Other").map(\.code) == [.emptyTable])
    }

    @Test func aNodeThatIsComputedNeedsNoColumn() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("46-Diagram-EVAValueDriver.xml"))
        let need = try need("EVAQuery", metadata)
        let empty = Table(columns: [], count: 1)
        let levels = need.issues(of: empty, for: "EVA-Value-Driver").map(\.level)
        #expect(levels.filter { $0 == .warning }.count == 11)
        #expect(levels.filter { $0 == .error }.count == 10)
    }

    /// Swift takes the Kelvin sign for a K.
    @Test func rowsOfALookalikeNameAreExcluded() throws {
        let table = Table(columns: [Column("user", .texts(["Kate", "\u{212A}ate"]))], count: 2)
        let arguments: [QueryArgument] = [
            .equals(.text("Kate")), .among([.text("Kate")], column: "user"),
        ]
        for argument in arguments {
            let rows = try table.restricted(to: ["user": argument], query: "q")
            #expect(rows.count == 1)
            #expect(rows.columns[0][0] == .text("Kate"))
        }
    }
}
