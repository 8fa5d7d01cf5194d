-- Posts leads that are all different, with the accounts' keys in rotation.
-- Arguments: a file with one body per line, where \1 marks the place of a unique number; a file with one key per line;
-- the first number.

local bodies, keys = {}, {}
local count = 0

function init(args)
  for line in io.lines(args[1]) do bodies[#bodies + 1] = line end
  for line in io.lines(args[2]) do keys[#keys + 1] = line end
  count = tonumber(args[3])
end

function request()
  count = count + 1
  local unique = string.format("%07d", count % 10000000)
  local body = bodies[count % #bodies + 1]:gsub("\1", unique)
  local headers = { ["Content-Type"] = "application/json", ["X-API-KEY"] = keys[count % #keys + 1] }
  return wrk.format("POST", "/api/webhook.php", headers, body)
end

local failed = 0

function response(status)
  if status ~= 200 then
    failed = failed + 1
    if failed == 1 then io.stderr:write("got status " .. status .. "\n") end
  end
end
