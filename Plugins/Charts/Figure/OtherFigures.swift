/// Areas within areas.
package struct Treemap: Sendable {
    package var roots: [Tile]
    package var sizeTitle: String
    /// Empty where tiles have no second value.
    package var colorTitle: String
    package var sizeFormat: NumberFormat
    package var colorFormat: NumberFormat
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

    package struct Tile: Sendable {
        package var label: String
        package var size: Double
        /// NaN where there is none.
        package var color: Double
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
    package var columns: [Column]
    package var rowCount: Int
    package var selection: Selection

    package init(columns: [Column], rowCount: Int, selection: Selection = Selection()) {
        self.columns = columns
        self.rowCount = rowCount
        self.selection = selection
    }

    package struct Column: Sendable {
        package var title: String
        package var content: Content
        /// Points wide; `nil` for what its content needs.
        package var width: Double?
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

    package enum Content: Sendable {
        /// Written, numbers to the right; with a colour for each row, such as `green`, where an expression
        /// says one.
        case text([String], isNumber: Bool, colors: [String?])
        /// A small chart in each row.
        case charts([Plot])
        /// How far a number lies from another, with sign and colour; by its sign where no expression says
        /// a colour.
        case variance([Double], texts: [String], colors: [String?] = [])
    }
}

/// An influence diagram as it is to be drawn.
package struct DiagramPicture: Sendable {
    package var nodes: [Node]
    /// From a cause to its effect, by index.
    package var edges: [Edge]
    package var mode: Mode

    package init(nodes: [Node], edges: [Edge], mode: Mode = .snapshot) {
        self.nodes = nodes
        self.edges = edges
        self.mode = mode
    }

    package enum Mode: String, Sendable, Hashable, CaseIterable {
        case snapshot, full, goalSeek
    }

    package struct Node: Sendable, Hashable {
        package var name: String
        package var text: String
        /// The number as it is written; `-` where there is none.
        package var value: String
        /// `+4.2 %` against where it began; `nil` where nothing changed.
        package var change: String?
        package var isDefault: Bool
        package var isPinned: Bool
        package var isSelected: Bool
        /// Stored and computed disagree.
        package var disagrees: Bool
        package var alerts: Int
        /// Opens charts of its own.
        package var hasCharts: Bool
        /// Where the value lies between its bounds, 0 to 1, while a goal is sought; `nil` where there are
        /// none.
        package var lever: Double?
        /// The number, and what it was when the data came; NaN where there is none.
        package var number = Double.nan
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

    package struct Edge: Sendable, Hashable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }
}

/// The controls of a dynamic analytic panel or of what-if columns, as they stand.
package struct Panel: Sendable {
    package var controls: [Control]

    package init(controls: [Control]) { self.controls = controls }

    package struct Control: Sendable, Hashable {
        package var title: String
        /// The value as it is written.
        package var value: String
        package var kind: Kind

        package init(title: String, value: String, kind: Kind) {
            self.title = title
            self.value = value
            self.kind = kind
        }
    }

    package enum Kind: Sendable, Hashable {
        case toggle(isOn: Bool)
        /// Where the value lies between the ends, 0 to 1.
        case slider(Double)
        case choice
        case field
    }
}
