/**
 * Returns the bytes of a member's value in a JSON object as they were sent, because a signature covers bytes. The text
 * must be valid JSON. Returns undefined when the object has no such member.
 */
export function rawMember(json: Buffer, name: string): Buffer | undefined {
  // One character per byte; JSON's own characters are ASCII, which no byte of a longer UTF-8 character is.
  const text = json.toString('latin1');
  let depth = 0;
  let key: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && key === undefined) key = JSON.parse(text.slice(at, end)) as string;
      at = end - 1;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ',' && depth === 1) key = undefined;
    else if (character === ':' && depth === 1 && key === name) return json.subarray(...valueBounds(text, at + 1));
  }
  return undefined;
}

const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
};

/** The positions of the value's first byte and of the byte after its last one. */
function valueBounds(text: string, from: number): [number, number] {
  let start = from;
  while (/\s/.test(text[start] ?? '')) start++;
  let depth = 0;
  for (let at = start; ; at++) {
    const character = text[at] ?? '';
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && depth > 0) depth--;
    else if (depth === 0 && /[,}\]\s]/.test(character)) return [start, at];
  }
}
