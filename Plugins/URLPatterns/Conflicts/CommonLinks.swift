import PeriluneLinks

/// Writes links that meet two rules.
enum CommonLinks {
    typealias Chain = MeetingIndex.Chain

    /// Links in several shapes, since a part of a rule can be met in some shapes only.
    static func links(
        _ one: LinkRuleChains?, _ other: LinkRuleChains?, event: String?
    ) -> [String] {
        guard let scheme = scheme(one?.schemes ?? [[]], other?.schemes ?? [[]]),
            let host = common(one?.host, other?.host), let port = common(one?.port, other?.port),
            let path = path(one, other),
            let fragment = (one?.fragment ?? .nothing).example(with: other?.fragment ?? .nothing)
        else { return [] }
        var links: [String] = []
        for scheme in schemes(scheme, hasHost: !host.isEmpty || !port.isEmpty, path, event) {
            let onWeb = [nil, "http", "https"].contains(scheme)
            var query = event.map { ["evt=\($0)"] } ?? []
            for parameter in parameters(one, other, onWeb: onWeb) {
                query.append("\(PercentEscapes.encode(parameter.name))=\(parameter.text)")
            }
            for authority in authorities(host, port, scheme) {
                var link = scheme.map { "\($0):" } ?? ""
                if let authority { link += "//\(authority)" }
                let isWeb = onWeb && authority != nil
                if isWeb || (authority != nil && !path.isEmpty) { link += "/" }
                link += path.joined(separator: "/")
                if !query.isEmpty { link += "?" + query.joined(separator: "&") }
                if !fragment.isEmpty { link += "#" + fragment }
                links.append(link)
            }
        }
        return links
    }

    private static func schemes(
        _ scheme: Chain, hasHost: Bool, _ path: [String], _ event: String?
    ) -> [String?] {
        if let scheme = scheme.last {
            return scheme == LinkRuleChains.ofPage.last ? [nil] : [scheme]
        }
        if hasHost || (path.isEmpty && event == nil) { return ["https", "mstr", nil, "app"] }
        return path.isEmpty ? ["mstr", "https", nil, "app"] : [nil, "https", "mstr", "app"]
    }

    private static func authorities(_ host: Chain, _ port: Chain, _ scheme: String?) -> [String?] {
        let isWeb = ["http", "https", "ws", "wss", "ftp"].contains(scheme)
        if host.isEmpty, port.isEmpty {
            if isWeb { return ["www.example.com"] }
            return scheme == "mstr" || scheme == "mstripad"
                ? ["", "www.example.com"] : [nil, "www.example.com", ""]
        }
        let name = host.last.map { key in
            key.hasPrefix("=") ? String(key.dropFirst()) : "www.\(key)"
        }
        return [(name ?? "www.example.com") + (port.last.map { ":\($0)" } ?? "")]
    }

    /// The segments, with escapes; `nil` if no path meets both rules.
    private static func path(_ one: LinkRuleChains?, _ other: LinkRuleChains?) -> [String]? {
        var path: [String] = []
        for index in 0...max(one?.path.count ?? 0, other?.path.count ?? 0) {
            let segment = one?.segment(index) ?? .nothing
            guard let text = segment.example(with: other?.segment(index) ?? .nothing) else {
                return nil
            }
            if text.isEmpty { break }
            path.append(text)
        }
        return path
    }

    /// The first scheme; one of Web pages only if there is no other.
    private static func scheme(_ one: [Chain], _ other: [Chain]) -> Chain? {
        one.lazy.flatMap { one in other.lazy.compactMap { one.common(with: $0) } }.first
    }

    private static func common(_ one: Chain?, _ other: Chain?) -> Chain? {
        (one ?? []).common(with: other ?? [])
    }

    /// Parameters that meet both rules, the value with escapes; a name is repeated where that needs several values.
    static func parameters(
        _ one: LinkRuleChains?, _ other: LinkRuleChains?, onWeb: Bool
    ) -> [(name: String, text: String)] {
        let all = [one, other].compactMap { $0 }.flatMap {
            onWeb ? $0.webParameters : $0.parameters
        }
        var asked = all.indices.filter { index in
            !all.indices.contains { other in
                all[other].name == all[index].name && all[index].value.covers(all[other].value)
                    && (other < index || !all[other].value.covers(all[index].value))
                    && other != index
            }
        }.map { all[$0] }
        var found: [(name: String, text: String)] = []
        while !asked.isEmpty {
            let first = asked.removeFirst()
            var text = first.value.example(with: .nothing) ?? "x"
            // Two texts around wildcards may share a value.
            let other = asked.firstIndex {
                $0.name == first.name && $0.value.example(with: first.value) != nil
            }
            if let other {
                text = asked.remove(at: other).value.example(with: first.value) ?? text
            }
            found.append((first.name, text))
        }
        return found
    }
}
