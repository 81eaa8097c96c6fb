internal import Glibc

/// The system's text for an error number, usually `errno`.
package func systemMessage(_ number: Int32) -> String {
    // In glibc this is never null: unknown numbers have a text, too.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
