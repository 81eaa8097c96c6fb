import Glibc
import PeriluneFiles

// A closed pipe ends the run quietly, as an error of the write, not as a signal.
OutputFile.ignoreSignals()
exit(await perilune(Array(CommandLine.arguments.dropFirst())))
