#!/usr/bin/env bash
# One would guess that a photo converted from JPEG to PNG by ImageMagick, with its EXIF data, is shown as upright as before.
#
# ImageMagick 6.9.11 and GraphicsMagick 1.3.40 write the chunk eXIf behind the pixels, where the PNG specification allows it.
# Chromium 156 follows the orientation only in a chunk before the pixels, so it shows the photo lying on its side. Moving the
# chunk in front of the first IDAT, and nothing else, puts it upright.
#
# It matters to everybody who serves what people upload: no reader finds fault with the file, and it is shown in two ways.
#
# Versions: Debian 12's imagemagick 8:6.9.11.60, graphicsmagick 1.4+really1.3.40, chromium 156.
set -euo pipefail

for program in convert gm chromium python3; do
    command -v "$program" >/dev/null || { echo "install Debian's imagemagick, graphicsmagick and chromium first" >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
convert -version | head -n 1
gm version | head -n 1
chromium --version

# 64 columns and 96 rows are stored; upright, as orientation 6 says, the photo is 96 by 64.
convert -size 64x96 xc:tomato plain.jpg
python3 - <<'PYTHON'
import struct

tiff = b"MM" + struct.pack(">HIHHHIHHI", 42, 8, 1, 0x0112, 3, 1, 6, 0, 0)
data = b"Exif\0\0" + tiff
jpeg = open("plain.jpg", "rb").read()
open("photo.jpg", "wb").write(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + jpeg[2:])
PYTHON
convert photo.jpg imagemagick.png
gm convert photo.jpg graphicsmagick.png
python3 - <<'PYTHON'
import struct

data = open("imagemagick.png", "rb").read()
chunks, place = [], 8
while place < len(data):
    length, name = struct.unpack(">I4s", data[place : place + 8])
    chunks.append((name, data[place : place + 12 + length]))
    place += 12 + length
names = [name for name, _ in chunks]
assert names.index(b"eXIf") > names.index(b"IDAT"), names
exif = chunks.pop(names.index(b"eXIf"))
chunks.insert(names.index(b"IDAT"), exif)
open("moved.png", "wb").write(data[:8] + b"".join(chunk for _, chunk in chunks))
PYTHON

shown() {
    echo "<p id=seen></p><script>const image = new Image(); image.onload = () => { seen.textContent = image.naturalWidth +
        'x' + image.naturalHeight; }; image.src = '$1';</script>" >page.html
    timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --allow-file-access-from-files \
        --virtual-time-budget=3000 --dump-dom "file://$folder/page.html" 2>errors.txt | grep -o '>[0-9]*x[0-9]*<' | tr -d '<>'
}
seen=$(for file in photo.jpg imagemagick.png graphicsmagick.png moved.png; do echo "$file is shown as $(shown "$file")"; done)
expected='photo.jpg is shown as 96x64
imagemagick.png is shown as 64x96
graphicsmagick.png is shown as 64x96
moved.png is shown as 96x64'
echo "$seen"
[[ $seen == "$expected" ]] || { echo "this is no longer so; expected was:"; echo "$expected"; exit 1; }
