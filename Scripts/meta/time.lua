---@meta time
-- Generated: see perilune.lua.

---@type perilune.time
local time

return time
