/// A metadata file that was read: the dashboard, and what is wrong with it.
package struct ChartMetadata: Sendable {
    /// The valid part of the file.
    package var dashboard: Dashboard
    /// In the order of the file.
    package var issues: [ChartIssue]
    /// The original file in the form that XML, property lists and dictionaries share.
    package var document: MetadataNode?

    package init(
        dashboard: Dashboard = Dashboard(), issues: [ChartIssue] = [],
        document: MetadataNode? = nil
    ) {
        self.dashboard = dashboard
        self.issues = issues
        self.document = document
    }

    /// Whether anything is wrong that is more than a warning.
    package var hasErrors: Bool { issues.contains { $0.level == .error } }
}
