@testable import LuaSyntax

/// What one rule says about a script.
struct Rules {
    static let api = HostAPI(
        modules: [
            "crm": ["retrieve", "create"], "log": ["info"], "snapshot": ["capture"], "state": [],
        ], scriptModules: ["helpers"], commanderMethods: ["handleURLLink", "emit"])

    /// The findings of a rule as `line:column message`.
    static func findings(
        _ rule: any Rule.Type, _ script: String, api: HostAPI = Rules.api
    ) throws -> [String] {
        let model = try ScriptModel(Array(script.utf8), api: api)
        return rule.check(model).sorted { $0.position < $1.position }.map { finding in
            "\(finding.line):\(finding.column) \(finding.message)"
        }
    }

    /// The hints of a rule.
    static func hints(_ rule: any Rule.Type, _ script: String) throws -> [String?] {
        let model = try ScriptModel(Array(script.utf8), api: api)
        return rule.check(model).sorted { $0.position < $1.position }.map(\.hint)
    }
}
