import Glibc
import PeriluneFiles

OutputFile.reserveStandardDescriptors()
// Writing to a closed pipe fails with an error instead of a signal, and the command ends without a message.
OutputFile.ignoreSignals()
guard let arguments = UTF8Arguments.all else { exit(ExitStatus.usage.rawValue) }
let status = await perilune(arguments)
// exit() would destroy objects that other threads still use.
fflush(nil)
_exit(status)
