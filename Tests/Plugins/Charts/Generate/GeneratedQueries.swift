// Answers the queries of sales.xml.
// Begun by `perilune charts generate`: fill in the rows.

import ChartsPlugin
import PeriluneCore

struct GeneratedQueries: ChartQueryDelegate {
    func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value? {
        switch name {
        case "ResellerSummary": try await resellerSummary()
        case "ResellerByCountry": try await resellerByCountry(arguments)
        case "ResellerByCategory": try await resellerByCategory(arguments)
        default: nil
        }
    }

    /// Charts: ResellerSales.
    ///
    /// Columns: Region (category), ProductCategory (series), SalesAmount (value).
    private func resellerSummary() async throws -> Value {
        [
            // ["Region": .null, "ProductCategory": .null, "SalesAmount": .null],
        ]
    }

    /// Charts: SalesByCountry.
    ///
    /// Columns: Country (category), ProductCategory (series), SalesAmount (value).
    private func resellerByCountry(_ arguments: [String: Value]) async throws -> Value {
        // what was drilled into, or nil
        let region = arguments["Region"]
        // what was drilled into, or nil
        let productCategory = arguments["ProductCategory"]
        _ = (region, productCategory)
        return [
            // ["Country": .null, "ProductCategory": .null, "SalesAmount": .null],
        ]
    }

    /// Charts: SalesByCategory.
    ///
    /// Columns: ProductSubCategory (category), SalesAmount (value).
    private func resellerByCategory(_ arguments: [String: Value]) async throws -> Value {
        // what was drilled into, or nil
        let region = arguments["Region"]
        // what was drilled into, or nil
        let productCategory = arguments["ProductCategory"]
        // what was drilled into, or nil
        let country = arguments["Country"]
        _ = (region, productCategory, country)
        return [
            // ["ProductSubCategory": .null, "SalesAmount": .null],
        ]
    }
}
