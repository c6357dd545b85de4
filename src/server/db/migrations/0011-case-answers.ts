import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** The shop's answers to disputes at PayPal. */
export const caseAnswers: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('case_answers')
      .addColumn('case_id', words, (c) => c.notNull())
      .addColumn('checkout_id', words, (c) => c.notNull().references('checkouts.id').onDelete('cascade'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('note', words, (c) => c.notNull())
      .addColumn('issue', words)
      .addColumn('asked_by', words)
      .addColumn('asked_at', words, (c) => c.notNull())
      .addColumn('sent_at', words)
      .addColumn('check_at', words)
      .addPrimaryKeyConstraint('case_answers_pk', ['case_id', 'kind'])
      .execute();
    await db.schema.createIndex('case_answers_by_check').on('case_answers').column('check_at').execute();
  },
});
