const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text without its byte order mark; undefined if the bytes are not UTF-8. A spreadsheet or PowerShell may write
 * UTF-16.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
