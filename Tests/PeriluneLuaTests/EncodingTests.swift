import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The modules `hash`, `base64` and `hex`, by the vectors of their standards.
struct EncodingTests {
    private let lab = Lab()
    private let before =
        #"local hash, base64, hex = require "hash", require "base64", require "hex""#

    private func value(_ expression: String) async throws -> String {
        try await lab.emitted("commander:emit(\(expression))", before: before).first ?? ""
    }

    private func error(_ expression: String) async throws -> PeriluneError {
        try await lab.error("local x = \(expression)", before: before)
    }

    // RFC 1321, FIPS 180, the check value of the catalogue of CRCs, and xxHash's own.
    @Test(arguments: [
        ("md5", "''", "d41d8cd98f00b204e9800998ecf8427e"),
        ("md5", "'message digest'", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "md5", "('1234567890'):rep(8)", "57edf4a22be3c955ac49da2e2107b67a"
        ),
        ("sha1", "'abc'", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha256", "''", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("sha256", "'abc'", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha256", "('a'):rep(1000000)",
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
        (
            "sha384", "'abc'",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            "sha512", "'abc'",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        ("crc32", "'123456789'", "cbf43926"), ("crc32", "''", "00000000"),
        ("xxh64", "''", "ef46db3751d8e999"), ("xxh64", "'abc'", "44bc2cf5ad770999"),
    ])
    func computesDigests(_ algorithm: String, _ text: String, _ digest: String) async throws {
        #expect(try await value("hash.\(algorithm)(\(text))") == "\"\(digest)\"")
    }

    // RFC 2202 and RFC 4231.
    @Test(arguments: [
        ("'md5', ('\\x0b'):rep(16), 'Hi There'", "9294727a3638bb1c13f48ef8158bfc9d"),
        (
            "'sha1', 'Jefe', 'what do ya want for nothing?'",
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            "'sha256', ('\\x0b'):rep(20), 'Hi There'",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "'sha384', 'Jefe', 'what do ya want for nothing?'",
            "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
        ),
        (
            "'sha512', ('\\xaa'):rep(131), 'Test Using Larger Than Block-Size Key - Hash Key First'",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
        ),
    ])
    func computesKeyedDigests(_ arguments: String, _ digest: String) async throws {
        #expect(try await value("hash.hmac(\(arguments))") == "\"\(digest)\"")
    }

    @Test func anUnknownAlgorithmListsTheKnownOnes() async throws {
        for name in ["sha3", "crc32", ""] {
            let error = try await error("hash.hmac('\(name)', 'k', 't')")
            #expect(
                error.message.contains("the algorithms are md5, sha1, sha256, sha384 and sha512"))
        }
    }

    // RFC 4648.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func encodesAndDecodesBase64(_ plain: String, _ coded: String) async throws {
        let unpadded = coded.replacing("=", with: "")
        #expect(
            try await value(
                "{ base64.encode('\(plain)'), base64.decode('\(coded)'), base64.encodeURL('\(plain)'), base64.decodeURL('\(unpadded)') }"
            ) == "[\"\(coded)\",\"\(plain)\",\"\(unpadded)\",\"\(plain)\"]")
    }

    @Test func bytesThatAreNotUTF8Survive() async throws {
        #expect(try await value(#"base64.encodeURL("\xfb\xff")"#) == #""-_8""#)
        #expect(
            try await value(
                """
                (function()
                    local all = {}
                    for byte = 0, 255 do all[#all + 1] = string.char(byte) end
                    all = table.concat(all)
                    return base64.decode(base64.encode(all)) == all and hex.decode(hex.encode(all)) == all
                        and base64.decodeURL(base64.encodeURL(all)) == all
                end)()
                """) == "true")
    }

    @Test(arguments: [
        ("base64.decode('Zg=')", "base64.invalid", "base64.decode: the text is invalid at byte 4"),
        ("base64.decode('Zg')", "base64.invalid", "base64.decode: the text is invalid at byte 3"),
        ("base64.decode('Z')", "base64.invalid", "base64.decode: the text is invalid at byte 1"),
        ("base64.decode('Zh==')", "base64.invalid", "base64.decode: the text is invalid at byte 2"),
        (
            "base64.decode('Zm9v\\n')", "base64.invalid",
            "base64.decode: the text is invalid at byte 5"
        ),
        ("base64.decode('-_8=')", "base64.invalid", "base64.decode: the text is invalid at byte 1"),
        ("base64.decode('====')", "base64.invalid", "base64.decode: the text is invalid at byte 1"),
        (
            "base64.decodeURL('+/8')", "base64.invalid",
            "base64.decodeURL: the text is invalid at byte 1"
        ),
        (
            "base64.decodeURL('Zg==')", "base64.invalid",
            "base64.decodeURL: the text is invalid at byte 3"
        ),
        ("hex.decode('abc')", "hex.invalid", "hex.decode: the text is invalid at byte 4"),
        ("hex.decode('0x')", "hex.invalid", "hex.decode: the text is invalid at byte 2"),
    ])
    func anInvalidTextIsAnErrorWithItsPlace(
        _ expression: String, _ code: String, _ message: String
    ) async throws {
        let error = try await error(expression)
        #expect(error.code.rawValue == code)
        #expect(error.message == message)
        #expect(error.place.line == 4)
    }

    @Test func aResultMustNotBeTooLong() async throws {
        for function in ["base64.encode", "hex.encode"] {
            let error = try await error("\(function)(('x'):rep(1 << 20))")
            #expect(error.message.hasPrefix("the result of \(function) is too long"))
        }
    }

    @Test func theInstructionLimitCountsBytes() async throws {
        let strict = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 1_000_000))
        for body in ["hash.xxh64(text)", "base64.encode(text)"] {
            let rule = strict.rule(
                "local text = ('a'):rep(500000) for i = 1, 1000 do \(body) end", before: before)
            let results = try await strict.run(rule, [.test("{}")])
            #expect(results.records[0].error?.code == "script.instructions")
        }
    }
}
