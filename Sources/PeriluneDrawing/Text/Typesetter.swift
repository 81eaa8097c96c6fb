import CPeriluneDrawing
import PeriluneCore
import Synchronization

/// Loads fonts and shapes text, once for the process, because finding fonts takes many milliseconds.
final class Typesetter: Sendable {
    /// The pointers, which are valid until the end of the process and only used under the lock.
    private struct State: @unchecked Sendable {
        var typesetter: OpaquePointer?
        var fonts: [Font: OpaquePointer] = [:]
        /// The last font, because consecutive texts often have the same font and finding one by name is as slow as
        /// shaping a word.
        var last: (font: Font, pointer: OpaquePointer)?
    }

    static let shared = Typesetter()

    private let state = Mutex(State())

    /// Calls a function with a font under the lock, because only one thread may use Pango's objects at a time.
    func with<Result: Sendable>(
        _ font: Font, _ body: (OpaquePointer) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        let result = state.withLock { state -> Swift.Result<Result, PeriluneError> in
            do throws(PeriluneError) {
                return .success(try body(try Self.font(font, in: &state)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func font(
        _ font: Font, in state: inout State
    ) throws(PeriluneError) -> OpaquePointer {
        if let last = state.last, last.font == font { return last.pointer }
        if let known = state.fonts[font] {
            state.last = (font, known)
            return known
        }
        if state.typesetter == nil {
            try DrawingLibraries.load()
            try check(perilune_typesetter_create(&state.typesetter))
        }
        var made: OpaquePointer?
        try check(
            perilune_font_create(
                state.typesetter, font.family, font.size, Int32(font.weight.rawValue),
                font.isItalic, font.isTabular, &made))
        guard let made else { throw PeriluneError(.pictureFailed, "there is no such font") }
        state.fonts[font] = made
        return made
    }
}
