-- A document that is 65,536 deep.
-- expect: error
require "json".decode(("["):rep(1 << 16) .. ("]"):rep(1 << 16))
