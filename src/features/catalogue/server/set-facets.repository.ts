/** The facets that a set fits: of diets and allergens those that each of its parts fits. */
import type { Writer } from '#src/server/db/database.ts';
import { facetsOf, setFacets, type FacetName } from '../facets.ts';
import type { ProductFacts } from '../facts.ts';

export async function refreshFacets(tx: Writer, setIds: readonly number[]): Promise<void> {
  if (setIds.length === 0) return;
  const sets = await tx.selectFrom('products').select(['id', 'facts', 'listed']).where('id', 'in', setIds).execute();
  const parts = await tx
    .selectFrom('set_parts as s')
    .innerJoin('products as p', 'p.id', 's.part_id')
    .select(['s.set_id', 'p.facts'])
    .where('s.set_id', 'in', setIds)
    .execute();
  const ofSets = Map.groupBy(parts, (part) => part.set_id);
  for (const { id, facts, listed } of sets) {
    const each = (ofSets.get(id) ?? []).map((part): FacetName[] => facetsOf(JSON.parse(part.facts) as ProductFacts));
    const fits = setFacets(JSON.parse(facts) as ProductFacts, each).join(' ');
    if (fits !== listed) await tx.updateTable('products').set({ listed: fits }).where('id', '=', id).execute();
  }
}
