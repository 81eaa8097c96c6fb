/// A generator with a seed: a failing property test fails again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func text(of pieces: [String], upTo count: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            text += pieces.randomElement(using: &self) ?? ""
        }
        return text
    }
}

/// Pieces that links are made of, with everything that parsers stumble over.
let linkPieces = [
    "mstr:", "mstripad:", "MSTR:", "http:", "https:", "tel:", "my.app+x-1:", "//", "/", "?", "#",
    "&", "&", "=", "=", "evt", "evt=", "evt=", "&evt=", "?evt=", "EVT=", "%65vt=", "e%76t=",
    "evtorder=", "src=", "4001", "10000001", "0", "99999999999999999999", "9223372036854775807",
    "9223372036854775808", "%34", "%3", "%", "%zz", "%C3%A9", "%FF", "%00", "%26", "%3D", "+", "-",
    "|", "^", "%5e", "{City@ID}", "{&Doc}", "{&", "}", "é", "😀", "e\u{301}", " ", "@", ":", ";",
    ",", "a", "Main.aspx",
    "mstrWeb", "\r\n", "\0", "amp;",
]
