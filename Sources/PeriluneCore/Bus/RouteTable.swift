/// Finds the delegates that can be interested in an event, natively.
///
/// The route of a type (which delegates name it, which default handler it has) is worked out when the type is
/// first seen; for later events it is one array access. Conditions are looked up in one index for each
/// dimension, whatever the number of delegates.
struct RouteTable {
    /// What is known about one type.
    struct Route {
        /// Delegates without conditions, in order.
        var unconditional: [Int] = []
        /// For each delegate, whether its types match.
        var accepts: [Bool] = []
        /// Whether any delegate of this type has conditions.
        var hasConditional = false
        /// Whether any of these conditions concerns single parts of an event.
        var hasPartConditions = false
        /// The default handler's position, or -1.
        var handler = -1
    }

    private let interests: [Interests]
    private let handlerTypes: [[TypePattern]]
    private let dimensions: [Dimension]
    private let required: [Int]
    private let order: DelegateOrder
    private let priorities: [Int]
    /// For each delegate, whether any of its conditions concerns single parts of an event.
    let isAskedAboutParts: [Bool]
    /// Whether a default handler or a delegate without conditions takes the events of all types.
    let takesAllTypes: Bool
    private var routes: [Route] = []
    /// Indices of routes by the reader's number of the type, -1 if there is none yet; types without a number are
    /// found by name.
    private var numbered: [Int] = []
    private var named: [ByteString: Int] = [:]
    /// The delegates to ask about the event that was routed last.
    var candidates: [Int] = []
    /// The index of the default handler of that event; -1 if it has none.
    private(set) var handler = -1
    private var matches: [Int] = []
    private var hits: [Int]

    private struct Dimension {
        let field: String
        let index: any InterestIndex
        /// For each delegate, whether what it declares concerns single parts of an event.
        let concernsParts: [Bool]
    }

    /// `delegates` are in the order in which they are asked.
    init(
        _ delegates: [Delegate], handlers: [any DefaultHandler],
        dimensions available: [any InterestDimension], order: DelegateOrder = .first
    ) throws(PeriluneError) {
        self.order = order
        priorities = delegates.map(\.priority)
        interests = delegates.map(\.interests)
        handlerTypes = handlers.map(\.types)
        let takesAll =
            handlerTypes
            + interests.filter { $0.conditions.isEmpty }.map(\.types)
        takesAllTypes = takesAll.contains { $0.contains("*") }
        required = delegates.map { $0.interests.conditions.count }
        hits = Array(repeating: 0, count: delegates.count)
        var dimensions: [Dimension] = []
        for dimension in available {
            // An index holds one declaration for each delegate, so a second declaration goes into another index.
            var layers: [[InterestDeclaration]] = []
            for (position, delegate) in delegates.enumerated() {
                let own = delegate.interests.conditions.filter { $0.field == dimension.field }
                for (layer, condition) in own.enumerated() {
                    if layer == layers.count { layers.append([]) }
                    layers[layer].append(
                        InterestDeclaration(
                            delegate: position, name: delegate.name, value: condition.value))
                }
            }
            for layer in layers {
                let index = try dimension.index(layer)
                var concernsParts = Array(repeating: false, count: delegates.count)
                for declaration in layer {
                    concernsParts[declaration.delegate] = index.concernsParts(declaration.delegate)
                }
                dimensions.append(
                    Dimension(
                        field: dimension.field, index: index, concernsParts: concernsParts))
            }
        }
        self.dimensions = dimensions
        isAskedAboutParts = delegates.indices.map { delegate in
            dimensions.contains { $0.concernsParts[delegate] }
        }
        for delegate in delegates {
            for condition in delegate.interests.conditions
            where !dimensions.contains(where: { $0.field == condition.field }) {
                let known = available.map(\.field)
                throw PeriluneError(
                    "interest.unknown",
                    "no plugin provides the condition '\(condition.field)'",
                    at: .init(file: delegate.name),
                    hint: NearestName.hint(for: condition.field, in: known)
                        ?? "known conditions: \(known.joined(separator: ", "))")
            }
        }
    }

