import Foundation
import PeriluneLinks
import Testing

/// The public test vectors of the URL standard; Fixtures/wpt/README.md says where they come from.
struct VectorTests {
    @Test func urlsParseAsTheStandardSays() throws {
        try check("urltestdata.json") { test in
            guard let input = test["input"] as? String else { return nil }
            var base: WebURL?
            if let text = test["base"] as? String { base = try? WebURL(text) }
            let hasBase = test["base"] is String
            let url = hasBase && base == nil ? nil : try? WebURL(input, base: base)
            if test["failure"] as? Bool == true { return url == nil }
            guard let url else { return false }
            let port = url.port.map { String($0) } ?? ""
            return url.href == test["href"] as? String
                && test["origin"] as? String ?? url.origin == url.origin
                && "\(url.scheme):" == test["protocol"] as? String
                && url.username == test["username"] as? String
                && url.password == test["password"] as? String
                && url.host ?? "" == test["hostname"] as? String
                && port == test["port"] as? String
                && url.path == test["pathname"] as? String
                && Self.search(url.query, "?") == test["search"] as? String
                && Self.search(url.fragment, "#") == test["hash"] as? String
        }
    }

    @Test func domainsBecomeASCIIAsTheStandardSays() throws {
        try check("toascii.json") { test in
            guard let input = test["input"] as? String else { return nil }
            return (try? WebURL("https://\(input)/x"))?.host == test["output"] as? String
        }
    }

    @Test func domainsBecomeASCIIAsUnicodeSays() throws {
        try check("IdnaTestV2.json") { test in
            // Without a host the path would become one.
            guard let input = test["input"] as? String, !input.isEmpty else { return nil }
            return (try? WebURL("https://\(input)/x"))?.host == test["output"] as? String
        }
    }

    @Test func charactersAreEncodedAsTheStandardSays() throws {
        try check("percent-encoding.json") { test in
            guard let input = test["input"] as? String,
                let output = test["output"] as? [String: String]
            else { return nil }
            let url = try? WebURL("https://h/?\(input)#\(input)")
            return url?.query == output["utf-8"] && url?.fragment == output["utf-8"]
        }
    }

    /// What the fast scan answers agrees with the parser of the standard.
    @Test func theFastScanAgreesWithTheParser() throws {
        var fast = 0
        for test in try Self.vectors("urltestdata.json") {
            guard let input = test["input"] as? String else { continue }
            if isFastAndRight(input) { fast += 1 }
        }
        #expect(fast > 50)
    }

    private func isFastAndRight(_ input: String) -> Bool {
        guard case .asWritten(let parts) = LinkReading(input.utf8.span), parts.kind != .relative,
            !parts.kind.isMobile, let url = try? WebURL(input)
        else { return false }
        let bytes = input.utf8.span
        let host = parts.comparedHost(bytes).map { bytes.text($0) }
        let expected = url.host.flatMap { $0.isEmpty ? nil : $0 }
        #expect(parts.kind == .other ? host == expected : host == expected, "\(input)")
        #expect(parts.port == url.effectivePort, "\(input)")
        return true
    }

    private static func search(_ text: String?, _ prefix: String) -> String {
        guard let text, !text.isEmpty else { return "" }
        return prefix + text
    }

    /// Runs every test of a file; those that are listed as exceptions must fail, all others pass.
    private func check(_ file: String, _ passes: ([String: Any]) -> Bool?) throws {
        let exceptions = try Self.exceptions(file)
        var found: Set<String> = []
        var count = 0
        for test in try Self.vectors(file) {
            guard let passed = passes(test), let input = test["input"] as? String else { continue }
            count += 1
            if exceptions.contains(input) {
                if !passed { found.insert(input) }
            } else {
                #expect(passed, "\(file): \(test)")
            }
        }
        #expect(found == exceptions, "an exception passes now: remove it from exceptions.json")
        #expect(count > 5 && exceptions.count * 50 <= count)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/wpt")

    /// The tests of a file, without its comments.
    static func vectors(_ file: String) throws -> [[String: Any]] {
        // Half of a surrogate pair is no character: the standard reads U+FFFD there.
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let pair = #/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/#
        let half = #/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/#
        let whole = text.replacing(pair) { match in
            let units = match.output.split(separator: "\\u").compactMap { UInt16($0, radix: 16) }
            return String(decoding: units, as: UTF16.self)
        }
        let clean = whole.replacing(half, with: "\\uFFFD")
        let list = try JSONSerialization.jsonObject(with: Data(clean.utf8)) as? [Any]
        return (list ?? []).compactMap { $0 as? [String: Any] }
    }

    private static func exceptions(_ file: String) throws -> Set<String> {
        let data = try Data(contentsOf: folder.appending(path: "exceptions.json"))
        let all = try JSONDecoder().decode([String: [Exception]].self, from: data)
        return Set((all[file] ?? []).map(\.input))
    }

    private struct Exception: Decodable {
        var input: String
        var reason: String
    }
}
