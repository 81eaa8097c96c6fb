/// What the command line asks for.
struct Options {
    var events = 1_000_000
    var seed: UInt64 = 42

    /// Nil where an argument is not understood.
    init?(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let name = rest.next() {
            guard let value = rest.next() else { return nil }
            switch name {
            case "--events":
                guard let number = Int(value), number >= 0 else { return nil }
                events = number
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            default: return nil
            }
        }
    }
}
