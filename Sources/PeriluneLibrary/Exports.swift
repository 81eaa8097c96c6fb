// Importing PeriluneLibrary also gives plugins access to events, delegates and modules.
@_exported public import PeriluneCore
