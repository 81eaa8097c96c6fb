/// A plot for each value of a column, all with the same axes.
package struct Multiples: Sendable {
    /// The plots in the order of the column's values.
    package var panels: [Panel]

    package init(panels: [Panel]) { self.panels = panels }

    /// The plot of one value of the column, which is its title.
    package struct Panel: Sendable {
        package var title: String
        package var plot: Plot

        package init(title: String, plot: Plot) {
            self.title = title
            self.plot = plot
        }
    }
}
