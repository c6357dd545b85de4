import { changeContent, type ReadOnlyContent } from '#src/server/content/change-content.ts';
import type { Act } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import { checkShopData, type FactMistake } from '#src/settings/shop-yaml/shop-data.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

export const SHOP_YAML = 'shop.yaml';

export type ShopYamlRefusal = ReadOnlyContent | { kind: 'fact_mistakes'; mistakes: FactMistake[] };

/** Changes shop.yaml and records the act, unless the new text is invalid. `change` gets the current text. */
export const changeShopYaml = <E>(
  ctx: Context,
  change: (text: string) => Result<{ after: string; act: () => Act }, E>,
): Promise<Result<'saved' | 'nothingChanged', E | ShopYamlRefusal>> =>
  changeContent<E | ShopYamlRefusal>(ctx, SHOP_YAML, (text) => {
    const changed = change(text);
    if (!changed.ok) return changed;
    const { after, act } = changed.value;
    if (after === text) return ok({ files: {}, act: undefined });
    const checked = checkShopData(after);
    if (!checked.ok) return fail({ kind: 'fact_mistakes', mistakes: checked.error });
    return ok({ files: { [SHOP_YAML]: after }, act: act() });
  });
