import Glibc
import PeriluneFiles

OutputFile.reserveStandardDescriptors()
// A closed pipe ends the run quietly, as an error of the write, not as a signal.
OutputFile.ignoreSignals()
guard let arguments = UTF8Arguments.all else { exit(ExitStatus.usage.rawValue) }
let status = await perilune(arguments)
// Threads may still run: exit() would destroy what they use.
fflush(nil)
_exit(status)
