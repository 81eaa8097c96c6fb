internal import CPerilunePlugin
package import PeriluneCore
internal import PeriluneJSON

/// A request or an answer, copied out of the other side's memory.
package struct Message: Sendable {
    /// What is said; null for nothing.
    package var json: Value
    /// What is no JSON, or has to keep its spelling.
    package var data: [UInt8]

    package init(_ json: Value = .null, data: [UInt8] = []) {
        self.json = json
        self.data = data
    }

    init(_ message: UnsafePointer<perilune_message>?) throws(PeriluneError) {
        guard let message = message?.pointee else {
            self.init()
            return
        }
        let json = try Self.copy(message.json)
        self.init(
            json.isEmpty ? .null : try Value(json: json), data: try Self.copy(message.data))
    }

    private static func copy(_ bytes: perilune_bytes) throws(PeriluneError) -> [UInt8] {
        guard bytes.length <= limit, bytes.length == 0 || bytes.bytes != nil else {
            throw .broken("a message of \(bytes.length) bytes")
        }
        return Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.length))
    }

    /// Lends the message to the other side.
    func lend(_ body: (UnsafePointer<perilune_message>) -> Void) throws(PeriluneError) {
        var text: [UInt8] = []
        if json != .null {
            var writer = JSONWriter()
            writer.write(json)
            text = writer.bytes
        }
        guard text.count <= Self.limit, data.count <= Self.limit else {
            throw PeriluneError(
                "plugin.size", "a message has more than \(Self.limit >> 20) MB")
        }
        text.withUnsafeBufferPointer { text in
            data.withUnsafeBufferPointer { data in
                var message = perilune_message(
                    json: perilune_bytes(bytes: text.baseAddress, length: text.count),
                    data: perilune_bytes(bytes: data.baseAddress, length: data.count))
                body(&message)
            }
        }
    }

    /// As the header has it.
    private static let limit = 64 << 20
}

extension PeriluneError {
    /// The other side does not keep to the boundary.
    package static func broken(_ what: String) -> PeriluneError {
        PeriluneError(
            "plugin.boundary", "\(what): this violates perilune_plugin.h",
            hint: "report it to the plugin's author")
    }
}
