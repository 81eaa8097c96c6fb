---@meta hex
-- Generated: see perilune.lua.

---@type perilune.hex
local hex

return hex
