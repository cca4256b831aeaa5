#!/bin/sh
# Puts Fighting Instructions into the menu of this desktop, for you alone. `sh menu.sh remove` takes it out again.
set -eu
name=fighting-instructions
here=$(cd "$(dirname "$0")/.." && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/$name.desktop
if [ "${1:-}" = remove ]; then
    rm -f "$entry" "$data"/icons/hicolor/*/apps/$name.png
    echo "removed from the menu"
    exit 0
fi
mkdir -p "$data/applications" || { echo "the menu cannot be changed: no writing in $data/applications" >&2; exit 1; }
quoted=$(printf '%s' "$here/$name" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
grep -v '^Exec=' "$here/share/applications/$name.desktop" >"$entry"
printf 'Exec="%s"\n' "$quoted" >>"$entry"
for icon in "$here"/_internal/assets/icons/*.png; do
    size=$(basename "$icon" .png)
    mkdir -p "$data/icons/hicolor/${size}x$size/apps"
    cp "$icon" "$data/icons/hicolor/${size}x$size/apps/$name.png"
done
command -v update-desktop-database >/dev/null 2>&1 && update-desktop-database "$data/applications" || true
echo "in the menu as Fighting Instructions"
