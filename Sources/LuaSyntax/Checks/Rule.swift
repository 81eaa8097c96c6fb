/// A check of scripts for one kind of mistake.
///
/// Each rule has a file of its own. Its comment says what it finds, why that is a mistake, and shows an example.
package protocol Rule: SendableMetatype {
    /// The stable name that users see and can disable.
    static var code: String { get }
    /// How bad a finding is.
    static var severity: Diagnostic.Severity { get }
    /// All findings in a script, in any order.
    static func check(_ script: ScriptModel) -> [Diagnostic]
}
