/// What is selected in a chart: a category with all its series, a series, or single items.
package struct Selection: Sendable, Hashable {
    /// Categories that are selected with all their series, by index.
    package var categories: Set<Int>
    /// Series that are selected in all categories, by index.
    package var series: Set<Int>
    /// Single marks.
    package var items: Set<Item>

    package init(
        categories: Set<Int> = [], series: Set<Int> = [], items: Set<Item> = []
    ) {
        self.categories = categories
        self.series = series
        self.items = items
    }

    /// A mark, by the indices of its category and its series.
    package struct Item: Sendable, Hashable {
        package var category: Int
        package var series: Int

        package init(category: Int, series: Int) {
            self.category = category
            self.series = series
        }
    }

    /// Whether nothing is selected; all marks are then drawn as usual.
    package var isEmpty: Bool { categories.isEmpty && series.isEmpty && items.isEmpty }

    /// Whether a mark is drawn as selected.
    package func contains(category: Int, series: Int) -> Bool {
        categories.contains(category) || self.series.contains(series)
            || items.contains(Item(category: category, series: series))
    }
}
