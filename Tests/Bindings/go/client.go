// A client in Go: client call METHOD PARAMS, or client follow COUNT. docs/bindings.md says what is set where.
// Debian has no binding, so this one is the C library by cgo: GO111MODULE=off go build client.go
package main

// #cgo LDFLAGS: -lzmq
// #include <stdlib.h>
// #include <zmq.h>
import "C"

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unsafe"
)

type message struct {
	Subject     string
	SpecVersion string
	Sequence    json.RawMessage // Text in an event, else a number.
}

func (m message) position() int64 {
	number, _ := strconv.ParseInt(strings.Trim(string(m.Sequence), `"`), 10, 64)
	return number
}

var context = C.zmq_ctx_new()

func setNumber(socket unsafe.Pointer, option, value C.int) {
	C.zmq_setsockopt(socket, option, unsafe.Pointer(&value), C.size_t(unsafe.Sizeof(value)))
}

func setText(socket unsafe.Pointer, option C.int, value string) {
	text := C.CString(value)
	defer C.free(unsafe.Pointer(text))
	C.zmq_setsockopt(socket, option, unsafe.Pointer(text), C.size_t(len(value)))
}

func connect(kind C.int, endpoint string, topics ...string) unsafe.Pointer {
	socket := C.zmq_socket(context, kind)
	setNumber(socket, C.ZMQ_LINGER, 0)
	setNumber(socket, C.ZMQ_RCVTIMEO, 10_000)
	setNumber(socket, C.ZMQ_HEARTBEAT_IVL, 5_000) // Without it, a connection that went silently is never missed.
	for _, topic := range topics {
		setText(socket, C.ZMQ_SUBSCRIBE, topic)
	}
	if key := os.Getenv("SERVER_KEY"); key != "" {
		setText(socket, C.ZMQ_CURVE_SERVERKEY, key)
		setText(socket, C.ZMQ_CURVE_PUBLICKEY, os.Getenv("PUBLIC_KEY"))
		setText(socket, C.ZMQ_CURVE_SECRETKEY, os.Getenv("SECRET_KEY"))
	}
	address := C.CString(endpoint)
	defer C.free(unsafe.Pointer(address))
	C.zmq_connect(socket, address)
	return socket
}

// One frame.
func receive(socket unsafe.Pointer) ([]byte, error) {
	var frame C.zmq_msg_t
	C.zmq_msg_init(&frame)
	defer C.zmq_msg_close(&frame)
	if size, err := C.zmq_msg_recv(&frame, socket, 0); size < 0 {
		return nil, err
	}
	return C.GoBytes(C.zmq_msg_data(&frame), C.int(C.zmq_msg_size(&frame))), nil
}

func call(rpc unsafe.Pointer, method string, params, result any) error {
	request, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	C.zmq_send(rpc, unsafe.Pointer(&request[0]), C.size_t(len(request)), 0)
	text, err := receive(rpc)
	if err != nil {
		return err
	}
	reply := struct {
		Result any
		Error  *struct{ Data struct{ Reason string } }
	}{Result: result}
	if err := json.Unmarshal(text, &reply); err != nil {
		return err
	}
	if reply.Error != nil {
		return errors.New("refused: " + reply.Error.Data.Reason)
	}
	return nil
}

func follow(rpc unsafe.Pointer, count int64) error {
	random := make([]byte, 16)
	rand.Read(random)
	marker := fmt.Sprintf("~sync.%x.", random)
	events := connect(C.ZMQ_SUB, os.Getenv("EVENTS"), "juice.", marker)
	joined, position := false, int64(0)
	for {
		topic, err := receive(events)
		if err != nil {
			return err
		}
		text, _ := receive(events)
		var now message
		if err := json.Unmarshal(text, &now); err != nil {
			return err
		}
		isMarker, isEvent, newest := string(topic) == marker, now.SpecVersion != "", now.position()
		joined = joined || isMarker
		for joined && (position < newest-1 || position < newest && !isEvent) { // What went by before we were there.
			var page struct {
				Events []message
				Next   int64
			}
			if err := call(rpc, "events.replay", map[string]int64{"after": position}, &page); err != nil {
				return err
			}
			for _, event := range page.Events {
				fmt.Println("replayed", event.position(), event.Subject)
			}
			position = page.Next
		}
		if joined && isEvent && position < newest {
			fmt.Println("received", newest, now.Subject)
			position = newest
		}
		if isMarker {
			fmt.Println("joined", position)
		} else if !isEvent && position >= count {
			fmt.Println("heartbeat", position)
			return nil
		}
	}
}

func main() {
	rpc := connect(C.ZMQ_DEALER, os.Getenv("RPC"))
	var err error
	if os.Args[1] == "call" {
		var result json.RawMessage
		if err = call(rpc, os.Args[2], json.RawMessage(os.Args[3]), &result); err == nil {
			fmt.Println(string(result))
		}
	} else {
		count, _ := strconv.ParseInt(os.Args[2], 10, 64)
		err = follow(rpc, count)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
