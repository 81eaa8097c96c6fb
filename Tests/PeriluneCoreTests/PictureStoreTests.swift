import PeriluneCore
import Testing

/// How many pictures are kept.
struct PictureStoreTests {
    private func picture(_ count: Int) -> Picture {
        Picture(
            bytes: Array(repeating: 0, count: count), format: .png, width: 1, height: 1,
            alternative: "")
    }

    @Test func theOldestPicturesMakeRoom() throws {
        let store = PictureStore(limit: 10)
        for id in ["1", "2", "3"] { try store.keep(picture(4), id: id, source: "s") }
        #expect(
            ["1", "2", "3"].map { store.picture(id: $0, source: "s") != nil } == [
                false, true, true,
            ])
    }

    @Test func aPictureThatIsKeptAgainCountsOnce() throws {
        let store = PictureStore(limit: 10)
        for count in [6, 5] { try store.keep(picture(count), id: "1", source: "s") }
        try store.keep(picture(5), id: "2", source: "s")
        #expect(store.picture(id: "1", source: "s")?.bytes.count == 5)
        #expect(store.picture(id: "2", source: "s") != nil)
    }

    @Test func aPictureBeyondTheLimitIsRefused() throws {
        let store = PictureStore(limit: 10)
        try store.keep(picture(10), id: "1", source: "s")
        let error = #expect(throws: PeriluneError.self) {
            try store.keep(picture(11), id: "2", source: "s")
        }
        #expect(error?.code == "view.size")
        #expect(store.picture(id: "1", source: "s") != nil)
    }
}
