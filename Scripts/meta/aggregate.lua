---@meta aggregate
-- Generated: see perilune.lua.

---@type perilune.aggregate
local aggregate

return aggregate
