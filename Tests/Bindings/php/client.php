<?php // A client in PHP: php client.php call METHOD PARAMS, or follow COUNT. docs/bindings.md says what is set where.

function connect(int $kind, string $endpoint, array $topics = []): ZMQSocket
{
    $socket = new ZMQSocket(new ZMQContext(), $kind);
    $socket->setSockOpt(ZMQ::SOCKOPT_LINGER, 0);
    $socket->setSockOpt(ZMQ::SOCKOPT_RCVTIMEO, 10_000);
    $socket->setSockOpt(ZMQ::SOCKOPT_HEARTBEAT_IVL, 5_000); // Without it, a connection that went silently is never missed.
    foreach ($topics as $topic) {
        $socket->setSockOpt(ZMQ::SOCKOPT_SUBSCRIBE, $topic);
    }
    if (getenv('SERVER_KEY')) {
        $socket->setSockOpt(ZMQ::SOCKOPT_CURVE_SERVERKEY, getenv('SERVER_KEY'));
        $socket->setSockOpt(ZMQ::SOCKOPT_CURVE_PUBLICKEY, getenv('PUBLIC_KEY'));
        $socket->setSockOpt(ZMQ::SOCKOPT_CURVE_SECRETKEY, getenv('SECRET_KEY'));
    }
    return $socket->connect($endpoint);
}

// The frames of the next message.
function receive(ZMQSocket $socket): array
{
    return $socket->recvMulti() ?: throw new RuntimeException('no answer');
}

function call(ZMQSocket $rpc, string $method, object $params): object
{
    $rpc->send(json_encode(['jsonrpc' => '2.0', 'id' => 1, 'method' => $method, 'params' => $params]));
    // Objects, not arrays: as an array, an empty object would be written as [].
    $reply = json_decode(receive($rpc)[0], flags: JSON_THROW_ON_ERROR);
    if (isset($reply->error)) {
        fwrite(STDERR, "refused: {$reply->error->data->reason}\n");
        exit(1);
    }
    return $reply->result;
}

function follow(ZMQSocket $rpc, int $count): void
{
    $marker = '~sync.' . bin2hex(random_bytes(16)) . '.';
    $events = connect(ZMQ::SOCKET_SUB, getenv('EVENTS'), ['juice.', $marker]);
    for ($position = 0, $joined = false;;) {
        [$topic, $text] = receive($events);
        $message = json_decode($text, flags: JSON_THROW_ON_ERROR);
        $joined = $joined || $topic === $marker;
        $newest = (int) $message->sequence; // Text in an event, else a number.
        $isEvent = isset($message->specversion);
        while ($joined && $position < $newest - (int) $isEvent) { // What went by before we were there.
            $page = call($rpc, 'events.replay', (object) ['after' => $position]);
            foreach ($page->events as $event) {
                echo 'replayed ', (int) $event->sequence, " $event->subject\n";
            }
            $position = $page->next;
        }
        if ($joined && $isEvent && $position < $newest) {
            echo "received $newest $message->subject\n";
            $position = $newest;
        }
        if ($topic === $marker) {
            echo "joined $position\n";
        } elseif (!$isEvent && $position >= $count) {
            echo "heartbeat $position\n";
            return;
        }
    }
}

$rpc = connect(ZMQ::SOCKET_DEALER, getenv('RPC'));
if ($argv[1] === 'call') {
    echo json_encode(call($rpc, $argv[2], json_decode($argv[3])), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
} else {
    follow($rpc, (int) $argv[2]);
}
