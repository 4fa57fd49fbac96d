-- The order in PostgreSQL: one function call is one order, one transaction, one sync before the answer.
CREATE TABLE level(item integer PRIMARY KEY, quantity bigint NOT NULL, version bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO level SELECT item, 1000000000000, 1 FROM generate_series(1, 1000) AS item;
CREATE TABLE journal(number bigserial PRIMARY KEY, time timestamptz NOT NULL, method text NOT NULL, key text NOT NULL UNIQUE,
    fingerprint bytea NOT NULL, result text NOT NULL, causationid text, events text NOT NULL);

CREATE FUNCTION place_order(wanted integer, request_key text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
    remaining bigint;
    present bigint;
BEGIN
    SELECT result INTO answer FROM journal WHERE key = request_key;
    IF FOUND THEN RETURN answer; END IF;
    UPDATE level SET quantity = quantity - 3, version = version + 1 WHERE item = wanted AND quantity >= 3
        RETURNING quantity, version INTO remaining, present;
    IF NOT FOUND THEN RAISE EXCEPTION 'not enough'; END IF;
    answer := format('{"juice":"mango","quantity":1,"used":[{"fruit":"mango","quantity":3}],'
        '"left":[{"fruit":"mango","quantity":%s,"version":%s}],"time":"%s"}', remaining, present, now());
    INSERT INTO journal(time, method, key, fingerprint, result, causationid, events)
        VALUES (now(), 'juice.order', request_key, sha256('{"juice":"mango","quantity":1}'), answer, '0024496594315-1250',
            format('[{"type":"juice.stock.changed","subject":"mango","data":{"fruit":"mango","previous":%s,"quantity":%s,'
                '"delta":-3,"version":%s,"cause":"order"}}]', remaining + 3, remaining, present));
    RETURN answer;
END $$;

-- The same for many orders of one item in one statement, as a client does that batches by itself.
CREATE FUNCTION place_orders(wanted integer, request_keys text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    fresh text[];
    remaining bigint;
    present bigint;
BEGIN
    SELECT array_agg(one) INTO fresh FROM unnest(request_keys) AS one WHERE NOT EXISTS
        (SELECT FROM journal WHERE key = one);
    UPDATE level SET quantity = quantity - 3 * cardinality(fresh), version = version + cardinality(fresh)
        WHERE item = wanted AND quantity >= 3 * cardinality(fresh) RETURNING quantity, version INTO remaining, present;
    IF NOT FOUND THEN RAISE EXCEPTION 'not enough'; END IF;
    RETURN QUERY INSERT INTO journal(time, method, key, fingerprint, result, causationid, events)
        SELECT now(), 'juice.order', one, sha256('{"juice":"mango","quantity":1}'),
            format('{"juice":"mango","quantity":1,"used":[{"fruit":"mango","quantity":3}],'
                '"left":[{"fruit":"mango","quantity":%s,"version":%s}],"time":"%s"}', remaining, present, now()),
            '0024496594315-1250',
            format('[{"type":"juice.stock.changed","subject":"mango","data":{"fruit":"mango","previous":%s,"quantity":%s,'
                '"delta":-3,"version":%s,"cause":"order"}}]', remaining + 3, remaining, present)
        FROM unnest(fresh) AS one RETURNING result;
END $$;
