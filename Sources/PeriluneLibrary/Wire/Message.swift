internal import CPerilunePlugin
package import PeriluneCore
internal import PeriluneJSON

/// A request or an answer, copied from the memory of the other side.
package struct Message: Sendable {
    /// The part in JSON; null if there is none.
    package var json: Value
    /// Bytes that are not JSON, or that must not be changed.
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

    /// Calls `body` with the message in the form of the C interface, which is valid until `body` returns.
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

    /// The largest part that perilune_plugin.h allows.
    private static let limit = 64 << 20
}

extension PeriluneError {
    /// The error for a message that violates the C interface.
    package static func broken(_ what: String) -> PeriluneError {
        PeriluneError(
            "plugin.boundary", "\(what): this violates perilune_plugin.h",
            hint: "report it to the plugin's author")
    }
}
