#!/usr/bin/env bash
# One would guess that `vipsthumbnail --export-profile srgb`, the way to get thumbnails in sRGB, leaves a picture alone that
# has no profile and so is sRGB already.
#
# Debian 12's libvips 8.14.1 changes its colours: 60 160 80 becomes 42 161 75, even when the size stays. `vips icc_transform`
# with the same profile on both sides does not. libvips 8.18.7 leaves the picture as it is.
#
# It matters to everybody who shows a thumbnail next to the original: most pictures of the web have no profile.
#
# Versions: Debian 12's libvips-tools 8.14.1, pyvips-binary 8.18.7.
set -euo pipefail

command -v vipsthumbnail >/dev/null || { echo "install Debian's libvips-tools first" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip -q install pyvips==3.2.0 pyvips-binary==8.18.7
vips --version

python3 -c "
with open('plain.ppm', 'wb') as file:
    file.write(b'P6 64 64 255\n' + bytes((60, 160, 80)) * 4096)"
vips copy plain.ppm plain.png
vipsthumbnail plain.png --size 64 -o without.png
vipsthumbnail plain.png --size 64 --export-profile srgb -o with.png
vips icc_transform plain.png transformed.png srgb --input-profile srgb
venv/bin/python -c "
import pyvips
pyvips.Image.thumbnail('plain.png', 64, export_profile='srgb').write_to_file('newer.png')"

color() { vips getpoint "$1" 5 5 | sed 's/ *$//'; }
seen=$(for file in plain.png without.png with.png transformed.png newer.png; do echo "$file: $(color "$file")"; done)
expected='plain.png: 60 160 80
without.png: 60 160 80
with.png: 42 161 75
transformed.png: 60 160 80
newer.png: 60 160 80'
echo "$seen"
[[ $seen == "$expected" ]] || { echo "this is no longer so; expected was:"; echo "$expected"; exit 1; }
