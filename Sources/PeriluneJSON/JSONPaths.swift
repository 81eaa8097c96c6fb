internal import CPeriluneJSON
internal import Glibc
package import PeriluneCore

/// Paths that are looked up in many documents, which is fast because those of a log usually have the same members.
package final class JSONPaths {
    private let document: JSONDocument
    private var paths: UnsafeMutableBufferPointer<cpj_path> = .init(start: nil, count: 0)

    /// Creates lookups in the documents of a reader; the paths are numbered from 0.
    package init(_ document: JSONDocument, _ paths: [FieldPath]) {
        self.document = document
        for path in paths { _ = add(path.names[...]) }
    }

    deinit {
        for number in paths.indices { cpj_path_free(&paths[number]) }
        paths.deallocate()
    }

    /// Adds a path.
    ///
    /// - Returns: Its number; `nil` if there is no memory.
    package func add(_ names: ArraySlice<String>) -> Int? {
        var path = cpj_path()
        for name in names {
            var name = name
            let isAdded = name.withUTF8 { text in
                text.withMemoryRebound(to: CChar.self) {
                    cpj_path_add(&path, $0.baseAddress, $0.count)
                }
            }
            guard isAdded else {
                cpj_path_free(&path)
                return nil
            }
        }
        let number = paths.count
        let larger = UnsafeMutableBufferPointer<cpj_path>.allocate(capacity: number + 1)
        _ = larger.moveInitialize(fromContentsOf: paths)
        larger.initializeElement(at: number, to: path)
        paths.deallocate()
        paths = larger
        return number
    }

    /// Whether the value at a path is a string that is not empty, a number, true or false.
    package func hasText(_ number: Int) -> Bool {
        var text = cpj_text()
        return find(number, &text)
    }

    /// Calls `body` with a string that is not empty, still escaped, or with the JSON of a number, true or false.
    ///
    /// - Returns: Whether there is such a value.
    package func withText(_ number: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
        var text = cpj_text()
        guard find(number, &text) else { return false }
        body(UnsafeBufferPointer(start: text.bytes, count: text.length).span)
        return true
    }

    /// Calls `body` once, with a string without escapes or the JSON of a scalar.
    package func withValue(_ number: Int, _ body: (PreviewedValue, Span<UInt8>) -> Void) {
        precondition(paths.indices.contains(number), "no path has this number")
        let document = document.address
        let node = cpj_path_find(&paths[number], document)
        guard node != 0 else { return body(.nothing, .init()) }
        switch cpj_kind(document, node) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"): body(.unknown, .init())
        case UInt8(ascii: "\""):
            let text = cpj_string(document, node)
            let bytes = UnsafeBufferPointer(start: text.bytes, count: text.length)
            let hasEscapes = memchr(text.bytes, 0x5C, text.length) != nil
            body(hasEscapes ? .unknown : .string, bytes.span)
        default:
            let text = cpj_raw(document, node)
            body(.scalar, UnsafeBufferPointer(start: text.bytes, count: text.length).span)
        }
    }

    private func find(_ number: Int, _ text: inout cpj_text) -> Bool {
        precondition(paths.indices.contains(number), "no path has this number")
        return cpj_path_text(&paths[number], document.address, &text)
    }
}
