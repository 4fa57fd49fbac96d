"""What an app of the open market decodes: every key is required and every type is strict, as Swift's Codable has them."""

import dataclasses
import datetime
import json
import re
import types
import typing
from dataclasses import dataclass
from decimal import Decimal


class NotDecodable(Exception):
    """What the app would throw, and then show nothing."""


class Double(Decimal):
    """A number with or without a fraction."""


class URL(str):
    """An absolute one."""


class Seconds(datetime.datetime):
    """`yyyy-MM-dd'T'HH:mm:ss`"""


class Hundredths(datetime.datetime):
    """`yyyy-MM-dd'T'HH:mm:ss.SS`"""


@dataclass
class Row:
    id: int
    vendor_id: int
    vendorName: str
    name: str
    description: str
    thumbnail: URL
    currency: typing.Literal["KRW", "USD"]
    price: Double
    bargain_price: Double
    discounted_price: Double
    stock: int
    created_at: Seconds
    issued_at: Seconds


@dataclass
class Page:
    pageNo: int
    itemsPerPage: int
    totalCount: int
    offset: int
    limit: int
    lastPage: int
    hasNext: bool
    hasPrev: bool
    pages: list[Row]


@dataclass
class Image:
    id: int
    url: URL
    thumbnail_url: URL
    issued_at: Seconds


@dataclass
class Vendor:
    id: int
    name: str


@dataclass
class Product:
    id: int
    vendor_id: int
    name: str
    description: str
    thumbnail: URL
    currency: typing.Literal["KRW", "USD"]
    price: Double
    bargain_price: Double
    discounted_price: Double
    stock: int
    created_at: Seconds
    issued_at: Seconds
    images: list[Image]
    vendors: Vendor


@dataclass
class SecondRow:
    id: int
    vendor_id: int
    name: str
    thumbnail: URL
    currency: typing.Literal["KRW", "USD"]
    price: Double
    bargain_price: Double
    discounted_price: Double
    stock: int
    created_at: Hundredths
    issued_at: Hundredths


@dataclass
class SecondPage:
    page_no: int
    items_per_page: int
    total_count: int
    offset: int
    limit: int
    last_page: int
    has_next: bool
    has_prev: bool
    pages: list[SecondRow]


@dataclass
class SecondImage:
    id: int
    url: URL
    thumbnail_url: URL
    succeed: bool
    issued_at: Hundredths


@dataclass
class SecondVendor:
    id: int
    name: str
    created_at: Hundredths
    issued_at: Hundredths


@dataclass
class SecondProduct(SecondRow):
    description: str
    images: list[SecondImage]
    vendors: SecondVendor


def decode(body, kind):
    """Reads a body as a type of this file; raises NotDecodable."""
    return _decode(json.loads(body, parse_float=Decimal), kind, kind.__name__)


def _decode(value, kind, place):
    if dataclasses.is_dataclass(kind):
        if type(value) is not dict:
            raise NotDecodable(f"{place} is no object: {value!r}")
        hints = typing.get_type_hints(kind)
        missing = [name for name in hints if name not in value]
        if missing:
            raise NotDecodable(f"{place} has no {missing}")
        return kind(**{name: _decode(value[name], hint, f"{place}.{name}") for name, hint in hints.items()})
    if typing.get_origin(kind) is list:
        (element,) = typing.get_args(kind)
        return [_decode(one, element, f"{place}[{index}]") for index, one in enumerate(value)]
    if typing.get_origin(kind) is typing.Literal:
        if value not in typing.get_args(kind):
            raise NotDecodable(f"{place} is {value!r}")
        return value
    return _scalar(value, kind, place)


_READERS = types.MappingProxyType(
    {
        Double: lambda value: type(value) in (int, Decimal) and Decimal(value),
        URL: lambda value: type(value) is str and re.fullmatch(r"https?://[^/]+/.+", value) and value,
        Seconds: lambda value: re.fullmatch(r"[\d-]{10}T[\d:]{8}", value) and datetime.datetime.fromisoformat(value),
        Hundredths: lambda value: (
            re.fullmatch(r"[\d-]{10}T[\d:]{8}\.\d\d", value) and datetime.datetime.fromisoformat(value + "0")
        ),
    }
)


def _scalar(value, kind, place):
    if kind in _READERS:
        read = _READERS[kind](value)
        if read is False or read is None:
            raise NotDecodable(f"{place} is {value!r}, no {kind.__name__}")
        return read
    if type(value) is not kind:
        raise NotDecodable(f"{place} is {value!r}, no {kind.__name__}")
    return value
