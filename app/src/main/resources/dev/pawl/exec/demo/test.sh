#!/bin/sh
# Checks price.sh. The last case is slow on purpose: it asks the "warehouse".
failed=0
check() {
    got=$(sh ./price.sh "$1" "$2")
    if [ "$got" = "$3" ]; then
        echo "ok      $1 x $2 = $3"
    else
        echo "FAILED  $1 x $2: expected $3, got $got"
        failed=$((failed + 1))
    fi
}
check 3 200 600
check 10 100 900
echo "asking the warehouse"
sleep "${WAREHOUSE_SECONDS:-0.2}"
check 20 50 900
[ "$failed" -eq 0 ] && echo "all passed" || { echo "$failed failed"; exit 1; }
