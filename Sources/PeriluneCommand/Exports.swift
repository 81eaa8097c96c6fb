// Every file of the command uses it.
@_exported public import PeriluneCommandKit
