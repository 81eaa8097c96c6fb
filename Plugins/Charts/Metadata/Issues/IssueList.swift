import PeriluneCore

/// Issues of one file, in the order in which they were found, up to a limit.
struct IssueList {
    private(set) var issues: [ChartIssue] = []
    var file: String?
    private var omitted = 0

    static let most = 500

    init(file: String? = nil) { self.file = file }

    mutating func add(
        _ kind: ChartIssue.Kind, at place: MetadataPlace, level: ChartIssue.Level? = nil,
        reason: String? = nil, hint: String? = nil
    ) {
        add(ChartIssue(kind, at: place.inFile(file), level: level, reason: reason, hint: hint))
    }

    mutating func add(_ issue: ChartIssue) {
        guard issues.count < Self.most else {
            omitted += 1
            return
        }
        issues.append(issue)
    }

    /// All issues in the order of the file, followed by the number of omitted ones.
    var inOrder: [ChartIssue] {
        let sorted = issues.enumerated().sorted {
            ($0.element.place.line ?? 0, $0.element.place.column ?? 0, $0.offset)
                < ($1.element.place.line ?? 0, $1.element.place.column ?? 0, $1.offset)
        }
        guard omitted > 0 else { return sorted.map(\.element) }
        let rest = ChartIssue(
            .other("\(omitted) more"), at: .init(file: file),
            reason: "\(omitted) more issues are not shown")
        return sorted.map(\.element) + [rest]
    }
}
