import PeriluneHTTP
import Testing

struct CryptographyTests {
    @Test func digestsAsTheStandardSays() throws {
        #expect(
            try SHA256.hexadecimal(Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            try SHA256.hexadecimal([])
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func givesOtherRandomBytesEachTime() throws {
        let values = try (0..<100).map { _ in try secureRandom(16) }
        #expect(Set(values).count == 100)
        #expect(values.allSatisfy { $0.count == 16 })
        #expect(try secureRandom(0).isEmpty)
    }

    @Test func comparesSecrets() {
        #expect(isEqualInConstantTime([], []))
        #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2, 4]))
        #expect(!isEqualInConstantTime([1, 2, 3], [0, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2]))
    }
}