    /// Whether the event's type has no default handler and no delegate that takes all its events.
    mutating func mayRefuse(_ event: any EventContent) -> Bool {
        let number = index(of: event)
        return routes[number].unconditional.isEmpty && routes[number].handler < 0
    }

    /// The texts that each delegate of the event's type requires.
    ///
    /// `nil` if a default handler or any delegate may take the event without one of its texts.
    mutating func requiredTexts(for event: any EventContent) -> [[RequiredText]]? {
        guard mayRefuse(event) else { return nil }
        let accepts = routes[index(of: event)].accepts
        var requirements: [[RequiredText]] = []
        for delegate in accepts.indices where accepts[delegate] {
            let texts = dimensions.flatMap { dimension in
                (dimension.index as? any TextRequiringIndex)?.requiredTexts(of: delegate) ?? []
            }
            if texts.isEmpty { return nil }
            requirements.append(texts)
        }
        return requirements
    }

    /// Finds the delegates to ask, in order, and the default handler.
    mutating func route(_ event: any EventContent) {
        let number = index(of: event)
        candidates = routes[number].unconditional
        if routes[number].hasConditional { addConditional(event, number) }
        handler = routes[number].handler
    }

    /// Whether delegates of the event's type have conditions on single parts.
    mutating func hasPartConditions(for event: any EventContent) -> Bool {
        routes[index(of: event)].hasPartConditions
    }

    /// Finds the delegates to ask about a part of an event, in order.
    ///
    /// Conditions that concern parts are tested on the part, all others on the whole event.
    mutating func candidates(of part: any EventContent, in event: any EventContent) -> [Int] {
        let number = index(of: event)
        candidates = routes[number].unconditional
        guard routes[number].hasConditional else { return candidates }
        matches.removeAll(keepingCapacity: true)
        var found: [Int] = []
        for dimension in dimensions {
            for (content, isPart) in [(part, true), (event, false)] {
                found.removeAll(keepingCapacity: true)
                dimension.index.match(content, into: &found)
                matches += found.filter { dimension.concernsParts[$0] == isPart }
            }
        }
        addMatches(number)
        if order == .mostSpecific, candidates.count > 1 {
            let ranks = ranks(of: part, ofParts: true)
            sort(by: ranks.merging(self.ranks(of: event, ofParts: false)) { one, _ in one })
        }
        return candidates
    }

    /// The index of the route for an event's type, which is created at the first event.
    private mutating func index(of event: any EventContent) -> Int {
        let type = event.typeNumber
        if type >= 0 {
            if type < numbered.count, numbered[type] >= 0 { return numbered[type] }
            while numbered.count <= type { numbered.append(-1) }
            routes.append(makeRoute(event.type))
            numbered[type] = routes.count - 1
            return routes.count - 1
        }
        let name = ByteString(event.type)
        if let known = named[name] { return known }
        // Types without a number come from events of unexpected types, so the number of cached routes is bounded.
        if named.count == 1024 { forgetNamed() }
        routes.append(makeRoute(name.string))
        named[name] = routes.count - 1
        return routes.count - 1
    }

    private mutating func forgetNamed() {
        named.removeAll()
        routes.removeAll()
        numbered.removeAll()
    }

    private mutating func addConditional(_ event: any EventContent, _ number: Int) {
        if !matches.isEmpty { matches.removeAll(keepingCapacity: true) }
        for place in dimensions.indices { dimensions[place].index.match(event, into: &matches) }
        addMatches(number)
        if order == .mostSpecific, candidates.count > 1 { sort(by: ranks(of: event)) }
    }

    /// Sorts the candidates by the ranks of their conditions.
    private mutating func sort(by ranks: [Int: Int]) {
        candidates.sort { one, other in
            (-priorities[one], ranks[one] ?? .max, one)
                < (-priorities[other], ranks[other] ?? .max, other)
        }
    }

