import CRMPlugin

@testable import CRMSandboxPlugin

/// Random queries over ``TinyTables``.
struct QueryDice {
    var dice: Dice
    private var aliases = 0
    private var quantifiers = 0

    init(_ seed: UInt64) { dice = Dice(seed) }

    mutating func query() -> Query {
        var query = Query(dice.pick(["thing", "thing", "person"]))
        query.columns = columns(of: query.entity)
        if dice.chance(80) { query.filters = filters(on: query.entity, "", depth: 0) }
        if dice.chance(60) { query.links = [link(from: query.entity, depth: 0)] }
        if dice.chance(20) { query.links.append(link(from: query.entity, depth: 0)) }
        if dice.chance(60) { query.orders = orders(of: query.entity) }
        if let first = query.links.first, !first.kind.isSemiJoin, first.entity != "thingtag" {
            if dice.chance(30) {
                // A condition on the link that applies after the join.
                var condition = self.condition(on: first.entity, "")
                condition.entityName = first.alias
                condition.valueOf = nil
                if !condition.values.isEmpty || condition.operator.arity == 0 {
                    query.filters.append(Query.Filter([condition]))
                }
            }
            if dice.chance(20), query.entity == "thing", first.entity == "person" {
                query.filters.append(
                    Query.Filter([
                        Query.Condition("name", .lessEqual, valueOf: "\(first.alias ?? "").city")
                    ]))
            }
        }
        query.distinct = dice.chance(15)
        return query
    }

    private mutating func columns(of entity: String) -> [Query.Column] {
        Self.names(entity).filter { _ in dice.chance(50) }.map { Query.Column($0) }
    }

    private mutating func orders(of entity: String) -> [Query.Order] {
        (0..<dice.number(1...2)).map { _ in
            Query.Order(dice.pick(Self.names(entity)), descending: dice.chance(50))
        }
    }

    private static func names(_ entity: String) -> [String] {
        switch entity {
        case "thing":
            [
                "name", "size", "price", "weight", "ratio", "isnew", "color", "made", "personid",
                "ownerid",
            ]
        case "person": ["name", "city", "age", "born", "parentpersonid"]
        case "thingtag": []
        default: ["name"]
        }
    }

    mutating func link(
        from entity: String, depth: Int, in kinds: [Query.Join]? = nil
    ) -> Query.Link {
        aliases += 1
        let (other, from, to) =
            switch entity {
            case "thing":
                dice.pick([
                    ("person", "personid", "personid"), ("thingtag", "thingid", "thingid"),
                    ("person", "city", "name"), ("thing", "parentthingid", "thingid"),
                ])
            case "person":
                dice.pick([
                    ("thing", "personid", "personid"), ("person", "personid", "parentpersonid"),
                ])
            case "thingtag": ("tag", "tagid", "tagid")
            default: ("thingtag", "tagid", "tagid")
            }
        let usual: [Query.Join] = [
            .inner, .inner, .outer, .outer, .exists, .in, .matchFirstRow, .natural,
        ]
        var link = Query.Link(
            other, from: from, to: to, alias: "l\(aliases)", dice.pick(kinds ?? usual))
        if dice.chance(60), other != "thingtag" {
            link.filters = filters(on: other, link.alias ?? "", depth: 1)
        }
        if depth < 2, dice.chance(35) {
            let inner: [Query.Join]? =
                link.kind == .matchFirstRow || kinds != nil ? [.inner] : nil
            link.links = [self.link(from: other, depth: depth + 1, in: inner)]
        }
        if !link.kind.isSemiJoin, kinds == nil || kinds == [.inner] {
            link.columns = columns(of: other).filter { _ in other != "thingtag" }
            if dice.chance(25), other != "thingtag" { link.orders = orders(of: other) }
        }
        return link
    }

    private mutating func filters(on entity: String, _ alias: String, depth: Int) -> [Query.Filter]
    {
        (0..<dice.number(1...2)).map { _ in
            var filter = Query.Filter(
                or: dice.chance(40),
                (0..<dice.number(0...2)).map { _ in condition(on: entity, alias) })
            if depth < 2, dice.chance(25) {
                filter.filters = filters(on: entity, alias, depth: depth + 1)
            }
            if depth < 2, quantifiers < 4, dice.chance(25) {
                quantifiers += 1
                var link = self.link(from: entity, depth: 2, in: [.any, .notAny, .all, .notAll])
                link.columns = []
                link.orders = []
                filter.links = [link]
            }
            return filter
        }
    }

