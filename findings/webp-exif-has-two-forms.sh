#!/usr/bin/env bash
# One would guess that a program which writes the EXIF orientation of a photo into a WebP reads it there again, and that two
# programs that both do so understand each other.
#
# The EXIF chunk of a WebP is written in two forms: the TIFF data alone, and the same behind a mark of six bytes, "Exif\0\0",
# which a JPEG has there. ImageMagick 6.9.11 writes the first and reads only the second, so it does not turn its own files.
# libvips 8.18.7 writes the second, and OpenCV 5.0 reads only the first.
#
# It matters to everybody who makes thumbnails: whether a photo is upright depends on the program that converted it. A reader
# has to take both forms.
#
# Versions: Debian 12's imagemagick 8:6.9.11.60, pyvips-binary 8.18.7, opencv-python-headless 5.0.0.93, Pillow 11.3.0.
set -euo pipefail

command -v convert >/dev/null || { echo "install Debian's imagemagick first" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip -q install pyvips==3.2.0 pyvips-binary==8.18.7 opencv-python-headless==5.0.0.93 Pillow==11.3.0
convert -version | head -n 1

# 64 columns and 96 rows are stored; upright, as orientation 6 says, the photo is 96 by 64.
venv/bin/python - <<'PYTHON'
import pyvips
from PIL import Image

exif = Image.Exif()
exif[0x0112] = 6
Image.new("RGB", (64, 96), (200, 60, 40)).save("photo.jpg", exif=exif)
pyvips.Image.new_from_file("photo.jpg").write_to_file("by-libvips.webp")
PYTHON
convert photo.jpg by-imagemagick.webp

form() { if grep -q -a -F 'Exif' "$1"; then echo 'behind the mark'; else echo 'TIFF alone'; fi; }
by_imagemagick() { convert "$1" -auto-orient -format '%wx%h' info:; }
by_opencv() { venv/bin/python -c "import cv2; high, wide = cv2.imread('$1').shape[:2]; print(f'{wide}x{high}')"; }

seen=$(for file in by-imagemagick.webp by-libvips.webp; do
    echo "$file: $(form "$file"); ImageMagick shows $(by_imagemagick "$file"), OpenCV $(by_opencv "$file")"
done)
expected='by-imagemagick.webp: TIFF alone; ImageMagick shows 64x96, OpenCV 96x64
by-libvips.webp: behind the mark; ImageMagick shows 96x64, OpenCV 64x96'
echo "$seen"
[[ $seen == "$expected" ]] || { echo "this is no longer so; expected was:"; echo "$expected"; exit 1; }
