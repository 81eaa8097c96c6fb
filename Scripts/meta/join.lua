---@meta join
-- Generated: see perilune.lua.

---@type perilune.join
local join

return join
