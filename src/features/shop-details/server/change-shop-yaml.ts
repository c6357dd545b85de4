import { YAMLError } from 'yaml';
import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import { readContentText } from '#src/server/content/content-file.ts';
import type { Act } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import { checkShopData, parseShopYaml, type FactMistake } from '#src/settings/shop-yaml/shop-data.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export const SHOP_YAML = 'shop.yaml';

export type ShopYamlRefusal =
  | ReadOnlyContent
  | { kind: 'fact_mistakes'; mistakes: FactMistake[] }
  /** Somebody made a mistake in the file itself. */
  | { kind: 'content_file_broken'; values: { file: string } };

/** Where the text of a shop.yaml stops being YAML; undefined when all of it can be read. */
function findBreak(text: string): { line: number | undefined } | undefined {
  try {
    const content = parseShopYaml(text);
    return content && typeof content === 'object' ? undefined : { line: 1 };
  } catch (error) {
    return { line: error instanceof YAMLError ? error.linePos?.[0].line : undefined };
  }
}

/** The same for the file as it is now. */
export const findBreakInFile = ({ config }: Pick<Context, 'config'>) => findBreak(readContentText(config, SHOP_YAML));

/** Changes shop.yaml and records the act, unless the new text is invalid. `change` gets the current text, which is YAML. */
export const changeShopYaml = <E>(
  ctx: Context,
  change: (text: string) => Result<{ after: string; act: () => Act }, E>,
): Promise<Result<'saved' | 'nothingChanged', E | ShopYamlRefusal>> =>
  changeContent<E | ShopYamlRefusal>(ctx, SHOP_YAML, (text) => {
    if (findBreak(text)) return fail({ kind: 'content_file_broken', values: { file: SHOP_YAML } });
    const changed = change(text);
    if (!changed.ok) return changed;
    const { after, act } = changed.value;
    if (after === text) return ok({ files: {}, act: undefined });
    const checked = checkShopData(after);
    if (!checked.ok) return fail({ kind: 'fact_mistakes', mistakes: checked.error });
    return ok({ files: { [SHOP_YAML]: after }, act: act() });
  });
