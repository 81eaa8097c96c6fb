---@meta http
-- Generated: see perilune.lua.

---@type perilune.http
local http

return http
