/// Splits the parameters of a link into events.
///
/// Most links have one event, which has all parameters. A link with several has a block for each: its `evt`, its
/// `src` (on either side of the `evt`), and everything up to the next block. Parameters before the first block, and
/// those of the connection, belong to all events.
struct EventBlocks {
    struct Block {
        var event: LinkParameter
        var parameters: [LinkParameter]
    }

    /// The parameters that every block has.
    private(set) var shared: [LinkParameter] = []
    /// The events in the order of the link.
    private(set) var blocks: [Block] = []

    private static let connection: Set<String> = [
        "Server", "server", "Port", "port", "Project", "project", "share", "uid", "pwd", "evtorder",
    ]

    init(_ link: Link) {
        let parameters = Array(link.parameters)
        let events = parameters.indices.filter { parameters[$0].name == "evt" }
        guard let first = events.first else {
            shared = parameters
            return
        }
        guard events.count > 1 else {
            var own = parameters
            let event = own.remove(at: first)
            blocks = [Block(event: event, parameters: own)]
            return
        }
        var reader = Reader(events: events[...])
        for index in parameters.indices {
            let parameter = parameters[index]
            if Self.connection.contains(parameter.name) {
                shared.append(parameter)
            } else if parameter.name == "evt" {
                reader.readEvent(parameter)
            } else if parameter.name == "src" {
                reader.readSource(parameter, next: reader.next.map { parameters[$0] })
            } else if !reader.add(parameter) {
                shared.append(parameter)
            }
        }
        reader.close()
        blocks = reader.blocks
    }

    private struct Reader {
        /// The places of the events that were not read yet.
        var events: ArraySlice<Int>
        var blocks: [Block] = []
        private var event: LinkParameter?
        private var own: [LinkParameter] = []
        private var hasSource = false

        init(events: ArraySlice<Int>) { self.events = events }

        var next: Int? { events.first }

        mutating func readEvent(_ parameter: LinkParameter) {
            if event != nil { close() }
            event = parameter
            events.removeFirst()
        }

        /// A second `src` starts a block; so does one that names the next event's number.
        mutating func readSource(_ parameter: LinkParameter, next: LinkParameter?) {
            let namesNext =
                next.map { parameter.value.hasSuffix("." + $0.value) } == true
                && event.map { !parameter.value.hasSuffix("." + $0.value) } == true
            if event != nil, next != nil, hasSource || namesNext { close() }
            own.append(parameter)
            hasSource = true
        }

        mutating func add(_ parameter: LinkParameter) -> Bool {
            guard event != nil || hasSource else { return false }
            own.append(parameter)
            return true
        }

        mutating func close() {
            if let event { blocks.append(Block(event: event, parameters: own)) }
            event = nil
            own = []
            hasSource = false
        }
    }
}
