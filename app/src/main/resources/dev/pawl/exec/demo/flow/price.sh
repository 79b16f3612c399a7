#!/bin/sh
# price.sh QUANTITY UNIT_PRICE: the price in cents; from ten pieces on, a tenth is taken off.
quantity=$1
unit=$2
total=$((quantity * unit))
if [ "$quantity" -ge 10 ]; then
    total=$((total * 9 / 10))
fi
echo "$total"
