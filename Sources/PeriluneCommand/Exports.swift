// Every file of the command uses PeriluneCommandKit.
@_exported public import PeriluneCommandKit
