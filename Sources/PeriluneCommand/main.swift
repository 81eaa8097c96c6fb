import Glibc
import PeriluneFiles

OutputFile.reserveStandardDescriptors()
// A closed pipe ends the run quietly, as an error of the write, not as a signal.
OutputFile.ignoreSignals()
guard let arguments = UTF8Arguments.all else { exit(ExitStatus.usage.rawValue) }
exit(await perilune(arguments))
