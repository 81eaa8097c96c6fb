---@meta hash
-- Generated: see perilune.lua.

---@type perilune.hash
local hash

return hash
