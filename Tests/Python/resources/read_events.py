"""Prints the lines of a stream of server-sent events as a client of PyPI reads them: `read_events.py requests|httpx URL`."""

import sys


def lines(client, url):
    # Both with their own defaults: httpx gives up when nothing comes for five seconds.
    if client == "requests":
        import requests

        yield from requests.get(url, stream=True).iter_lines(decode_unicode=True)
    else:
        import httpx

        with httpx.stream("GET", url) as response:
            yield from response.iter_lines()


for line in lines(*sys.argv[1:]):
    print(line, flush=True)
