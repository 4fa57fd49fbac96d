#!/usr/bin/perl
# A client in Perl: client.pl call METHOD PARAMS, or client.pl follow COUNT. docs/bindings.md says what is set where.
use v5.36;
use JSON::PP;
use ZMQ::FFI;
use ZMQ::FFI::Constants qw(:all);

$| = 1;
my $json = JSON::PP->new->utf8;
my $context = ZMQ::FFI->new;
my $rpc = connect_to(ZMQ_DEALER, $ENV{RPC});

# The socket first: the end of its context waits for it, and Perl ends globals in any order.
END { undef $rpc }

sub connect_to ($kind, $endpoint, @topics) {
    my $socket = $context->socket($kind);
    $socket->set(ZMQ_LINGER, 'int', 0);
    $socket->set(ZMQ_RCVTIMEO, 'int', 10_000);
    $socket->set(ZMQ_HEARTBEAT_IVL, 'int', 5_000);    # Without it, a connection that went silently is never missed.
    $socket->subscribe($_) for @topics;
    if ($ENV{SERVER_KEY}) {
        $socket->set(ZMQ_CURVE_SERVERKEY, 'string', $ENV{SERVER_KEY});
        $socket->set(ZMQ_CURVE_PUBLICKEY, 'string', $ENV{PUBLIC_KEY});
        $socket->set(ZMQ_CURVE_SECRETKEY, 'string', $ENV{SECRET_KEY});
    }
    $socket->connect($endpoint);
    return $socket;
}

sub call ($method, $params) {
    $rpc->send($json->encode({jsonrpc => '2.0', id => 1, method => $method, params => $params}));
    my $reply = $json->decode($rpc->recv);
    die "refused: $reply->{error}{data}{reason}\n" if $reply->{error};
    return $reply->{result};
}

sub follow ($count) {
    open my $random, '<:raw', '/dev/urandom' or die $!;
    read $random, my $bytes, 16;
    my $marker = '~sync.' . unpack('H*', $bytes) . '.';
    my $events = connect_to(ZMQ_SUB, $ENV{EVENTS}, 'juice.', $marker);
    my ($position, $joined) = (0, 0);
    while (1) {
        my ($topic, $text) = $events->recv_multipart;
        my $message = $json->decode($text);
        $joined ||= $topic eq $marker;
        my ($newest, $is_event) = ($message->{sequence} + 0, exists $message->{specversion} ? 1 : 0);
        while ($joined && $position < $newest - $is_event) {    # What went by before we were there.
            my $page = call('events.replay', {after => $position});
            say 'replayed ', $_->{sequence} + 0, " $_->{subject}" for $page->{events}->@*;
            $position = $page->{next};
        }
        if ($joined && $is_event && $position < $newest) {
            say "received $newest $message->{subject}";
            $position = $newest;
        }
        if ($topic eq $marker) {
            say "joined $position";
        } elsif (!$is_event && $position >= $count) {
            say "heartbeat $position";
            return;
        }
    }
}

if ($ARGV[0] eq 'call') {
    say $json->encode(call($ARGV[1], $json->decode($ARGV[2])));
} else {
    follow($ARGV[1]);
}
