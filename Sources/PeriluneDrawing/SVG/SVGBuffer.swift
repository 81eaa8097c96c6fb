/// A buffer for an SVG document.
///
/// A picture may contain a hundred thousand numbers, so they are written as fixed-point numbers directly into memory.
struct SVGBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 14) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Appends bytes that need no escapes.
    @inline(__always)
    mutating func raw(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        (base + count).update(from: text.utf8Start, count: length)
        count += length
    }

    mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { raw($0) }
    }

    /// A coordinate in hundredths of a point; 0 for one that no picture can contain.
    @inline(__always)
    static func hundredths(_ value: Double) -> Int {
        guard abs(value) < 1e9 else { return 0 }
        return Int(value * 100 + (value < 0 ? -0.5 : 0.5))
    }

    @inline(__always)
    mutating func number(_ value: Double) { number(hundredths: Self.hundredths(value)) }

    mutating func number(hundredths value: Int) {
        reserve(24)
        var rest = value.magnitude
        if value < 0 { put(UInt8(ascii: "-")) }
        let part = rest % 100
        rest /= 100
        digits(rest)
        guard part != 0 else { return }
        put(UInt8(ascii: "."))
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: part / 10))
        if part % 10 != 0 { put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: part % 10)) }
    }

    mutating func integer(_ value: Int) {
        reserve(24)
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    /// Appends another number of a list; a minus sign replaces the space.
    @inline(__always)
    mutating func next(hundredths value: Int) {
        if value >= 0 { byte(UInt8(ascii: " ")) }
        number(hundredths: value)
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        base[count] = byte
        count += 1
    }

    @inline(__always)
    private mutating func digits(_ value: UInt) {
        var length = 1
        var bound: UInt = 10
        while length < 20, value >= bound {
            length += 1
            bound = bound &* 10
        }
        var rest = value
        for place in stride(from: length - 1, through: 0, by: -1) {
            base[count + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }
}
