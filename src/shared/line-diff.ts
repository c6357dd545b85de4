interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  line: string;
}

/**
 * The lines of two texts by their longest common sequence. Only for texts of some hundred lines: the table has a cell
 * per pair.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ kind: 'same', line: old[row++]! });
      column++;
    } else if (
      column === now.length ||
      (row < old.length && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
    )
      lines.push({ kind: 'removed', line: old[row++]! });
    else lines.push({ kind: 'added', line: now[column++]! });
  }
  return lines;
}
