---@meta timer
-- Generated: see perilune.lua.

---@type perilune.timer
local timer

return timer
