import { createHash } from 'node:crypto';
import { identityColumn, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** As src/features/editing/server/catalogue-fields.ts writes a category; a migration does not follow later changes of the code. */
function categoryVersion(row: Record<string, unknown>): { digest: string; fields: string } {
  const { group_name: group, label_de, label_en, label_pt } = row;
  const fields = JSON.stringify({ group, label_de, label_en, label_pt });
  return { digest: createHash('sha256').update(fields).digest('base64url'), fields };
}

/** What editors wrote of each product and category, with the versions that wait, that are live, and that the files had last. */
export const catalogueVersions: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('catalogue_versions')
      .addColumn('digest', words, (c) => c.primaryKey())
      .addColumn('fields', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('catalogue_sources')
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('key', words, (c) => c.notNull())
      .addColumn('draft', words, (c) => c.references('catalogue_versions.digest'))
      .addColumn('published', words, (c) => c.references('catalogue_versions.digest'))
      .addColumn('agreed', words, (c) => c.references('catalogue_versions.digest'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('first_quantity', 'integer')
      .addColumn('updated_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('catalogue_sources_key', ['kind', 'key'])
      .execute();
    await db.schema
      .createTable('publications')
      .addColumn('id', identityColumn(engine))
      .addColumn('at', words, (c) => c.notNull())
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('origin', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('publication_changes')
      .addColumn('publication_id', 'integer', (c) => c.notNull().references('publications.id').onDelete('cascade'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('key', words, (c) => c.notNull())
      .addColumn('before', words, (c) => c.references('catalogue_versions.digest'))
      .addColumn('after', words, (c) => c.references('catalogue_versions.digest'))
      .addPrimaryKeyConstraint('publication_changes_key', ['publication_id', 'kind', 'key'])
      .execute();
    await db.schema
      .createTable('product_pictures')
      .addColumn('original', words, (c) => c.primaryKey())
      .addColumn('stored', words, (c) => c.notNull())
      .execute();

    // Products follow with the next import: the database does not hold their texts as they were written.
    const categories = await db.selectFrom('categories').selectAll().where('withdrawn_at', 'is', null).execute();
    for (const row of categories) {
      const { digest, fields } = categoryVersion(row);
      await db
        .insertInto('catalogue_versions')
        .values({ digest, fields })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .execute();
      const states = { draft: digest, published: digest, agreed: digest };
      const source = { kind: 'category', key: row.slug, ...states, version: 1, updated_at: new Date().toISOString() };
      await db.insertInto('catalogue_sources').values(source).execute();
    }
  },
});
