// The author of a plugin imports PeriluneLibrary and has events, delegates and modules.
@_exported public import PeriluneCore
