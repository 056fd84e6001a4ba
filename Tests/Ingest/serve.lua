-- Bodies for wrk: events with ids that no other body has, one record in a hundred faulty. What is answered is written down.
-- Arguments: a folder for what is written down, the first id, and records of a body. One connection a thread: an answer is that to the last body.

local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(arguments)
    local first = tonumber(arguments[2])
    records = tonumber(arguments[3])
    following = first + number * 100000000
    answers = io.open(string.format("%s/%.0f-%d", arguments[1], first, number), "w")
    -- Nobody closes it.
    answers:setvbuf("no")
end

function request()
    local lines = {}
    begin = following
    for id = begin, begin + records - 1 do
        if id % 100 == 7 then
            lines[#lines + 1] = string.format("no json at all %.0f", id)
        else
            lines[#lines + 1] = string.format(
                '{"id":"%.0f","type":"PushEvent","actor":{"id":%d,"login":"u%d"},"repo":{"id":%d,"name":"o/r%d"},"payload":{"size":%d},"public":true,' ..
                '"created_at":"2026-01-01T00:00:%02dZ"}', id, id % 997, id % 997, id % 89, id % 89, id % 7, id % 60)
        end
    end
    following = begin + records
    return wrk.format("POST", "/events", { ["Content-Type"] = "application/x-ndjson" }, table.concat(lines, "\n") .. "\n")
end

function response(status, headers, body)
    answers:write(string.format("%d %.0f %d %s\n", status, begin, records, headers["Retry-After"] or "-"))
end
