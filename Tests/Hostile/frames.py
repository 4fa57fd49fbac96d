"""Attacks with frames: absurd lengths, messages without an end or of too many frames, pings."""

import itertools

import zmtp
from attacks import attack, send_again_and_again, try_to
from crowds import Attackers


@attack()
def frames_of_2_to_the_63(target):
    """Frames that are announced with absurd lengths, and of which little comes."""
    lengths = [2**63 - 1, 2**62, 2**40, 2**31, (1 << 20) + 1]
    sent = 0
    for length in itertools.cycle(lengths):
        if target.is_over():
            return f"{sent} frames"
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            try_to(stranger.sendall, bytes([zmtp.LONG]) + length.to_bytes(8, "big") + b"x" * 4096)
            stranger.settimeout(0.05)
            try_to(stranger.recv, 256)
            sent += 1


@attack(memory=320, ends_service=("ipc",))
def endless_more_frames(target):
    """One message that never ends: frames of 64 KiB, each announcing another.

    Over ipc the system does not say how much came over a connection: where the service gets no processor in time to find who
    sends, it ends by its memory limit, and others wait for the next one.
    """
    piece = b"x" * 65_536
    # After it was hung up on, the system may keep what is on its way for a while, and then nothing moves.
    taken, _ = send_again_and_again(
        target, "DEALER", lambda peer: peer.frames(*[piece] * 8, flags=zmtp.MORE), timeout=1
    )
    return f"{taken >> 20} MiB"


@attack()
def flood_of_pings(target):
    """Peers that are let in ping as fast as they are answered, and read every answer."""
    answered = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                if try_to(lambda: [stranger.sendall(stranger.frames(b"\x04PING\0\0", flags=zmtp.COMMAND))]) is None:
                    break
                if try_to(stranger.receive_command) is None:
                    break
                answered += 1
    return f"{answered} pings"


@attack()
def messages_of_many_frames(target):
    """Whole messages of 1 000 frames."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            for _ in range(50):
                message = stranger.frames(*[b"x" * 100] * 999, flags=zmtp.MORE) + stranger.frames(b"x")
                if try_to(lambda: [stranger.sendall(message)]) is None or target.is_over():
                    break
                sent += 1
                try_to(stranger.receive_message)
    return f"{sent} messages"


# Bytes of one message of tiny frames.
TINY_MESSAGE = 10 << 20


@attack(memory=384, tested_over=("tcp",))
def millions_of_tiny_frames(target):
    """One peer sends messages of 10 MiB in frames of two bytes (over CURVE 35), each of which costs libzmq 64 bytes."""
    return repeat_tiny_frames(target, 1)


@attack(memory=384, ends_service=("ipc", "tcp"), tested_over=("tcp",))
def millions_of_tiny_frames_of_four(target):
    """Four peers do so at the same time.

    Together they fill a gigabyte in a second: where the service gets no processor between two looks at its memory, it ends by
    its limit.
    """
    return repeat_tiny_frames(target, 4)


def repeat_tiny_frames(target, peers):
    plain = zmtp.frame(b"", zmtp.MORE) * (TINY_MESSAGE // 2)
    sent = 0
    while not target.is_over():
        with Attackers(peers, send_tiny_frames, target, plain) as attackers:
            sent += sum(attackers.results(target))
    return f"{sent} messages"


def send_tiny_frames(_, target, plain):
    """Sends one message, and waits for the answer or the end of the connection; whether the message was taken."""
    stranger = try_to(target.introduce)
    if stranger is None:
        target.wait(0.05)
        return False
    with stranger:
        if target.transport.name == "curve":
            plain = stranger.frames(*[b""] * (TINY_MESSAGE // 35), flags=zmtp.MORE)
        stranger.settimeout(3)
        if try_to(lambda: [stranger.sendall(plain + stranger.frames(b""))]) is None:
            return False
        try_to(stranger.receive_message)
        return True
