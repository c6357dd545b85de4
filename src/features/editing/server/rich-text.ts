/**
 * One line with bold as its only markup, because ingredients mark allergens in bold. All other characters are escaped.
 */
export function renderBold(line: string): string {
  const escaped = line.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return escaped.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
