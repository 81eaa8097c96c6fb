// Importing Perilune also gives access to events, delegates, scripts and stores.
@_exported public import PeriluneCore
@_exported public import PeriluneJSON
@_exported public import PeriluneLua
@_exported public import PeriluneStore
