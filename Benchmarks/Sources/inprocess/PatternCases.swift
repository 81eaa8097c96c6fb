internal import Perilune
internal import URLPatternsPlugin

/// What finding the pattern of a link costs, values included, among few and many patterns.
func measurePatterns(_ rounds: Int) async throws -> Findings {
    let timings = try await interleaved(
        [
            try lookUp("100 URL patterns", patterns: 100),
            try lookUp("10 000 URL patterns", patterns: 10_000),
        ], rounds: rounds)
    return Findings(
        timings: timings,
        comparisons: [
            Comparison(
                what: "10 000 URL patterns against 100", ratio: timings[1].ratio(to: timings[0]),
                limit: 2)
        ])
}

private func lookUp(_ name: String, patterns count: Int) throws -> Case {
    let set = try URLPatterns(
        (0..<count).map { .init(pattern($0), notification: "page.opened") }
    ).patterns()
    let urls = (0..<5000).map { index in
        let number = index &* 7919 % count
        return (number: number, text: url(number, value: index))
    }
    return Case(name, operations: urls.count) {
        let start = Clock.processor
        var right = 0
        for url in urls where try set.match(url.text)?.index == url.number { right += 1 }
        let used = Clock.processor - start
        guard right == urls.count else {
            throw WrongAnswer(description: "\(name): \(right) of \(urls.count) found")
        }
        return used
    }
}

/// Four shapes in 25 areas, so that the few patterns are of the same kinds as the many.
private func pattern(_ number: Int) -> String {
    let area = "area\(number / 4 % 25)"
    switch number % 4 {
    case 0: return "l:(\(area))Area/l:(page\(number))Page/i:Id"
    case 1: return "l:(\(area))Area/l:(page\(number))Page/s:Name/f:Amount"
    case 2: return "l:(\(area))Area/i:Year/l:(page\(number))Page"
    default: return "l:(\(area))Area/s:Region/l:(page\(number))Page/i:Id"
    }
}

private func url(_ number: Int, value: Int) -> String {
    let area = "app://area\(number / 4 % 25)"
    switch number % 4 {
    case 0: return "\(area)/page\(number)/\(value)"
    case 1: return "\(area)/page\(number)/name\(value)/\(value).5"
    case 2: return "\(area)/\(value)/page\(number)"
    default: return "\(area)/region\(value)/page\(number)/\(value)"
    }
}
