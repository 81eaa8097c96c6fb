/// What a CRM sends when a record changes: three events of ten.
enum Webhook {
    private static let leadSources = ["1", "2", "3", "7", "8", "null"]

    static func write(_ event: Envelope, to line: inout Line, _ random: inout SplitMix64) {
        let entity = random.pick(["lead", "account", "contact", "opportunity", "task"])
        let message = random.pick(["create", "update", "update", "update", "assign", "delete"])
        line += "{"
        event.writeID(to: &line)
        line += #","source":"https://org"#
        line += random.below(8)
        line += #".crm.example.com","specversion":"1.0","type":"crm."#
        line += entity
        line += "."
        line += message
        line += #"","#
        event.writeTime(to: &line)
        line += #","partitionkey":""#
        line += entity
        line += "/"
        line += random.below(20_000)
        line += #"","data":{"id":""#
        line.guid(&random)
        line += #"","depth":"#
        line += 1 + random.below(3)
        // Beyond 2^53: a tool that reads numbers as doubles changes it.
        line += #","rowversion":"#
        line += 9_007_199_254_740_993 + 2 * event.sequence
        line += #","target":{"#
        if message == "delete" {
            line += #""statecode":1},"images":{}"#
        } else {
            writeTarget(entity: entity, to: &line, &random)
            line += #"},"images":"#
            line += message == "update" ? #"{"pre":{"statuscode":3}}"# : "{}"
        }
        line += #","parents":"#
        line += random.oneIn(3) ? #"["create"]"# : "[]"
        line += "}}\n"
    }

    private static func writeTarget(
        entity: String, to line: inout Line, _ random: inout SplitMix64
    ) {
        if entity == "task" {
            line += #""subject":""#
            line += random.pick(Vocabulary.topics)
            line += #"","prioritycode":"#
            line += random.below(3)
            line += #","scheduledend":null"#
            return
        }
        line += #""name":""#
        line += random.pick(Vocabulary.customerNames)
        line += #"","description":""#
        line += random.pick(Vocabulary.topics)
        line += #"","#
        line += entity == "lead" ? #""leadqualitycode":"# : #""ratingcode":"#
        line += 1 + random.below(3)
        line += #","leadsourcecode":"#
        line += random.pick(leadSources)
        line += #","revenue":{"value":"#
        line.hundredths(random.below(100_000_000))
        line += #","currency":null},"donotemail":"#
        line += random.oneIn(2) ? "true" : "false"
    }
}