    private mutating func condition(on entity: String, _ alias: String) -> Query.Condition {
        let name = dice.pick(
            Self.names(entity) + (entity == "thing" ? ["flags", "flags"] : [])
                + (entity == "person" ? ["personid"] : []))
        if dice.chance(15) { return Query.Condition(name, dice.pick([.null, .notNull])) }
        let comparisons: [ConditionOperator] = [
            .equal, .notEqual, .greaterThan, .greaterEqual, .lessThan, .lessEqual,
        ]
        switch name {
        case "name", "city":
            if dice.chance(15), entity == "person" {
                return Query.Condition("name", dice.pick(comparisons), valueOf: "city")
            }
            if dice.chance(40) {
                let pattern = dice.pick([
                    "a%", "%c", "_", "%[a-c]%", "A_", "b[%]%", "%ß%", "ä%", "[x]",
                ])
                return Query.Condition(name, dice.pick([.like, .notLike]), [.string(pattern)])
            }
            let text: () -> CRMValue = { [dice] in
                var dice = dice
                return .string(dice.pick(TinyData.texts))
            }
            if dice.chance(40) {
                return Query.Condition(
                    name,
                    dice.pick([.beginsWith, .doesNotBeginWith, .endsWith, .doesNotEndWith]),
                    [.string(dice.pick(["a", "AB", "ä", "b%", "[", "σ", "ς"]))])
            }
            return dice.chance(40)
                ? Query.Condition(
                    name, dice.pick([.in, .notIn]),
                    (0..<dice.number(0...2)).map { _ in .string(dice.pick(TinyData.texts)) })
                : Query.Condition(name, dice.pick(comparisons), [text()])
        case "flags":
            return Query.Condition(
                name, dice.pick([.containValues, .doesNotContainValues]),
                (0..<dice.number(1...2)).map { _ in .string("\(dice.pick([1, 2, 12]))") })
        case "made", "born": return date(name)
        case "personid", "parentpersonid":
            let id = CRMValue.string(TinyTables.id(2, dice.number(0...4)).braced)
            return Query.Condition(
                name,
                dice.pick([.under, .underOrEqual, .notUnder, .above, .aboveOrEqual]),
                [.guid(TinyTables.id(2, dice.number(0...4)))]
            ).replaced(by: dice.chance(40) ? Query.Condition(name, .equal, [id]) : nil)
        case "ownerid": return Query.Condition(name, dice.pick([.equalUserId, .notEqualUserId]))
        case "isnew": return Query.Condition(name, .equal, [.string(dice.pick(["0", "1"]))])
        default:
            let number: (Int) -> CRMValue = { .string("\($0)") }
            if dice.chance(20) {
                return Query.Condition(
                    name, dice.pick([.between, .notBetween]),
                    [number(dice.number(-1...2)), number(dice.number(0...3))])
            }
            return Query.Condition(name, dice.pick(comparisons), [number(dice.number(-1...4))])
        }
    }

    private mutating func date(_ name: String) -> Query.Condition {
        switch dice.number(0...2) {
        case 0:
            return Query.Condition(
                name,
                dice.pick([
                    .yesterday, .today, .tomorrow, .lastWeek, .thisWeek, .nextWeek, .lastMonth,
                    .thisMonth, .nextMonth, .lastYear, .thisYear, .nextYear,
                ]))
        case 1:
            return Query.Condition(
                name,
                dice.pick([
                    .lastXDays, .lastXMonths, .olderThanXDays, .olderThanXMonths, .olderThanXHours,
                    .nextXDays,
                ]), [.string("\(dice.number(1...12))")])
        default:
            return Query.Condition(
                name, dice.pick([.on, .notOn, .onOrAfter, .onOrBefore]),
                [.string(dice.pick(["2024-02-29", "2024-02-28", "2024-03-01", "2024-01-20"]))])
        }
    }
}

extension Query.Condition {
    fileprivate func replaced(by other: Query.Condition?) -> Query.Condition { other ?? self }
}
