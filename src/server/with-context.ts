import { closeContext, createContext, type Context } from './context.ts';

/** Opens the context on a migrated database for one command, and always closes it. */
export async function withContext<T>(act: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = createContext();
  try {
    await ctx.db.migrate();
    return await act(ctx);
  } finally {
    await closeContext(ctx);
  }
}
