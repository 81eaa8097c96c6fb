-- /etc/perilune/member.lua: how a member of a cluster reaches its NATS servers, and where it listens. Its rules are those
-- of 'perilune cluster deploy'. After a change: systemctl restart perilune
---@type perilune.Configuration
return {
  cluster = {
    servers = { "nats://10.0.0.1:4222", "nats://10.0.0.2:4222", "nats://10.0.0.3:4222" },
  },
  plugins = {
    nats = {
      servers = { "nats://10.0.0.1:4222", "nats://10.0.0.2:4222", "nats://10.0.0.3:4222" },
      -- user = "perilune", password = { credential = "nats" },
    },
  },
  sources = {
    -- listen = "0.0.0.0:8080", tokenFile = "credential:token",
  },
}
