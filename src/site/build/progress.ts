/** A progress bar on a terminal, otherwise one line per tenth; on stderr, so that stdout can be piped. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr) {
  let shown = '';
  return (label: string, done: number, total: number): void => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const finished = done >= total;
    const text = stream.isTTY
      ? `${label.padEnd(10)} ${bar(percent)} ${done}/${total}`
      : `${label} ${percent - (percent % 10)} %`;
    if (text === shown) return;
    shown = text;
    if (stream.isTTY) stream.write(`\r${text}${finished ? '\n' : ''}`);
    else stream.write(`${text}\n`);
  };
}

const WIDTH = 30;
const bar = (percent: number) => {
  const full = Math.round((percent / 100) * WIDTH);
  return `[${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} %`;
};
