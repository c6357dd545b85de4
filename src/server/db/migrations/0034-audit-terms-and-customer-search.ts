import { fold } from '#src/shared/fold.ts';
import { runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** Years during which an audit entry cannot be deleted. */
const KEPT_YEARS = 3;

/** The retention of audit entries, and the search text of customers, so that a search need not read all customers. */
export const auditTermsAndCustomerSearch: MigrationFactory = (engine) => ({
  async up(db) {
    await runAll(db, engine.keptFor('audit', KEPT_YEARS));
    const words = textColumn(engine);
    for (const column of ['search_text', 'phone_digits'])
      await db.schema
        .alterTable('clients')
        .addColumn(column, words, (c) => c.notNull().defaultTo(''))
        .execute();
    const clients = await db.selectFrom('clients').selectAll().execute();
    // The words of `clientSearch` at that time; a migration does not follow later changes of the code.
    for (const { id, name, lastname, email, address, postal_code, city, phone } of clients)
      await db
        .updateTable('clients')
        .set({
          search_text: fold([name, lastname, email, address, postal_code, city].join(' ')),
          phone_digits: String(phone ?? '')
            .replace(/\D/g, '')
            .replace(/^(?:0049|49|0)/, ''),
        })
        .where('id', '=', id)
        .execute();
  },
});
