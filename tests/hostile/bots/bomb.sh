# Doubles nine times at its first question; a real bomb would never stop.

double() {
    [ "$1" -lt 9 ] || { sleep 5; return; }
    double $(($1 + 1)) &
    double $(($1 + 1))
}

asked=0
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{}' ;;
    *'"type":"decide"'*)
        [ $asked = 1 ] || { asked=1; double 0 </dev/null >/dev/null 2>&1 & sleep 1; }
        echo 0 ;;
    *'"type":"bye"'*) break ;;
    esac
done
