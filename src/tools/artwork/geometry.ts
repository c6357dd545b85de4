export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

/** A part of a box, in fractions of its width and height. */
export function part(of: Box, fx: number, fy: number, fw: number, fh: number): Box {
  return { x: of.x + of.w * fx, y: of.y + of.h * fy, w: of.w * fw, h: of.h * fh };
}

export function inset(of: Box, dx: number, dy = dx): Box {
  return { x: of.x + dx, y: of.y + dy, w: of.w - 2 * dx, h: of.h - 2 * dy };
}

export const midX = (of: Box): number => of.x + of.w / 2;
export const midY = (of: Box): number => of.y + of.h / 2;
export const right = (of: Box): number => of.x + of.w;
export const bottom = (of: Box): number => of.y + of.h;
