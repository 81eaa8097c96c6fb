/// What is selected in a chart: a category with all its series, a series, or single items.
package struct Selection: Sendable, Hashable {
    package var categories: Set<Int>
    package var series: Set<Int>
    package var items: Set<Item>

    package init(
        categories: Set<Int> = [], series: Set<Int> = [], items: Set<Item> = []
    ) {
        self.categories = categories
        self.series = series
        self.items = items
    }

    package struct Item: Sendable, Hashable {
        package var category: Int
        package var series: Int

        package init(category: Int, series: Int) {
            self.category = category
            self.series = series
        }
    }

    package var isEmpty: Bool { categories.isEmpty && series.isEmpty && items.isEmpty }

    /// Whether a mark is drawn as selected.
    package func contains(category: Int, series: Int) -> Bool {
        categories.contains(category) || self.series.contains(series)
            || items.contains(Item(category: category, series: series))
    }
}
