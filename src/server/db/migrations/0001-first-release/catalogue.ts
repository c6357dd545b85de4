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
      .addColumn('more_labels', words, (c) => c.notNull().defaultTo('{}'))
      .addColumn('withdrawn_at', words)
      .addColumn('moved_to', words)
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
      .addColumn('file_quantity', 'integer')
      .addColumn('net_quantity', 'double precision', (c) => c.notNull())
      .addColumn('net_unit', words, (c) => c.notNull())
      .addColumn('drained_weight_g', 'double precision')
      .addColumn('base_price_exempt', 'integer', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('sort_name', words, (c) => c.notNull())
      .addColumn('picture', words)
      .addColumn('more_pictures', words, (c) => c.notNull().defaultTo('[]'))
      .addColumn('facts', words, (c) => c.notNull())
      .addColumn('sale_locked', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('blocking_gaps', words, (c) => c.notNull().defaultTo('[]'))
      .addColumn('recalled', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('digest', words, (c) => c.notNull())
      .addColumn('compiled_of', words)
      .addColumn('withdrawn_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('updated_at', words, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('products_by_category')
      .on('products')
      .columns(['category_slug', 'rank', 'sort_name', 'id'])
      .execute();
    await db.schema.createIndex('products_in_order').on('products').columns(['rank', 'sort_name', 'id']).execute();

    await db.schema
      .createTable('product_texts')
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('subtitle', words, (c) => c.notNull())
      .addColumn('info_html', words, (c) => c.notNull())
      .addColumn('picture_alts', words, (c) => c.notNull().defaultTo('[]'))
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
    await db.schema
      .createIndex('price_history_by_product')
      .on('price_history')
      .columns(['product_id', 'valid_from'])
      .execute();
    await runAll(db, engine.appendOnly('price_history'));

    await db.schema
      .createTable('catalogue_state')
      .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('changed_at', words, (c) => c.notNull())
      .execute();
    await sql`insert into catalogue_state (id, version, changed_at) values (1, 0, '1970-01-01T00:00:00.000Z')`.execute(
      db,
    );

    await db.schema
      .createTable('stock_marks')
      .addColumn('cod_catalog', words, (c) => c.primaryKey())
      .addColumn('units', 'integer', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('recalls')
      .addColumn('cod_catalog', words, (c) => c.notNull())
      .addColumn('lot', words, (c) => c.notNull())
      .addColumn('hazards', words, (c) => c.notNull())
      .addColumn('sold_from', words)
      .addColumn('sold_to', words)
      .addColumn('recalled_at', words, (c) => c.notNull())
      .addColumn('sale_resumed_at', words)
      .addColumn('undone_at', words)
      .addPrimaryKeyConstraint('recalls_pk', ['cod_catalog', 'lot'])
      .execute();

    await db.schema
      .createTable('former_slugs')
      .addColumn('slug', words, (c) => c.primaryKey())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
      .execute();

    await db.schema
      .createTable('restock_notices')
      .addColumn('id', words, (c) => c.primaryKey())
      .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
      .addColumn('email', words, (c) => c.notNull())
      .addColumn('email_key', words, (c) => c.notNull())
      .addColumn('locale', words, (c) => c.notNull())
      .addColumn('token_hash', words, (c) => c.notNull().unique())
      .addColumn('created_at', words, (c) => c.notNull())
      .addColumn('confirmed_at', words)
      .execute();
    await db.schema
      .createIndex('restock_notices_by_product')
      .on('restock_notices')
      .columns(['product_id', 'email_key'])
      .execute();
    await db.schema
      .createIndex('restock_notices_by_confirmation')
      .on('restock_notices')
      .columns(['confirmed_at', 'created_at'])
      .execute();

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
      .addColumn('id', id)
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
      .createTable('plans')
      .addColumn('id', id)
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

    await db.schema
      .createTable('product_pictures')
      .addColumn('original', words, (c) => c.primaryKey())
      .addColumn('stored', words, (c) => c.notNull())
      .execute();
  },
});
