import { recordAct, type Act } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { deleteContent, isReadOnly, readContentText, writeContent } from './content-file.ts';

/** What a change makes of the folder: new contents by file name; null deletes the file. */
export interface ContentChange {
  files: Record<string, string | Uint8Array | null>;
  /** Recorded with the change; undefined where nothing changes. */
  act: Act | undefined;
}

/** `folder` may not be written by the shop. */
export interface ReadOnlyContent {
  kind: 'content_read_only';
  values: { folder: string };
}

/**
 * Changes files of CONTENT_DIR and records the act. `change` gets the file as it is now, under a lock that all servers of the shop
 * share, and refuses when it is not what the person saw. The files are written last, so a write that fails leaves no record.
 */
export async function changeContent<E>(
  ctx: Context,
  name: string,
  change: (text: string) => Result<ContentChange, E>,
): Promise<Result<'saved' | 'nothingChanged', E | ReadOnlyContent>> {
  const { config } = ctx;
  try {
    return await ctx.db.write(async (tx) => {
      await ctx.db.lock(tx, 'content');
      const changed = change(readContentText(config, name));
      if (!changed.ok) return changed;
      const { files, act } = changed.value;
      if (!act) return ok('nothingChanged' as const);
      await recordAct(ctx, tx, act);
      for (const [file, content] of Object.entries(files))
        if (content === null) deleteContent(config, file);
        else writeContent(config, file, content);
      return ok('saved' as const);
    });
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return fail({ kind: 'content_read_only', values: { folder: config.contentDir } });
  }
}
