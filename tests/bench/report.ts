import os from 'node:os';

/** The machine of the figures. Its load shows whether other programs were running. */
export function describeMachine(): string {
  const cores = os.availableParallelism();
  return (
    `${cores} cores (${os.cpus()[0]?.model.trim()}), ${os.platform()} ${os.arch()}, Node ${process.versions.node}, ` +
    `load ${os.loadavg()[0]?.toFixed(1)}`
  );
}

/** A Markdown table. */
export function table(columns: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), `|---${'|--:'.repeat(columns.length - 1)}|`, ...rows.map(line)].join('\n');
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
