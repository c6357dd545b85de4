import { sql } from 'kysely';
import { identityColumn, runAll, textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

export const catalogue: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    const id = identityColumn(engine);

    await db.schema
      .createTable('categories')
      .addColumn('slug', words, (c) => c.primaryKey())
      .addColumn('group_name', words, (c) => c.notNull())
      .addColumn('label_pt', words, (c) => c.notNull())
      .addColumn('label_de', words, (c) => c.notNull())
      .addColumn('label_en', words, (c) => c.notNull())
      .addColumn('withdrawn_at', words)
      .execute();

    await db.schema
      .createTable('products')
      .addColumn('id', id)
      .addColumn('cod_catalog', words, (c) => c.notNull().unique())
      .addColumn('slug', words, (c) => c.notNull().unique())
      .addColumn('product_name', words, (c) => c.notNull())
      .addColumn('brand', words)
      .addColumn('category_slug', words, (c) => c.notNull().references('categories.slug'))
      .addColumn('kind', words, (c) => c.notNull())
      .addColumn('ean', words)
      .addColumn('real_price_cents', 'integer', (c) => c.notNull().check(sql`real_price_cents > 0`))
      .addColumn('discount_percent', 'integer', (c) => c.notNull().check(sql`discount_percent between 0 and 90`))
      .addColumn('price_cents', 'integer', (c) => c.notNull().check(sql`price_cents > 0`))
      .addColumn('reference_price_cents', 'integer')
      .addColumn('vat_rate', 'integer', (c) => c.notNull())
      .addColumn('deposit_cents', 'integer', (c) => c.notNull())
      .addColumn('age_limit', 'integer', (c) => c.notNull())
      .addColumn('withdrawal', words, (c) => c.notNull())
      .addColumn('quantity_available', 'integer', (c) => c.notNull().check(sql`quantity_available >= 0`))
      .addColumn('net_quantity', 'double precision', (c) => c.notNull())
      .addColumn('net_unit', words, (c) => c.notNull())
      .addColumn('drained_weight_g', 'double precision')
      .addColumn('base_price_exempt', 'integer', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('sort_name', words, (c) => c.notNull())
      .addColumn('picture', words)
      .addColumn('facts', words, (c) => c.notNull())
      .addColumn('digest', words, (c) => c.notNull())
      .addColumn('withdrawn_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('products_by_category').on('products').columns(['category_slug', 'rank', 'sort_name', 'id']).execute();
    await db.schema.createIndex('products_in_order').on('products').columns(['rank', 'sort_name', 'id']).execute();

    await db.schema
      .createTable('product_texts')
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('subtitle', words, (c) => c.notNull())
      .addColumn('info_html', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('product_texts_key', ['product_id', 'locale'])
      .execute();

    await db.schema
      .createTable('price_history')
      .addColumn('id', id)
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('valid_from', words, (c) => c.notNull())
      .addColumn('real_price_cents', 'integer', (c) => c.notNull())
      .addColumn('discount_percent', 'integer', (c) => c.notNull())
      .addColumn('price_cents', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('price_history_by_product').on('price_history').columns(['product_id', 'valid_from']).execute();
    await runAll(db, engine.appendOnly('price_history'));

    await db.schema
      .createTable('catalogue_state')
      .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('changed_at', words, (c) => c.notNull())
      .execute();
    await sql`insert into catalogue_state (id, version, changed_at) values (1, 0, '1970-01-01T00:00:00.000Z')`.execute(db);

    await db.schema
      .createTable('settings')
      .addColumn('name', words, (c) => c.primaryKey())
      .addColumn('value', words, (c) => c.notNull())
      .execute();
  },
});
