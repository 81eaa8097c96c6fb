internal import PeriluneCore

extension BuiltInModules {
    static let hash = HostModule(
        "hash", "Digests of strings, in hexadecimal.",
        [
            digest("sha256", "the SHA-256 digest, as sha256sum writes it"),
            digest("sha384", "the SHA-384 digest"), digest("sha512", "the SHA-512 digest"),
            digest("sha1", "the SHA-1 digest, which is not safe against forgery"),
            digest("md5", "the MD5 digest, which is not safe against forgery"),
            digest("crc32", "the CRC-32 checksum, as gzip computes it"),
            digest(
                "xxh64",
                "the XXH64 hash, the fastest: to group or sample, not against forgery"),
            HostFunction(
                "hmac", "Returns a digest that only those who know the key can compute (HMAC).",
                [
                    .init("algorithm", .string, "md5, sha1, sha256, sha384 or sha512"),
                    .init("key", .string, "the key, any bytes"),
                    .init("text", .string, "any bytes"),
                ], returns: "string", .native),
        ])

    private static func digest(_ name: String, _ what: String) -> HostFunction {
        HostFunction(
            name, "Returns \(what).", [.init("text", .string, "any bytes")], returns: "string",
            .native)
    }

    static let base64 = HostModule(
        "base64", "Bytes as text of 64 characters (RFC 4648).",
        [
            coding("encode", "Encodes with + and /, with padding.", "any bytes"),
            coding(
                "decode", "Decodes text with + and / and padding; an error for anything else.",
                "text without white space"),
            coding("encodeURL", "Encodes with - and _, without padding.", "any bytes"),
            coding(
                "decodeURL",
                "Decodes text with - and _ without padding; an error for anything else.",
                "text without white space"),
        ])

    static let hex = HostModule(
        "hex", "Bytes as hexadecimal digits.",
        [
            coding("encode", "Encodes as lower-case digits.", "any bytes"),
            coding(
                "decode", "Decodes digits of either case; an error for anything else.",
                "two digits for each byte"),
        ])

    private static func coding(_ name: String, _ summary: String, _ text: String) -> HostFunction {
        HostFunction(
            name, summary, [.init("text", .string, text)], returns: "string", .native)
    }
}
