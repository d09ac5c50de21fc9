#!/usr/bin/env -S shotflow run
-- Sends the files of pictures and movies to a server, each once.
local o = options {
  selection = true,
  url = { "", "where the files go, each by its name below a url that ends in /; else they are listed" },
  form = { "", "the field of a form that has the file, as browsers send it; without it PUT" },
  header = { {}, "further headers, such as Authorization: Bearer {env:TOKEN}" },
}

local headers = {}
for _, line in ipairs(o.header) do
  local name, value = line:match("^([^:]+):%s*(.+)$")
  if not name then
    error("--header takes a name, a colon and a value; not " .. line, 0)
  end
  headers[name] = value
end

return pipeline {
  about = "Sends files to a server, each once.",
  wants = o.url ~= "" and { network = "to send the files" } or nil,
  source {},
  o.url ~= "" and webhook {
    url = o.url,
    body = "file",
    form = o.form ~= "" and o.form or nil,
    headers = headers,
  } or nil,
}
