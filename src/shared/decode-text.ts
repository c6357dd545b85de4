const isKnown = (encoding: string): boolean => {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
};

/** A byte order mark, or the zero bytes of the first letters, show UTF-16. */
function utf16([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : undefined;
}

/** The text of a file: in the encoding that its XML declaration names, else in UTF-8, else in Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]{0,150}?encoding=["']([\w.-]+)["']/.exec(start)?.[1];
  const wide = utf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // A file that names UTF-8 and is none is read as its program wrote it.
  if (named && isKnown(named) && !/^utf-?(?:8|16)/i.test(named)) return new TextDecoder(named).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
