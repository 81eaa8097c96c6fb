-- The collector stopped.
-- expect: absent
collectgarbage('stop')
while true do local t = {} end
