---@meta log
-- Generated: see perilune.lua.

---@type perilune.log
local log

return log
