/** Parses JSON; undefined for invalid JSON, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
