-- The order in Redis: the key remembered, the stock decided, the event appended, all or nothing.
local stored = redis.call('GET', KEYS[1])
if stored then return stored end
local left = redis.call('HINCRBY', KEYS[2], 'quantity', -3)
if left < 0 then
    redis.call('HINCRBY', KEYS[2], 'quantity', 3)
    return redis.error_reply('not enough')
end
local version = redis.call('HINCRBY', KEYS[2], 'version', 1)
local time = redis.call('TIME')
local result = '{"juice":"mango","quantity":1,"used":[{"fruit":"mango","quantity":3}],"left":[{"fruit":"mango","quantity":'
    .. left .. ',"version":' .. version .. '}],"time":"' .. time[1] .. '"}'
redis.call('SET', KEYS[1], result)
redis.call('XADD', 'journal', '*', 'method', 'juice.order', 'causationid', '0024496594315-1250', 'data',
    '{"fruit":"mango","previous":' .. left + 3 .. ',"quantity":' .. left .. ',"delta":-3,"version":' .. version
    .. ',"cause":"order"}')
return result
