/// Areas within areas.
package struct Treemap: Sendable {
    /// The outermost areas, in the order of the data.
    package var roots: [Tile]
    /// The meaning of the areas: the title of the value.
    package var sizeTitle: String
    /// Empty where tiles have no second value.
    package var colorTitle: String
    /// The format of the sizes.
    package var sizeFormat: NumberFormat
    /// The format of the numbers behind colours.
    package var colorFormat: NumberFormat
    /// The selection of the user.
    package var selection: Selection

    package init(
        roots: [Tile], sizeTitle: String, colorTitle: String = "",
        sizeFormat: NumberFormat = .plain, colorFormat: NumberFormat = .plain,
        selection: Selection = Selection()
    ) {
        self.roots = roots
        self.sizeTitle = sizeTitle
        self.colorTitle = colorTitle
        self.sizeFormat = sizeFormat
        self.colorFormat = colorFormat
        self.selection = selection
    }

    /// An area, with the areas within it.
    package struct Tile: Sendable {
        /// The category, at its level of the hierarchy.
        package var label: String
        /// The number that the area is proportional to; 0 or NaN for the sum of the children's.
        package var size: Double
        /// The number behind the colour; NaN if there is none.
        package var color: Double
        /// The areas within; empty for the finest level.
        package var children: [Tile]

        package init(label: String, size: Double, color: Double = .nan, children: [Tile] = []) {
            self.label = label
            self.size = size
            self.color = color
            self.children = children
        }
    }
}

/// A rich table.
package struct Grid: Sendable {
    /// The columns from left to right.
    package var columns: [Column]
    /// The rows that every column has.
    package var rowCount: Int
    /// The selected rows are its categories.
    package var selection: Selection

    package init(columns: [Column], rowCount: Int, selection: Selection = Selection()) {
        self.columns = columns
        self.rowCount = rowCount
        self.selection = selection
    }

    /// A column: its title, and a cell for each row.
    package struct Column: Sendable {
        package var title: String
        /// The cells, all of one kind.
        package var content: Content
        /// Points wide; `nil` for what its content needs.
        package var width: Double?
        /// Whether its cells are the names of the rows.
        package var isHeader: Bool
        /// The numbers behind the texts, by row; empty if they are not numbers.
        package var numbers: [Double]

        package init(
            title: String, content: Content, width: Double? = nil, isHeader: Bool = false,
            numbers: [Double] = []
        ) {
            self.title = title
            self.content = content
            self.width = width
            self.isHeader = isHeader
            self.numbers = numbers
        }
    }

    /// The cells of a column.
    package enum Content: Sendable {
        /// Written, numbers to the right; with a colour for each row, such as `green`, where an expression
        /// says one.
        case text([String], isNumber: Bool, colors: [String?])
        /// A small chart in each row.
        case charts([Plot])
        /// The differences of numbers from others, with sign and colour; coloured by sign unless an expression gives
        /// the colour.
        case variance([Double], texts: [String], colors: [String?] = [])
    }
}

/// An influence diagram, ready to be drawn.
package struct DiagramPicture: Sendable {
    /// The nodes, by the indices that edges use.
    package var nodes: [Node]
    /// From a cause to its effect, by index.
    package var edges: [Edge]
    /// The interaction with the diagram.
    package var mode: Mode

    package init(nodes: [Node], edges: [Edge], mode: Mode = .snapshot) {
        self.nodes = nodes
        self.edges = edges
        self.mode = mode
    }

    /// A picture, a diagram that opens charts, or one in which a goal is sought.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        case snapshot, full, goalSeek
    }

    /// A node, ready to be drawn.
    package struct Node: Sendable, Hashable {
        /// The name that expressions and scripts use.
        package var name: String
        /// The title in its box.
        package var text: String
        /// The formatted number; `-` if there is none.
        package var value: String
        /// The change from the initial value, `+4.2 %`; `nil` if nothing changed.
        package var change: String?
        /// Whether it is the node that all others lead to.
        package var isDefault: Bool
        /// Whether its value was set by hand.
        package var isPinned: Bool
        /// Whether the user has selected it.
        package var isSelected: Bool
        /// Stored and computed disagree.
        package var disagrees: Bool
        /// The number of alerts shown at the node.
        package var alerts: Int
        /// Opens charts of its own.
        package var hasCharts: Bool
        /// The position of the value between its bounds, 0 to 1, during a goal seek; `nil` without bounds.
        package var lever: Double?
        /// The number behind `value`; NaN if there is none.
        package var number = Double.nan
        /// The original number from the data; NaN if there is none.
        package var baseline = Double.nan

        package init(
            name: String, text: String, value: String, change: String? = nil,
            isDefault: Bool = false, isPinned: Bool = false, isSelected: Bool = false,
            disagrees: Bool = false, alerts: Int = 0, hasCharts: Bool = false,
            lever: Double? = nil
        ) {
            self.name = name
            self.text = text
            self.value = value
            self.change = change
            self.isDefault = isDefault
            self.isPinned = isPinned
            self.isSelected = isSelected
            self.disagrees = disagrees
            self.alerts = alerts
            self.hasCharts = hasCharts
            self.lever = lever
        }
    }

    /// An influence, as the indices of two nodes.
    package struct Edge: Sendable, Hashable {
        /// The cause.
        package var from: Int
        /// The effect.
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }
}

/// The controls of a dynamic analytic panel or of what-if columns, with their current values.
package struct Panel: Sendable {
    /// The controls in the order of the metadata; those that do not fit are left out.
    package var controls: [Control]

    package init(controls: [Control]) { self.controls = controls }

    /// A control: its title, its value and what it looks like.
    package struct Control: Sendable, Hashable {
        package var title: String
        /// The formatted value.
        package var value: String
        /// The kind of control, and the position of a slider.
        package var kind: Kind

        package init(title: String, value: String, kind: Kind) {
            self.title = title
            self.value = value
            self.kind = kind
        }
    }

    /// The kind of a control.
    package enum Kind: Sendable, Hashable {
        case toggle(isOn: Bool)
        /// The position of the value between the ends, 0 to 1.
        case slider(Double)
        case choice
        case field
    }
}
