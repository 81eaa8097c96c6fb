public import CRMPlugin

extension Schema {
    /// The tables of a fresh organization: sales, service, marketing, activities, administration.
    public static let standard: Schema = {
        let tables = [
            CustomerTables.all, SalesTables.all, LineTables.all, ProductTables.all,
            ServiceTables.all, QueueTables.all, MarketingTables.all, GoalTables.all,
            ActivityTables.all, ActivityCloseTables.all, PartyTables.all, PrincipalTables.all,
            SecurityTables.all, StepTables.all, CalendarTables.all, Intersections.plainTables,
        ].flatMap { $0 }
        return Schema(
            tables.map(\.entity), tables.flatMap(\.relationships) + Intersections.all)
    }()
}