    /// The ranks of conditions that an event meets, by delegate; of a part, of those conditions that concern parts.
    private func ranks(of content: any EventContent, ofParts: Bool? = nil) -> [Int: Int] {
        var ranks: [Int: Int] = [:]
        for dimension in dimensions {
            for (delegate, rank) in dimension.index.ranks(of: content)
            where ofParts == nil || dimension.concernsParts[delegate] == ofParts {
                ranks[delegate] = rank
            }
        }
        return ranks
    }

    /// The position of the candidate to ask next, after the candidates of a changed event were found: `delegateIndex`
    /// and the delegates that were asked about the event before are not asked again.
    mutating func next(behind delegateIndex: Int, asked: some Sequence<Int>) -> Int {
        guard order == .mostSpecific else {
            return candidates.firstIndex { $0 > delegateIndex } ?? candidates.count
        }
        let asked = Set(asked)
        candidates.removeAll { asked.contains($0) || priorities[$0] > priorities[delegateIndex] }
        return 0
    }

    /// The order in which delegates are called, for `explain`; `nil` if it is that of registration.
    var callOrder: [Int]? { order == .first ? nil : candidates }

    /// Adds the delegates all of whose conditions are met.
    private mutating func addMatches(_ number: Int) {
        for delegate in matches { hits[delegate] += 1 }
        let unconditional = candidates.count
        for delegate in matches {
            assert(hits[delegate] <= required[delegate], "a dimension found a delegate twice")
            if hits[delegate] == required[delegate], routes[number].accepts[delegate] {
                candidates.append(delegate)
            }
            hits[delegate] = 0
        }
        if candidates.count > max(unconditional, 1) { candidates.sort() }
    }

    /// Reads the values that a delegate's conditions capture.
    func captures(of delegate: Int) -> CaptureReader? {
        for dimension in dimensions {
            if let reader = dimension.index.captures(of: delegate) { return reader }
        }
        return nil
    }

    /// Why a delegate is no candidate for an event, or `nil` if it is one.
    func mismatch(of delegate: Int, for event: any EventContent) -> Mismatch? {
        mismatch(of: delegate, for: event, in: event)
    }

    /// Why a delegate is no candidate for a part of an event, or `nil` if it is one.
    func mismatch(
        of delegate: Int, for part: any EventContent, in event: any EventContent
    ) -> Mismatch? {
        let interests = interests[delegate]
        if !interests.types.contains(where: { $0.matches(event.type) }) {
            let list = interests.types.map(\.description).joined(separator: ", ")
            return Mismatch(
                field: "type", wanted: .array(interests.types.map { .string($0.description) }),
                reason: "type is \(event.type), not \(list)")
        }
        for (number, condition) in interests.conditions.enumerated() {
            let layer = interests.conditions[..<number].count { $0.field == condition.field }
            let dimension = dimensions.filter { $0.field == condition.field }[layer]
            let tested = dimension.concernsParts[delegate] ? part : event
            if let reason = dimension.index.rejection(of: delegate, for: tested) {
                return Mismatch(
                    field: condition.field, wanted: condition.value,
                    // Do not repeat the field's name if the reason starts with it.
                    reason: reason.hasPrefix("\(condition.field) is ")
                        ? reason : "\(condition.field): \(reason)")
            }
        }
        return nil
    }

    private func makeRoute(_ type: String) -> Route {
        var route = Route()
        for (position, interest) in interests.enumerated() {
            let accepts = interest.types.contains { $0.matches(type) }
            route.accepts.append(accepts)
            guard accepts else { continue }
            if interest.conditions.isEmpty {
                route.unconditional.append(position)
            } else {
                route.hasConditional = true
                if isAskedAboutParts[position] { route.hasPartConditions = true }
            }
        }
        route.handler =
            handlerTypes.firstIndex { types in types.contains { $0.matches(type) } } ?? -1
        return route
    }
}

extension Registry {
    /// Checks the conditions of a delegate that a file declares, without creating a bus.
    package func check(_ delegate: Delegate, in file: String) throws(PeriluneError) {
        do throws(PeriluneError) {
            _ = try RouteTable([delegate], handlers: [], dimensions: dimensions)
        } catch {
            var error = error
            // The error has only the delegate's name at this point.
            error.place.file = file
            throw error
        }
    }
}
