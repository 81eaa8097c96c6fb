internal import Glibc

/// The name of a signal, such as `SIGSEGV` for 11; its number if it has no common name.
package func signalName(_ number: Int32) -> String {
    switch number {
    case SIGABRT: "SIGABRT"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGILL: "SIGILL"
    case SIGKILL: "SIGKILL"
    case SIGSEGV: "SIGSEGV"
    case SIGSYS: "SIGSYS"
    case SIGTRAP: "SIGTRAP"
    default: "signal \(number)"
    }
}
