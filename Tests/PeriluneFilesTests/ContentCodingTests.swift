import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

struct ContentCodingTests {
    private static let text = #"{"specversion":"1.0","id":"1","source":"/s","type":"t"}"#
    private static let bodies = [
        "gzip":
            "H4sIAAAAAAACA6tWKi5ITS5LLSrOzM9TslIy1DNQ0lHKTAExgYzi/NKi5FQgR78YyCupLACxS5RqAeJ73IM3AAAA",
        "deflate":
            "eJyrViouSE0uSy0qzszPU7JSMtQzUNJRykwBMYGM4vzSouRUIEe/GMgrqSwAsUuUagHW8hAs",
        "zstd":
            "KLUv/QRYuQEAeyJzcGVjdmVyc2lvbiI6IjEuMCIsImlkIjoiMSIsInNvdXJjZSI6Ii9zIiwidHlwZSI6InQiffj7ve4=",
    ]
    /// 3 MB of zeros.
    private static let bomb =
        "KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAMAEABytDLk"

    private func bytes(_ base64: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: base64)))
    }

    private func code(_ name: String, _ body: [UInt8], limit: Int = 1 << 20) -> String? {
        do throws(PeriluneError) {
            _ = try ContentCoding(name)?.decode(body, limit: limit)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test(arguments: bodies) func decodes(name: String, base64: String) throws {
        let coding = try #require(try ContentCoding(name.uppercased()))
        let body = try coding.decode(bytes(base64), limit: Self.text.utf8.count)
        #expect(String(decoding: body, as: UTF8.self) == Self.text)
    }

    @Test(arguments: bodies) func refusesABodyThatGrowsBeyondTheLimit(
        name: String, base64: String
    ) throws {
        #expect(try code(name, bytes(base64), limit: Self.text.utf8.count - 1) == "event.size")
    }

    @Test(arguments: bodies) func refusesADamagedBody(name: String, base64: String) throws {
        let body = try bytes(base64)
        #expect(code(name, Array(body.dropLast(10))) == "http.body")
        #expect(code(name, Array(body.dropFirst())) == "http.body")
        #expect(code(name, body + [0x20]) == "http.body")
        #expect(code(name, []) == "http.body")
    }

    @Test func refusesADecompressionBomb() throws {
        let body = try bytes(Self.bomb)
        #expect(code("zstd", body, limit: 256 << 20) == "event.size")
        #expect(code("zstd", body, limit: 1 << 20) == "event.size")
    }

    @Test func recognizesTheIdentityCoding() throws {
        #expect(try ContentCoding("") == nil)
        #expect(try ContentCoding("Identity") == nil)
    }

    @Test(arguments: ["br", "gzip, gzip", "compress", "gzip;q=1"])
    func refusesOtherCodings(name: String) { #expect(code(name, []) == "http.encoding") }
}
