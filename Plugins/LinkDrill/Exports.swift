// The types of links belong to the API of this plugin.
@_exported public import PeriluneLinks
