/// Links tapped in a mobile app or a browser: half of the log.
enum LinkDrill {
    static func write(_ event: Envelope, to line: inout Line, _ random: inout SplitMix64) {
        line += #"{"specversion":"1.0","#
        event.writeID(to: &line)
        line += #","source":"/mobile/"#
        line += random.pick(["ios", "ipad", "android", "web"])
        line += #"","type":"link.drill","#
        event.writeTime(to: &line)
        let user = random.below(5000)
        if random.oneIn(3) {
            line += #","subject":"user/"#
            line += user
            line += #"""#
        }
        if random.oneIn(2) {
            line += #","partitionkey":"u"#
            line += user
            line += #"""#
        }
        line += #","data":{"url":""#
        writeURL(to: &line, &random)
        line += #"","view":{"kind":""#
        line += random.pick(["grid", "graph", "text", "image"])
        line += #"","row":"#
        if random.oneIn(4) { line += "null" } else { line += random.below(200) }
        line += #","column":"#
        line += random.below(12)
        line += "}"
        if random.oneIn(3) { writeDevice(to: &line, &random) }
        line += "}}\n"
    }

    private static func writeDevice(to line: inout Line, _ random: inout SplitMix64) {
        line += #","device":{"os":""#
        line += random.pick(["iOS 17.4", "iPadOS 17.4", "Android 14", "Web"])
        line += #"","screen":["#
        line += random.pick(["1180,820", "390,844", "412,915", "1920,1080"])
        line += #"],"offline":"#
        line += random.oneIn(10) ? "true" : "false"
        line += "}"
    }

    private static func writeURL(to line: inout Line, _ random: inout SplitMix64) {
        switch random.below(20) {
        case 0...6: writeReport(to: &line, &random)
        case 7...11: writeDocument(to: &line, &random)
        case 12...13: writeCustom(to: &line, &random)
        case 14...15: writePrompts(to: &line, &random)
        case 16: writeNavigation(to: &line, &random)
        case 17: writePanel(to: &line, &random)
        case 18: writeFolder(to: &line, &random)
        default: writeSelector(to: &line, &random)
        }
    }

    private static func writeReport(to line: inout Line, _ random: inout SplitMix64) {
        writeTarget(event: 4001, to: &line, &random)
        line += "&reportID="
        writeObject(to: &line, &random)
        line += "&reportViewMode="
        line += 1 + random.below(3)
        if !random.oneIn(4) { writeRegion(to: &line, &random) }
    }

    private static func writeDocument(to line: inout Line, _ random: inout SplitMix64) {
        writeTarget(event: 2_048_001, to: &line, &random)
        line += "&documentID="
        writeObject(to: &line, &random)
        if random.oneIn(2) { line += "&currentViewMedia=2&visMode=0" }
        if !random.oneIn(4) { writeRegion(to: &line, &random) }
    }

    private static func writePrompts(to line: inout Line, _ random: inout SplitMix64) {
        writeTarget(event: 4001, to: &line, &random)
        line += "&reportID="
        writeObject(to: &line, &random)
        if random.oneIn(2) {
            line += "&valuePromptAnswers="
            line += 2020 + random.below(7)
            // Old producers write the caret as it is.
            line += random.oneIn(4) ? "^" : "%5e"
            line += random.below(1000)
        } else {
            line += "&elementsPromptAnswers=8D679D4B11D3E4981000E787EC6DE8A4;"
            line += "8D679D4B11D3E4981000E787EC6DE8A4:"
            line += 1 + random.below(9)
            line += "%5eSouth"
        }
        writeRegion(to: &line, &random)
    }

    private static func writeCustom(to line: inout Line, _ random: inout SplitMix64) {
        line += "mstr://?evt="
        line += 10_000_000 + random.below(20)
        line += "&action="
        line += random.pick(["share", "note", "call", "approve"])
        line += "&customer={"
        line += random.pick(Vocabulary.customerNames)
        line += "}"
        writeRegion(to: &line, &random)
    }

    private static func writeNavigation(to line: inout Line, _ random: inout SplitMix64) {
        line += "mstr://?evt="
        line += random.pick(["3124", "3995", "3996", "3997", "3998", "3999", "2048030&useCache=0"])
    }

    private static func writePanel(to line: inout Line, _ random: inout SplitMix64) {
        line += "mstripad://?evt=2048076&psKey=W"
        line += 10 + random.below(90)
        line += "|W99&pKey=K"
        line += 10 + random.below(90)
        line += "|K99"
    }

    private static func writeFolder(to line: inout Line, _ random: inout SplitMix64) {
        writeTarget(event: 2001, to: &line, &random)
        if random.oneIn(2) {
            line += "&systemFolder="
            line += random.oneIn(2) ? "7" : "20"
        } else {
            line += "&folderID="
            line += random.pick(Vocabulary.otherObjects)
        }
    }

    private static func writeSelector(to line: inout Line, _ random: inout SplitMix64) {
        line += "Main.aspx?evt=2048084&src=Main.aspx.2048084&sName="
        line += random.pick(Vocabulary.series)
        line += "&sIndex="
        line += random.below(30)
    }

    /// Everything up to and with the connection parameters.
    private static func writeTarget(
        event: Int, to line: inout Line, _ random: inout SplitMix64
    ) {
        switch random.below(20) {
        case 0...6: line += "mstr://?evt="
        case 7: line += "mstripad://?evt="
        case 8...14:
            // Some producers escape every slash; the rule has to see through it.
            line += random.oneIn(8) ? #"https:\/\/"# : "https://"
            line += random.pick(Vocabulary.hosts)
            line += "/MicroStrategy/servlet/mstrWeb?evt="
            line += event
            line += "&src=mstrWeb."
        case 15...17:
            line += "https://"
            line += random.pick(Vocabulary.hosts)
            line += "/MicroStrategy/asp/Main.aspx?evt="
            line += event
            line += "&src=Main.aspx."
        case 18: line += "Main.aspx?evt="
        default: line += "mstrWeb?evt="
        }
        line += event
        if random.oneIn(3) {
            line += "&Server=IS-"
            line += 1 + random.below(4)
            line += "&Project="
            line += random.pick(Vocabulary.projects)
            line += "&Port=0&share=1"
        }
    }

    private static func writeObject(to line: inout Line, _ random: inout SplitMix64) {
        let isAccount = random.below(100) < 22
        line += random.pick(isAccount ? Vocabulary.accountObjects : Vocabulary.otherObjects)
    }

    private static func writeRegion(to line: inout Line, _ random: inout SplitMix64) {
        line += "&region="
        line += random.pick(Vocabulary.regions)
    }
}
