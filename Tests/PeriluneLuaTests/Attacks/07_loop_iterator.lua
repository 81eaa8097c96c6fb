-- A generic for whose C iterator never ends: no Lua instruction in the body.
-- expect: time
for _ in rawlen, 'a' do end
