-- Names of the host.
-- expect: time
for _, name in ipairs { "=delegate", "=prompt", "=script", "commander", "json\0", "", "../x", "/etc/passwd" } do pcall(require, name) end
while true do pcall(require, "=delegate") end
