---@meta charts
-- Generated: see perilune.lua.

---@type perilune.charts
local charts

return charts
