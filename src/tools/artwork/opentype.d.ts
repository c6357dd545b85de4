// opentype.js 2 ships no types; this is the part that lettering uses.
declare module 'opentype.js' {
  export interface Command {
    type: 'M' | 'L' | 'C' | 'Q' | 'Z';
    x: number;
    y: number;
    x1: number;
    y1: number;
    x2: number;
    y2: number;
  }
  export interface Font {
    getPath(
      text: string,
      x: number,
      y: number,
      size: number,
      options?: { kerning?: boolean; letterSpacing?: number },
    ): { commands: Command[] };
    charToGlyphIndex(character: string): number;
  }
  const opentype: { parse(buffer: ArrayBuffer): Font };
  export default opentype;
}
