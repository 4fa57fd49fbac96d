-- What wrk sends: an order, whose key web-gateway makes.
wrk.method = "POST"
wrk.body = '{"juice":"mango"}'
wrk.headers["Content-Type"] = "application/json"
