import { textColumn, type MigrationFactory } from '#src/server/db/migration.ts';

/** What a carrier says about parcels. The version before ignores it. */
export const parcelTracks: MigrationFactory = (engine) => ({
  async up(db) {
    const words = textColumn(engine);
    await db.schema
      .createTable('parcel_tracks')
      .addColumn('order_id', words, (c) => c.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('tracking_number', words, (c) => c.notNull())
      .addColumn('state', words, (c) => c.notNull())
      .addColumn('event_at', words)
      .addColumn('event', words)
      .addColumn('trouble', words)
      .addColumn('trouble_at', words)
      .addColumn('settled_at', words)
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('check_at', words)
      .addColumn('created_at', words, (c) => c.notNull())
      .addPrimaryKeyConstraint('parcel_tracks_pk', ['order_id', 'number', 'tracking_number'])
      .execute();
    await db.schema.createIndex('parcel_tracks_by_check').on('parcel_tracks').column('check_at').execute();
    await db.schema.createIndex('parcel_tracks_by_trouble').on('parcel_tracks').column('trouble').execute();
  },
});
