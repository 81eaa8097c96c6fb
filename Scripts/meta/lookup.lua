---@meta lookup
-- Generated: see perilune.lua.

---@type perilune.lookup
local lookup

return lookup
