package import PeriluneCore
import PeriluneXML

extension ChartMetadata {
    /// Reads metadata in XML: a whole `MobileAnalytic`, or a part that can be used alone.
    package init(xml bytes: [UInt8], file: String? = nil) {
        self.init(file: file) { () throws(PeriluneError) in
            .success(MetadataNode(try XMLElement.parse(bytes, limits: Self.limits)))
        }
    }

    /// Reads metadata in a property list.
    package init(propertyList bytes: [UInt8], file: String? = nil) {
        self.init(file: file) { () throws(PeriluneError) in
            let list = try PropertyList.parse(bytes, limits: Self.limits)
            return Result { () throws(ChartIssue) in try MetadataNode(list) }
        }
    }

    /// Reads metadata in a dictionary, as scripts and JSON write it.
    package init(dictionary value: Value, file: String? = nil) {
        self.init(file: file) { () throws(PeriluneError) in
            Result { () throws(ChartIssue) in try MetadataNode(value) }
        }
    }

    /// Reads metadata that was made already.
    package init(node: MetadataNode, file: String? = nil, issues found: [ChartIssue] = []) {
        var issues = IssueList(file: file)
        for issue in found { issues.add(issue) }
        let root = Self.root(around: node, &issues)
        var check = SchemaCheck(issues)
        let checked = check.checked(root, as: .mobileAnalytic)
        var reader = DashboardReader(check.issues)
        reader.read(checked)
        if Self.isWhole(node) { reader.checkReferences() }
        self.init(
            dashboard: reader.dashboard, issues: reader.issues.inOrder, document: node)
    }

    private init(
        file: String?,
        _ read: () throws(PeriluneError) -> Result<MetadataNode, ChartIssue>
    ) {
        do throws(PeriluneError) {
            switch try read() {
            case .success(let node): self.init(node: node, file: file)
            case .failure(var issue):
                issue.place.file = file
                self.init(issues: [issue])
            }
        } catch {
            self.init(issues: [ChartIssue(format: error, file: file)])
        }
    }

    /// Enough for a hundred dashboards in one file.
    private static var limits: XMLLimits {
        var limits = XMLLimits()
        limits.bytes = 8 << 20
        limits.nodes = 200_000
        limits.depth = 32
        limits.attributes = 64
        limits.text = 64 << 10
        return limits
    }

    /// Whether the names in it can be looked up: not in a part, whose other parts are elsewhere.
    private static func isWhole(_ node: MetadataNode) -> Bool {
        node.name == NodeKind.mobileAnalytic.name || node.name == NodeKind.dashboard.name
    }

    /// The part with the enclosing elements that a file has.
    private static func root(around node: MetadataNode, _ issues: inout IssueList) -> MetadataNode {
        let whole = NodeKind.mobileAnalytic
        if node.name == whole.name {
            if !node.children.contains(where: { $0.name == "Dashboard" || $0.name == "Diagram" }) {
                issues.add(
                    .missingNode(node: NodeKind.dashboard.name, line: node.place.line),
                    at: node.place)
            }
            return node
        }
        if whole.children.contains(where: { $0.name == node.name }) {
            return MetadataNode(whole.name, children: [node], place: node.place)
        }
        if !NodeKind.dashboard.children.contains(where: { $0.name == node.name }) {
            issues.add(
                .missingNode(node: whole.name, line: node.place.line), at: node.place,
                hint: "metadata must begin with <\(whole.name)>")
        }
        let dashboard = MetadataNode(
            NodeKind.dashboard.name, children: [node], place: node.place)
        return MetadataNode(whole.name, children: [dashboard], place: node.place)
    }
}

extension ChartIssue {
    /// Reports a file that is not XML, or is larger than allowed.
    init(format error: PeriluneError, file: String?) {
        var place = error.place
        place.file = file
        self.init(
            .invalidXML(file: file ?? "", line: place.line ?? 0, column: place.column ?? 0),
            at: place, reason: error.message, hint: error.hint)
    }
}
