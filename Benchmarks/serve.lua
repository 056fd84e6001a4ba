-- Bodies for wrk: lines of a sample, each with an id that it has not had before. Arguments: the sample, and lines of a body.

local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(arguments)
    lines = tonumber(arguments[2])
    following = 50000000000 + number * 1000000000
    -- Each thread begins elsewhere.
    pieces, place = {}, number * 5000
    for line in io.lines(arguments[1]) do
        -- A fault of the sample may be the id's.
        local id, rest = line:match('^{"id":"(%d+)(".*)$')
        pieces[#pieces + 1] = { id and '{"id":"' or line, id and rest or nil }
    end
end

function request()
    local body = {}
    for _ = 1, lines do
        place = place % #pieces + 1
        local piece = pieces[place]
        body[#body + 1] = piece[1]
        if piece[2] then
            body[#body + 1] = string.format("%.0f", following)
            body[#body + 1] = piece[2]
            following = following + 1
        end
        body[#body + 1] = "\n"
    end
    return wrk.format("POST", "/events", { ["Content-Type"] = "application/x-ndjson" }, table.concat(body))
end

-- Anything else than that all is in makes the figures worthless.
function response(status)
    if status ~= 200 and status ~= 207 then
        print("an answer has the status " .. status)
        os.exit(1)
    end
end
