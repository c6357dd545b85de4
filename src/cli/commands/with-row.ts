import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { withContext } from '#src/server/with-context.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { fail } from './orders/named-orders.ts';

/** Runs `act` with the only row whose id begins with `id`. `name`: of a row. `command`: lists the ids. */
export async function withRow<Row>(
  { id, name, command }: Record<'id' | 'name' | 'command', string>,
  find: (db: Reader, id: string) => Promise<Row[]>,
  act: (ctx: Context, row: Row) => Promise<void>,
): Promise<void> {
  const hint = `\`npm run shop -- ${command}\` shows the ids.`;
  if (!/^[0-9a-f-]+$/i.test(id)) return fail(`${stripControlCharacters(id)} is not the id of a ${name}. ${hint}`);
  await withContext(async (ctx) => {
    const found = await find(ctx.db.read, id.toLowerCase());
    if (found.length > 1) fail(`Several ${name}s begin with ${id}. Write more of the id.`);
    else if (found[0]) await act(ctx, found[0]);
    else fail(`There is no ${name} ${id}. ${hint}`);
  });
}
