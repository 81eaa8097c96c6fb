/// What links with several events should lead to, worked out slowly from how the link was made.
struct PartModel {
    /// A link as the generator made it: it knows what belongs to which event.
    struct MadeLink {
        struct Block {
            var number: Int
            var parameters: [(name: String, value: String)]
        }

        var start: String
        var shared: [(name: String, value: String)]
        var blocks: [Block]
        var order: [Int]
        var text: String

        /// The blocks in the order in which they happen.
        var ordered: [Block] {
            var left = blocks
            var result: [Block] = []
            for number in order {
                guard let index = left.firstIndex(where: { $0.number == number }) else { continue }
                result.append(left.remove(at: index))
            }
            return result + left
        }
    }

    enum Condition {
        case any
        case scheme(String)
        case event(Int)
        case custom
        case pair(String, String)

        var concernsParts: Bool {
            switch self {
            case .any, .scheme: false
            case .event, .custom, .pair: true
            }
        }
    }

    enum Action: CaseIterable {
        case handle, usual, pass, reject, rejectThis, fail, openStock, openCustom, openOwn
    }

    struct Rule {
        var condition: Condition
        var priority: Int
        var claims: Bool
        var action: Action
    }

    struct Call: Hashable {
        var rule: Int
        /// From 1; 0 for the whole link.
        var part: Int
    }

    struct Part {
        var outcome = "unhandled"
        var by: Int?
        var redirect: String?
        var isSkipped = false
    }

    static let stock = "mstr://?evt=3998"
    static let custom = "mstr://?evt=10000009"

    let link: MadeLink
    let rules: [Rule]
    private(set) var calls: [Call] = []
    private(set) var opened: [Int] = []
    private(set) var parts: [Part] = []
    /// The rules that are interested in each part, in the order in which they are asked.
    private(set) var interested: [[Int]] = []

    init(_ link: MadeLink, _ rules: [Rule]) {
        self.link = link
        self.rules = rules
        run()
    }

    var outcome: String {
        ["failed", "rejected", "unhandled", "default", "handled"]
            .first { name in parts.contains { $0.outcome == name } } ?? ""
    }

    static func isCustom(_ number: Int) -> Bool { number >= 10_000_000 }

    private mutating func run() {
        let blocks = link.ordered
        let hasStock = blocks.contains { !Self.isCustom($0.number) }
        var declined: Set<Int> = []
        var executed: Set<Int> = []
        var redirected: Set<Int> = []
        var isStopped = false
        let order = rules.indices.sorted {
            (rules[$1].priority, $0) < (rules[$0].priority, $1)
        }
        for (number, block) in blocks.enumerated() {
            let candidates = order.filter { meets(rules[$0].condition, block) }
            interested.append(candidates)
            var part = Part()
            if isStopped {
                part = Part(outcome: "rejected", by: parts[number - 1].by, isSkipped: true)
                parts.append(part)
                continue
            }
            let isCustom = Self.isCustom(block.number)
            var failed: Int?
            var isOver = false
            for rule in candidates where !isOver {
                let isWhole = blocks.count == 1 || !rules[rule].condition.concernsParts
                let call = Call(rule: rule, part: isWhole ? 0 : number + 1)
                if isWhole {
                    if hasStock, !executed.contains(rule), !rules[rule].claims {
                        declined.insert(rule)
                    }
                    if declined.contains(rule), !isCustom { continue }
                    if executed.insert(rule).inserted { calls.append(call) }
                } else {
                    if !isCustom, !rules[rule].claims { continue }
                    calls.append(call)
                }
                switch rules[rule].action {
                case .handle:
                    part = Part(outcome: "handled", by: rule)
                    isOver = true
                case .pass: break
                case .fail: if failed == nil { failed = rule }
                case .reject, .rejectThis:
                    part = Part(outcome: "rejected", by: rule)
                    isOver = true
                    isStopped = rules[rule].action == .reject
                case .usual, .openOwn:
                    if isCustom || part.redirect != nil { continue }
                    opened.append(block.number)
                    part = Part(outcome: "default", by: rule)
                    isOver = true
                case .openStock:
                    if !isWhole || redirected.insert(rule).inserted { opened.append(3998) }
                    part = Part(outcome: "default", by: rule, redirect: Self.stock)
                    isOver = true
                case .openCustom: part.redirect = Self.custom
                }
            }
            if !isOver, !isCustom, part.redirect == nil {
                opened.append(block.number)
                part = Part(outcome: "default")
            } else if !isOver, let failed {
                part.outcome = "failed"
                part.by = failed
            }
            parts.append(part)
        }
    }

    private func meets(_ condition: Condition, _ block: MadeLink.Block) -> Bool {
        switch condition {
        case .any: true
        case .scheme(let scheme): link.start.hasPrefix(scheme + ":")
        case .event(let number): block.number == number
        case .custom: Self.isCustom(block.number)
        case .pair(let name, let value):
            (link.shared + block.parameters).contains { $0.name == name && $0.value == value }
        }
    }
}
