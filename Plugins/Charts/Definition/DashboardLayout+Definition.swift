extension DashboardLayout {
    /// The places of items on a wide and on a high screen; without one, the other is used.
    public init(_ scale: Scale = .percent, landscape: Screen? = nil, portrait: Screen? = nil) {
        self.init()
        self.scale = scale
        self.landscape = landscape
        self.portrait = portrait
    }
}

extension DashboardLayout.Screen {
    /// Places, and the size of the content in points if the scale is ``DashboardLayout/Scale/points``.
    public init(
        contentWidth: Double? = nil, contentHeight: Double? = nil,
        @ListBuilder<DashboardLayout.Frame> _ frames: () -> [DashboardLayout.Frame]
    ) {
        self.init()
        self.contentWidth = contentWidth
        self.contentHeight = contentHeight
        self.frames = frames()
    }
}

extension DashboardLayout.Frame {
    /// The place of the item of this name.
    public init(_ name: String, left: Double, top: Double, width: Double, height: Double) {
        self.init(name: name, top: top, left: left, width: width, height: height)
    }
}
