-- Every setting that this release knows.
return {
  seed = 5,
  workers = 2,
  state = "state.db",
  store = "store.db",
  durable = true,
  limits = { time = 80, memory = 48, instructions = 5000000, event = 1048576 },
  reload = { tests = false },
  sources = {
    logs = { "../logs/events.jsonl", "../logs/events.jsonl.gz" },
    as = "event",
    listen = "127.0.0.1:8080",
    tokenFile = "token",
    anonymous = false,
    certificate = "server.pem",
    key = "server.key",
    maxBody = 65536,
    maxWaiting = 500,
  },
  sinks = { output = "output.jsonl", records = "records.jsonl", quarantine = "quarantine.jsonl" },
  grants = { files = { "." } },
  scripts = {
    "../rules/orders.lua",
    {
      path = "../rules/tasks.lua",
      priority = 3,
      limits = { time = 100, memory = 64, instructions = 1000 },
      grants = { crm = { "sales", "tasks" }, mail = { "a@example.com" }, http = { "hooks.example.com" }, charts = true },
    },
    { path = "../rules/links.lua", enabled = false },
  },
  plugins = {
    crm = "crm.json",
    sharing = {
      folder = ".",
      mail = {
        server = "smtps://mail.example.com", from = "rules@example.com", user = "rules",
        password = { env = "MAIL_PASSWORD" }, allow = { "a@example.com" }, tls = true,
      },
      uploads = {
        { name = "hook", url = "https://hooks.example.com/pictures", method = "POST", headers = { ["X-Key"] = { file = "token" } } },
      },
    },
    charts = { "../dashboards/lab.xml", "../dashboards/shop.plist" },
    login = { "login.plist" },
    folders = {
      { path = "../folder", settings = { threshold = 500, customers = { "Contoso" } }, grants = { mail = true }, required = true },
    },
    libraries = { { path = "../library/quota.so", required = false } },
  },
}
