---@meta csv
-- Generated: see perilune.lua.

---@type perilune.csv
local csv

return csv
