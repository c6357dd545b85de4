const PARTS = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;

/** The YAML head and the Markdown below it; undefined without a head between two lines of `---`. */
export function splitFrontMatter(source: string): { head: string; body: string } | undefined {
  // Editors on Windows write a byte order mark and other line ends.
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, head, body] = PARTS.exec(text) ?? [];
  return head === undefined || body === undefined ? undefined : { head, body };
}
