import { identityColumn, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Publications at a set time. Each has its own changes, and may end again at another time. */
export const plans: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('plans')
      .addColumn('id', identityColumn(engine))
      .addColumn('stage', words, (c) => c.notNull())
      .addColumn('due_at', words, (c) => c.notNull())
      .addColumn('ends_at', words)
      .addColumn('who', words, (c) => c.notNull())
      .addColumn('failure', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('plan_changes')
      .addColumn('plan_id', 'integer', (c) => c.notNull().references('plans.id').onDelete('cascade'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('key', words, (c) => c.notNull())
      .addColumn('before', words, (c) => c.references('catalogue_versions.digest'))
      .addColumn('after', words, (c) => c.references('catalogue_versions.digest'))
      .addPrimaryKeyConstraint('plan_changes_key', ['plan_id', 'kind', 'key'])
      .execute();
  },
});
