import Foundation
import PeriluneCore
import PeriluneJSON
import Testing

/// Readers, documents and writers hold memory of their own, which must go with them: a server makes new ones for years.
struct MemoryTests {
    enum Kind: CaseIterable {
        case event, document, paths, builder, buffer, names

        private static let many = (0..<200).map { "a name of a member \($0)" }

        func make(_ event: [UInt8]) throws {
            switch self {
            case .event:
                let reader = JSONEvent()
                for size in [event.count / 2, event.count] {
                    // White space behind an event is nothing.
                    try reader.read(copy: event + Array(repeating: 0x20, count: size))
                }
            case .document: try JSONDocument().read(event)
            case .paths:
                for _ in 0..<5 { _ = JSONPaths(JSONDocument(), Self.many.map { FieldPath($0) }) }
            case .builder:
                let builder = EventBuilder()
                builder.beginEvent()
                builder.attribute(.subject)
                builder.string(event.span)
            case .buffer: JSONBuffer().append(event)
            case .names: _ = MemberNames(Self.many)
            }
        }
    }

    private func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return try #require(pages) * sysconf(Int32(_SC_PAGESIZE))
    }

    @Test(arguments: Kind.allCases) func isReleasedWithTheEvent(_ kind: Kind) throws {
        let text = String(repeating: "x", count: 20_000)
        let event = Array(#"{"id":"1","source":"s","type":"t","data":"\#(text)"}"#.utf8)
        // Other tests allocate at the same time, and Address Sanitizer keeps the last 256 MB that were freed: one quiet
        // round is enough.
        var growth = Int.max
        for _ in 0..<40 where growth > 12 << 20 {
            let before = try resident()
            for _ in 0..<1000 { try kind.make(event) }
            growth = min(growth, try resident() - before)
        }
        #expect(growth <= 12 << 20)
    }
}
