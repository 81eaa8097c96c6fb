/// What a user picked in a chart: two events of ten.
enum ChartSelection {
    static func write(_ event: Envelope, to line: inout Line, _ random: inout SplitMix64) {
        let kind = random.pick(["category", "series", "items", "range", "clear"])
        line += #"{"type":"chart.selection."#
        line += kind
        line += #"","specversion":"1.0","source":"/dashboards/"#
        line += 1 + random.below(40)
        line += #"","#
        event.writeID(to: &line)
        line += ","
        event.writeTime(to: &line)
        let chart = random.pick(Vocabulary.charts)
        if random.oneIn(2) {
            line += #","subject":""#
            line += chart
            line += #"""#
        }
        line += #","data":{"chart":""#
        line += chart
        line += #"","selection":{"#
        switch kind {
        case "clear": line += #""items":[]"#
        case "range": writeRange(to: &line, &random)
        default: writeItems(to: &line, &random)
        }
        line += #"},"drill":[{"level":"year","member":"2026"},{"level":"region","member":"#
        line += random.oneIn(3) ? "null" : #""West""#
        line += #"}],"zoom":{"x":"#
        line.hundredths(100 + random.below(400))
        line += #","y":1.0},"pinned":"#
        line += random.oneIn(5) ? "true" : "false"
        line += "}}\n"
    }

    private static func writeRange(to line: inout Line, _ random: inout SplitMix64) {
        let start = random.below(300)
        line += #""axis":"x","from":"#
        line += start
        line += #".5,"to":"#
        line += start + 1 + random.below(60)
        line += #".25e0,"unit":"days","inclusive":true"#
    }

    private static func writeItems(to line: inout Line, _ random: inout SplitMix64) {
        line += #""items":["#
        let count = 1 + random.below(3)
        for item in 0..<count {
            line += item == 0 ? #"{"category":""# : #",{"category":""#
            line += random.pick(Vocabulary.categories)
            line += #"","series":""#
            line += random.pick(Vocabulary.series)
            line += #"","value":"#
            line.hundredths(random.below(10_000_000))
            line += "}"
        }
        line += "]"
    }
}
