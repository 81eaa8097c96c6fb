internal import Glibc

/// What the system calls an error number, `errno` most often.
package func systemMessage(_ number: Int32) -> String {
    // Never nil: a number that it does not know has a text, too.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
