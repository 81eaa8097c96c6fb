-- A million brackets.
-- expect: error
require "json".decode(("["):rep(1 << 20))
