import PeriluneCore
import Testing

@testable import PeriluneXML

struct BinaryPropertyListTests {
    /// As Python's `plistlib` writes it.
    private static let file = """
        62706c6973743030d90102030405060708090a0b0c0d0e0f101116544e616d6554466c6167534f66
        6655436f756e74554c61726765555072696365545768656e544c697374544c6f6e676b0053006100
        6c0065007300202013002020ac00200035090813fffffffffffffffd130000010000000000233ff8
        0000000000003341b5776a90000000a212135161d11415516251635f102878787878787878787878
        787878787878787878787878787878787878787878787878787878787878081b2025292f353b4045
        4a6162636c757e878a8c8f9193000000000000010100000000000000170000000000000000000000
        00000000be
        """

    private static let bytes: [UInt8] = {
        let digits = file.filter(\.isHexDigit).map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }()

    @Test func aBinaryListIsReadAsTheSameInXML() throws {
        let xml = try PropertyList.parse(
            """
            <plist><dict><key>Name</key><string>Sales – € 5</string><key>Flag</key><true/><key>Off</key><false/>
            <key>Count</key><integer>-3</integer><key>Large</key><integer>1099511627776</integer>
            <key>Price</key><real>1.5</real><key>When</key><date>2012-05-31T09:00:00Z</date>
            <key>List</key><array><string>a</string><dict><key>b</key><string>c</string></dict></array>
            <key>Long</key><string>\(String(repeating: "x", count: 40))</string></dict></plist>
            """)
        #expect(try PropertyList.parse(Self.bytes) == xml)
    }

    @Test func aListThatIsCutOffIsAnError() {
        for count in 8..<Self.bytes.count {
            #expect(throws: PeriluneError.self) {
                try PropertyList.parse(Array(Self.bytes.prefix(count)))
            }
        }
    }

    /// Each byte with each bit flipped: an error or another value, but never a trap.
    @Test func aDamagedListNeverTraps() {
        for place in Self.bytes.indices {
            for bit in 0..<8 {
                var bytes = Self.bytes
                bytes[place] ^= 1 << bit
                _ = try? PropertyList.parse(bytes)
            }
        }
    }

    /// An array that has the same text again and again: each time counts.
    @Test(arguments: [(9, false), (10, true)])
    func repeatedTextsAreBounded(count: Int, isRefused: Bool) {
        var limits = XMLLimits()
        limits.bytes = 100
        var bytes = Array("bplist00".utf8) + [0xa0 | UInt8(count)]
        bytes += Array(repeating: 1, count: count) + [0x5b] + Array("abcdefghijk".utf8)
        let table = UInt8(bytes.count)
        bytes += [8, table - 12, 0, 0, 0, 0, 0, 0, 1, 1]
        for number in [2, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        let list = try? PropertyList.parse(bytes, limits: limits)
        #expect((list == nil) == isRefused)
    }

    /// An array that contains itself.
    @Test func aListWithinItselfIsAnError() {
        var bytes = Array("bplist00".utf8) + [0xa1, 0x00, 0x08]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [1, 0, 10] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
        #expect(throws: PeriluneError.self) { try PropertyList.parse(bytes) }
    }
}
