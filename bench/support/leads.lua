-- Posts leads that are all different, each with the key of one of the accounts in turn.
-- Arguments: a file of bodies, one a line, with \1 where a number makes them unique; a file of keys; the first
-- number.

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

local refused = 0

function response(status)
  if status ~= 200 then
    refused = refused + 1
    if refused == 1 then io.stderr:write("answered " .. status .. "\n") end
  end
end
