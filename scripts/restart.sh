#!/bin/sh
# restart.sh PID_FILE SIGNAL READY_COMMAND…: ends a server that keep_running looks after and waits until it is back.
set -u
pid_file=$1
signal=$2
shift 2
read -r old < "$pid_file" || exit 1
kill -s "$signal" "$old" || exit 1
left=600
while [ "$left" -gt 0 ]; do
    read -r new < "$pid_file"
    [ "$new" != "$old" ] && kill -0 "$new" 2>/dev/null && "$@" >/dev/null 2>&1 && exit 0
    left=$((left - 1))
    sleep 0.1
done
echo "the server did not come back" >&2
exit 1
