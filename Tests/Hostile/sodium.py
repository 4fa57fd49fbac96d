"""The boxes of NaCl (curve25519, xsalsa20, poly1305) from the system's libsodium, which libzmq uses as well."""

import ctypes
import ctypes.util

_library = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
assert _library.sodium_init() >= 0

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 32, 24, 16


def keypair():
    """A new public and secret key."""
    public, secret = ctypes.create_string_buffer(KEY_BYTES), ctypes.create_string_buffer(KEY_BYTES)
    _library.crypto_box_keypair(public, secret)
    return public.raw, secret.raw


class Box:
    """What one secret key shares with one public key."""

    def __init__(self, public, secret):
        self._shared = ctypes.create_string_buffer(KEY_BYTES)
        if _library.crypto_box_beforenm(self._shared, public, secret) != 0:
            raise ConnectionError("not a public key")

    def seal(self, text, nonce):
        sealed = ctypes.create_string_buffer(len(text) + TAG_BYTES)
        size = ctypes.c_ulonglong(len(text))
        _library.crypto_box_easy_afternm(sealed, text, size, nonce, self._shared)
        return sealed.raw

    def open(self, sealed, nonce):
        text = ctypes.create_string_buffer(max(0, len(sealed) - TAG_BYTES))
        size = ctypes.c_ulonglong(len(sealed))
        if _library.crypto_box_open_easy_afternm(text, sealed, size, nonce, self._shared) != 0:
            raise ConnectionError("not sealed for us")
        return text.raw
