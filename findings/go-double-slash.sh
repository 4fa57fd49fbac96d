#!/usr/bin/env bash
# One would guess that a DELETE or a POST that a Go program sends to a Go server keeps its method where the path has two slashes, as it
# has when a path that begins with a slash is put behind a base URL that ends with one. The server's mux answers 301 with the path cleaned,
# and the client follows a 301 by GET: the DELETE is a GET, the POST a GET without its body, and both end with 200.
#
# Versions: Go 1.19.8 of Debian 12, as installed; net/http alone.
# Why it matters: nothing was deleted or sent, and both sides say that all is well.
set -euo pipefail

command -v go >/dev/null || { echo "Go is needed: apt-get install golang-go" >&2; exit 2; }
go version
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/main.go" <<'GO'
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		fmt.Fprintf(writer, "%s %s %q", request.Method, request.URL.Path, body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, mux)
	for _, method := range []string{"DELETE", "POST"} {
		request, _ := http.NewRequest(method, "http://"+listener.Addr().String()+"//things/17", strings.NewReader("body"))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		body, _ := io.ReadAll(response.Body)
		fmt.Printf("%s became %s, %d\n", method, body, response.StatusCode)
	}
}
GO
seen=$(cd "$place" && GOCACHE="$place/cache" GOFLAGS=-mod=mod GO111MODULE=off timeout 120 go run main.go)
echo "$seen"
[[ $seen == 'DELETE became GET /things/17 "", 200'$'\n''POST became GET /things/17 "", 200' ]]
