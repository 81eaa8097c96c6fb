---@meta throttle
-- Generated: see perilune.lua.

---@type perilune.throttle
local throttle

return throttle
