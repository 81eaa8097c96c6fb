---@meta ip
-- Generated: see perilune.lua.

---@type perilune.ip
local ip

return ip
