#!/bin/sh
# Checks price.sh: quantity, unit price, expected price, coupon.
failed=0
check() {
    got=$(sh ./price.sh "$1" "$2" "${4:-}")
    if [ "$got" = "$3" ]; then
        echo "ok      $1 x $2 ${4:-} = $3"
    else
        echo "FAILED  $1 x $2 ${4:-}: expected $3, got $got"
        failed=$((failed + 1))
    fi
}
check 3 200 600
check 10 100 900
[ "$failed" -eq 0 ] && echo "all passed" || { echo "$failed failed"; exit 1; }
