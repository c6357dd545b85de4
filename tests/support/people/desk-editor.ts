import type { DeskVisitor } from './desk-visitor.ts';

/** What an editor does with products in the desk. */
export function deskEditor(visitor: DeskVisitor) {
  /** The version that a page's form shows. */
  const baseOf = async (path: string): Promise<string> =>
    /name="base" value="([^"]+)"/.exec((await visitor.get(path)).html)?.[1] ?? '';
  /** The boxes of all changes that wait to be published. */
  const waiting = async (): Promise<string[]> =>
    [...(await visitor.get('/desk/publish')).html.matchAll(/name="chosen" value="([^"]+)"/g)].map(
      ([, value]) => value!,
    );
  return {
    ...visitor,
    baseOf,
    save: async (code: string, fields: Record<string, string>) =>
      visitor.post(`/desk/products/${code}`, { act: 'save', base: await baseOf(`/desk/products/${code}`), ...fields }),
    waiting,
    publishAll: async () => visitor.post('/desk/publish', { act: 'publish', chosen: await waiting() }),
  };
}

export type DeskEditor = ReturnType<typeof deskEditor>;
