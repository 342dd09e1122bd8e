# Usage: sh -c "$(cat shell-tree.sh)" sh COUNT FIFO
# Forks COUNT idle children, prints an empty line; then, for each line with a number N on its
# input, ends the children of the line before, forks N new ones, and prints an empty line.
#
# Each child waits for the end of a pipe whose only writer is this shell: however the shell ends,
# they end too. At the end of the input it ends them and has collected all when it exits itself.

mkfifo "$2" && exec 5<>"$2" 3<"$2" 4>"$2" 5>&- || exit 1
rm -- "$2"

idle() {
  exec 4>&-
  read -r nothing <&3
}

i=0
while [ "$i" -lt "$1" ]; do
  idle &
  i=$((i + 1))
done
echo

born=
while read -r count; do
  if [ -n "$born" ]; then
    kill $born
    wait $born 2>/dev/null
  fi
  born=
  i=0
  while [ "$i" -lt "$count" ]; do
    idle &
    born="$born $!"
    i=$((i + 1))
  done
  echo
done

exec 4>&-
wait
