package import PeriluneCore

/// A mail address that is valid in SMTP commands and in headers: `name@example.com`.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as it was written.
    package let description: String
    /// The domain in lower case.
    package let domain: String

    /// Parses an ASCII address without a display name.
    ///
    /// Quoted local parts and comments are not supported: they are rare, and mail libraries interpret them
    /// differently.
    package init(_ text: String) throws(PeriluneError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, Self.isDotted(parts[0], Self.isLocal),
            Self.isDotted(parts[1], Self.isDomain)
        else {
            throw PeriluneError(
                .mailAddress, "'\(text.prefix(100))' is not a mail address",
                hint: "write it like name@example.com")
        }
        description = text
        domain = String(decoding: parts[1], as: UTF8.self).lowercased()
    }

    private static func isDotted(
        _ text: Substring.UTF8View, _ isAllowed: (UInt8) -> Bool
    ) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAllowed) }
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isDomain(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension PeriluneError.Code {
    /// The address is invalid.
    static let mailAddress: Self = "mail.address"
}
