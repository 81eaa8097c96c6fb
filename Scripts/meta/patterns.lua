---@meta patterns
-- Generated: see perilune.lua.

---@type perilune.patterns
local patterns

return patterns
