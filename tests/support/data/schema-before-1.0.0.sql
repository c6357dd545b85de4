-- What the last version before 1.0.0 made of an empty SQLite database. Never edited.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "categories" ("slug" text primary key, "group_name" text not null, "label_pt" text not null, "label_de" text not null, "label_en" text not null, "withdrawn_at" text, "more_labels" text default '{}' not null, "moved_to" text);
CREATE TABLE "products" ("id" integer primary key autoincrement, "cod_catalog" text not null unique, "slug" text not null unique, "product_name" text not null, "brand" text, "category_slug" text not null references "categories" ("slug"), "kind" text not null, "ean" text, "real_price_cents" integer not null check (real_price_cents > 0), "discount_percent" integer not null check (discount_percent between 0 and 90), "price_cents" integer not null check (price_cents > 0), "reference_price_cents" integer, "vat_rate" integer not null, "deposit_cents" integer not null, "age_limit" integer not null, "withdrawal" text not null, "quantity_available" integer not null check (quantity_available >= 0), "net_quantity" double precision not null, "net_unit" text not null, "drained_weight_g" double precision, "base_price_exempt" integer not null, "rank" integer not null, "sort_name" text not null, "picture" text, "facts" text not null, "digest" text not null, "withdrawn_at" text, "created_at" text not null, "updated_at" text not null, "more_pictures" text default '[]' not null, "sale_locked" integer default 0 not null, "blocking_gaps" text default '[]' not null, "file_quantity" integer, "recalled" integer default 0 not null, "compiled_of" text);
CREATE INDEX "products_by_category" on "products" ("category_slug", "rank", "sort_name", "id");
CREATE INDEX "products_in_order" on "products" ("rank", "sort_name", "id");
CREATE TABLE "product_texts" ("product_id" integer not null references "products" ("id"), "locale" text not null, "subtitle" text not null, "info_html" text not null, "picture_alts" text default '[]' not null, constraint "product_texts_key" primary key ("product_id", "locale"));
CREATE TABLE "price_history" ("id" integer primary key autoincrement, "product_id" integer not null references "products" ("id"), "valid_from" text not null, "real_price_cents" integer not null, "discount_percent" integer not null, "price_cents" integer not null);
CREATE INDEX "price_history_by_product" on "price_history" ("product_id", "valid_from");
CREATE TRIGGER price_history_no_update before update on price_history begin select raise(abort, 'price_history is append-only'); end;
CREATE TRIGGER price_history_no_delete before delete on price_history begin select raise(abort, 'price_history is append-only'); end;
CREATE TABLE "catalogue_state" ("id" integer primary key check (id = 1), "version" integer not null, "changed_at" text not null);
CREATE TABLE "settings" ("name" text primary key, "value" text not null);
CREATE TABLE "clients" ("id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text not null, "name" text not null, "lastname" text not null, "address" text not null, "number" text not null, "additional_address" text not null, "postal_code" text not null, "city" text not null, "country" text not null, "phone" text not null, "locale" text not null, "created_at" text not null, "updated_at" text not null, "used_at" text, "idle_warned_at" text, "search_text" text default '' not null, "phone_digits" text default '' not null);
CREATE TABLE "sessions" ("token_hash" text primary key, "client_id" text not null references "clients" ("id") on delete cascade, "created_at" text not null, "seen_at" text not null, "expires_at" text not null);
CREATE INDEX "sessions_by_client" on "sessions" ("client_id");
CREATE INDEX "sessions_by_expiry" on "sessions" ("expires_at");
CREATE TABLE "password_resets" ("token_hash" text primary key, "client_id" text references "clients" ("id") on delete cascade, "created_at" text not null, "expires_at" text not null, "used_at" text);
CREATE INDEX "password_resets_by_client" on "password_resets" ("client_id");
CREATE TABLE "outbox" ("id" text primary key, "kind" text not null, "recipient" text not null, "reply_to" text, "subject" text not null, "text" text not null, "html" text not null, "created_at" text not null, "attempts" integer not null, "due_at" text, "sent_at" text, "given_up_at" text, "last_error" text, "invoice_id" text);
CREATE INDEX "outbox_due" on "outbox" ("due_at") where "due_at" is not null;
CREATE TABLE "checkouts" ("id" text primary key, "client_id" text references "clients" ("id") on delete set null, "request_id" text not null, "state" text not null, "locale" text not null, "email" text not null, "client_name" text not null, "shipping_address" text not null, "subtotal_cents" integer not null, "shipping_cents" integer not null, "deposit_cents" integer not null, "total_cents" integer not null check (total_cents > 0), "vat" text not null, "hold" text not null, "hold_expires_at" text, "paypal_order_id" text unique, "capture_request_id" text, "settling_by" text, "settling_until" text, "check_at" text, "created_at" text not null, "updated_at" text not null, "paypal_payee" text, "network" text, "guest_id" text, "evidence" text, "express" text, constraint "checkouts_by_request" unique ("client_id", "request_id"));
CREATE INDEX "checkouts_open" on "checkouts" ("check_at") where "check_at" is not null;
CREATE INDEX "checkouts_by_client" on "checkouts" ("client_id", "state");
CREATE TABLE "checkout_lines" ("checkout_id" text not null references "checkouts" ("id"), "position" integer not null, "product_id" integer not null references "products" ("id"), "product_name" text not null, "cod_catalog" text not null, "quantity" integer not null check (quantity between 1 and 10), "price_cents" integer not null check (price_cents > 0), "deposit_cents" integer not null, "vat_rate" integer not null, "withdrawal" text not null, "traits" text default '' not null, constraint "checkout_lines_key" primary key ("checkout_id", "position"));
CREATE TABLE "payments" ("capture_id" text primary key, "checkout_id" text not null unique references "checkouts" ("id"), "status" text not null, "amount_cents" integer not null, "refunded_cents" integer not null, "check_at" text, "created_at" text not null, "updated_at" text not null);
CREATE TABLE "refunds" ("request_id" text primary key, "capture_id" text not null references "payments" ("capture_id"), "paypal_refund_id" text unique, "amount_cents" integer not null check (amount_cents > 0), "reason" text not null, "status" text not null, "check_at" text, "created_at" text not null, "lines" text, "shares" text, "restocked" text, "requested_by" text, "issue" text, "failed_at" text);
CREATE INDEX "refunds_by_capture" on "refunds" ("capture_id");
CREATE TABLE "orders" ("id" text primary key, "order_number" text not null unique, "checkout_id" text not null unique references "checkouts" ("id"), "client_id" text references "clients" ("id") on delete set null, "payment_status" text not null, "delivery_status" text not null, "ordered_at" text not null, "updated_at" text not null, "delivered_at" text, "email_key" text, "search_text" text default '' not null);
CREATE INDEX "orders_by_client" on "orders" ("client_id", "ordered_at");
CREATE INDEX "orders_by_time" on "orders" ("ordered_at");
CREATE TABLE "paypal_events" ("id" text primary key, "type" text not null, "body" text not null, "received_at" text not null, "processed_at" text, "check_at" text);
CREATE INDEX "paypal_events_open" on "paypal_events" ("check_at") where "check_at" is not null;
CREATE TABLE "job_leases" ("name" text primary key, "holder" text not null, "until" text not null);
CREATE TABLE "contact_messages" ("id" text primary key, "name" text not null, "email" text not null, "subject" text not null, "message" text not null, "locale" text not null, "created_at" text not null, "done_at" text, "email_key" text);
CREATE INDEX "contact_messages_by_time" on "contact_messages" ("created_at");
CREATE TABLE "withdrawals" ("id" text primary key, "name" text not null, "email" text not null, "order_number" text not null, "part" text not null, "verified" integer not null, "locale" text not null, "created_at" text not null, "order_id" text references "orders" ("id") on delete set null, "goods_back_at" text, "closed_as" text, "closed_at" text, "closed_reason" text, "reminded_at" text);
CREATE INDEX "withdrawals_by_time" on "withdrawals" ("created_at");
CREATE TABLE "consents" ("id" text primary key, "receipt" text not null, "choice" text not null, "text_version" text not null, "locale" text not null, "created_at" text not null);
CREATE INDEX "consents_by_receipt" on "consents" ("receipt", "created_at");
CREATE TABLE "former_slugs" ("slug" text primary key, "product_id" integer not null references "products" ("id"));
CREATE INDEX "checkouts_held" on "checkouts" ("hold_expires_at") where "hold" = 'held';
CREATE TABLE "known_devices" ("token_hash" text not null, "client_id" text not null references "clients" ("id") on delete cascade, "created_at" text not null, "expires_at" text not null, constraint "known_devices_pkey" primary key ("token_hash", "client_id"));
CREATE INDEX "known_devices_by_client" on "known_devices" ("client_id");
CREATE INDEX "known_devices_by_expiry" on "known_devices" ("expires_at");
CREATE TABLE "restock_notices" ("id" text primary key, "product_id" integer not null references "products" ("id") on delete cascade, "email" text not null, "email_key" text not null, "locale" text not null, "token_hash" text not null unique, "created_at" text not null, "confirmed_at" text);
CREATE INDEX "restock_notices_by_product" on "restock_notices" ("product_id", "email_key");
CREATE INDEX "restock_notices_by_confirmation" on "restock_notices" ("confirmed_at", "created_at");
CREATE TABLE "guests" ("token_hash" text primary key, "guest_id" text not null, "expires_at" text not null);
CREATE INDEX "guests_by_id" on "guests" ("guest_id");
CREATE INDEX "guests_by_expiry" on "guests" ("expires_at");
CREATE UNIQUE INDEX "checkouts_by_guest_request" on "checkouts" ("request_id") where "guest_id" is not null;
CREATE INDEX "checkouts_by_guest" on "checkouts" ("guest_id", "state") where "guest_id" is not null;
CREATE TABLE "order_keys" ("key_hash" text primary key, "order_id" text not null references "orders" ("id") on delete cascade);
CREATE INDEX "order_keys_by_order" on "order_keys" ("order_id");
CREATE TABLE "invoice_counters" ("series" text not null, "year" integer not null, "last" integer not null, constraint "invoice_counters_pk" primary key ("series", "year"));
CREATE TABLE "invoices" ("id" text primary key, "number" text not null unique, "kind" text not null, "order_id" text not null references "orders" ("id"), "total_cents" integer not null, "content" text not null, "digest" text not null, "issued_at" text not null);
CREATE INDEX "invoices_by_order" on "invoices" ("order_id");
CREATE UNIQUE INDEX "one_invoice_per_order" on "invoices" ("order_id") where "kind" = 'invoice';
CREATE TRIGGER invoices_no_update before update on invoices begin select raise(abort, 'invoices is append-only'); end;
CREATE TABLE "evidence_texts" ("digest" text primary key, "content" text not null);
CREATE TABLE "address_proofs" ("token_hash" text primary key, "client_id" text not null references "clients" ("id") on delete cascade, "expires_at" text not null);
CREATE INDEX "address_proofs_by_client" on "address_proofs" ("client_id");
CREATE INDEX "address_proofs_by_expiry" on "address_proofs" ("expires_at");
CREATE INDEX "orders_by_email" on "orders" ("email_key");
CREATE INDEX "withdrawals_by_order" on "withdrawals" ("order_id");
CREATE INDEX "clients_by_use" on "clients" ("used_at");
CREATE TABLE "deletions" ("id" text primary key, "at" text not null, "what" text not null, "count" integer not null, "reason" text not null);
CREATE INDEX "deletions_by_time" on "deletions" ("at");
CREATE TABLE "shipments" ("order_id" text primary key references "orders" ("id") on delete cascade, "carrier" text, "tracking_number" text, "packed_at" text not null, "handed_over_at" text, "delivered_at" text);
CREATE TABLE "shipment_lots" ("order_id" text not null references "shipments" ("order_id") on delete cascade, "cod_catalog" text not null, "lot" text not null, constraint "shipment_lots_pk" primary key ("order_id", "cod_catalog", "lot"));
CREATE INDEX "shipment_lots_by_lot" on "shipment_lots" ("cod_catalog", "lot");
CREATE TABLE "stock_marks" ("cod_catalog" text primary key, "units" integer not null);
CREATE TABLE "recalls" ("cod_catalog" text not null, "lot" text not null, "hazards" text not null, "sold_from" text, "sold_to" text, "recalled_at" text not null, "sale_resumed_at" text, "undone_at" text, constraint "recalls_pk" primary key ("cod_catalog", "lot"));
CREATE TABLE "staff" ("id" text primary key, "email" text not null, "email_key" text not null unique, "name" text not null, "role" text not null, "locale" text not null, "password_hash" text, "totp_secret" text, "totp_step" integer, "created_at" text not null, "updated_at" text not null, "disabled_at" text);
CREATE TABLE "staff_links" ("token_hash" text primary key, "staff_id" text not null references "staff" ("id") on delete cascade, "expires_at" text not null);
CREATE TABLE "staff_sessions" ("token_hash" text primary key, "staff_id" text not null references "staff" ("id") on delete cascade, "id" text not null unique, "complete" integer not null, "address" text not null, "browser" text not null, "created_at" text not null, "seen_at" text not null, "expires_at" text not null, "confirmed_at" text);
CREATE TABLE "staff_recovery_codes" ("code_hash" text primary key, "staff_id" text not null references "staff" ("id") on delete cascade);
CREATE TABLE "staff_passkeys" ("id" text primary key, "staff_id" text not null references "staff" ("id") on delete cascade, "name" text not null, "public_key" text not null, "counter" bigint not null, "created_at" text not null);
CREATE TABLE "staff_challenges" ("challenge" text primary key, "staff_id" text not null references "staff" ("id") on delete cascade, "expires_at" text not null);
CREATE TABLE "audit" ("id" integer primary key autoincrement, "at" text not null, "staff_id" text, "who" text not null, "address" text not null, "act" text not null, "subject" text not null, "subject_id" text not null, "before" text, "after" text);
CREATE INDEX "audit_by_subject" on "audit" ("subject", "subject_id");
CREATE TRIGGER audit_no_update before update on audit begin select raise(abort, 'audit is append-only'); end;
CREATE TABLE "order_notes" ("id" text primary key, "order_id" text not null references "orders" ("id") on delete cascade, "who" text not null, "text" text not null, "created_at" text not null);
CREATE INDEX "order_notes_by_order" on "order_notes" ("order_id");
CREATE TABLE "catalogue_versions" ("digest" text primary key, "fields" text not null);
CREATE TABLE "catalogue_sources" ("kind" text not null, "key" text not null, "draft" text references "catalogue_versions" ("digest"), "published" text references "catalogue_versions" ("digest"), "agreed" text references "catalogue_versions" ("digest"), "version" integer not null, "first_quantity" integer, "updated_at" text not null, constraint "catalogue_sources_key" primary key ("kind", "key"));
CREATE TABLE "publications" ("id" integer primary key autoincrement, "at" text not null, "who" text not null, "origin" text not null);
CREATE TABLE "publication_changes" ("publication_id" integer not null references "publications" ("id") on delete cascade, "kind" text not null, "key" text not null, "before" text references "catalogue_versions" ("digest"), "after" text references "catalogue_versions" ("digest"), constraint "publication_changes_key" primary key ("publication_id", "kind", "key"));
CREATE TABLE "product_pictures" ("original" text primary key, "stored" text not null);
CREATE TABLE "builds" ("version" text primary key, "name" text not null, "published_at" text not null, "replaced_at" text, "sha256" text);
CREATE TRIGGER audit_kept before delete on audit when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-3 years') begin select raise(abort, 'audit is kept for 3 years'); end;
CREATE INDEX "orders_by_delivery" on "orders" ("delivery_status", "ordered_at", "payment_status");
CREATE INDEX "payments_by_status" on "payments" ("status", "created_at");
CREATE INDEX "outbox_given_up" on "outbox" ("given_up_at") where "given_up_at" is not null;
CREATE INDEX "checkouts_by_time" on "checkouts" ("created_at");
CREATE TABLE "staff_devices" ("token_hash" text not null, "staff_id" text not null references "staff" ("id") on delete cascade, "expires_at" text not null, constraint "staff_devices_pkey" primary key ("token_hash", "staff_id"));
CREATE INDEX "staff_devices_by_staff" on "staff_devices" ("staff_id");
CREATE TABLE "sent_forms" ("digest" text primary key, "answer" text, "sent_at" text not null);
CREATE TABLE "plans" ("id" integer primary key autoincrement, "stage" text not null, "due_at" text not null, "ends_at" text, "who" text not null, "failure" text, "created_at" text not null);
CREATE TABLE "plan_changes" ("plan_id" integer not null references "plans" ("id") on delete cascade, "kind" text not null, "key" text not null, "before" text references "catalogue_versions" ("digest"), "after" text references "catalogue_versions" ("digest"), constraint "plan_changes_key" primary key ("plan_id", "kind", "key"));
CREATE TABLE "payment_cases" ("id" text not null, "checkout_id" text not null references "checkouts" ("id"), "kind" text not null, "state" text not null, "amount_cents" integer not null, "reason" text, "outcome" text, "respond_by" text, "opened_at" text not null, "news_at" text not null, "closed_at" text, constraint "payment_cases_key" primary key ("id", "checkout_id"));
CREATE INDEX "payment_cases_by_checkout" on "payment_cases" ("checkout_id", "state");
insert into catalogue_state (id, version, changed_at) values (1, 0, '1970-01-01T00:00:00.000Z');
insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0);
insert into kysely_migration (name, timestamp) values
  ('0001-catalogue', '2026-11-27T12:00:00.000Z'),
  ('0002-accounts', '2026-11-27T12:00:00.001Z'),
  ('0003-checkout', '2026-11-27T12:00:00.002Z'),
  ('0004-messages', '2026-11-27T12:00:00.003Z'),
  ('0005-line-traits', '2026-11-27T12:00:00.004Z'),
  ('0006-former-slugs', '2026-11-27T12:00:00.005Z'),
  ('0007-paypal-payee', '2026-11-27T12:00:00.006Z'),
  ('0009-hold-network', '2026-11-27T12:00:00.007Z'),
  ('0011-known-devices', '2026-11-27T12:00:00.008Z'),
  ('0012-delivered-at', '2026-11-27T12:00:00.009Z'),
  ('0014-restock-notices', '2026-11-27T12:00:00.010Z'),
  ('0015-guests', '2026-11-27T12:00:00.011Z'),
  ('0016-more-pictures', '2026-11-27T12:00:00.012Z'),
  ('0017-sales-lock', '2026-11-27T12:00:00.013Z'),
  ('0018-invoices', '2026-11-27T12:00:00.014Z'),
  ('0019-order-takeover', '2026-11-27T12:00:00.015Z'),
  ('0020-express-checkouts', '2026-11-27T12:00:00.016Z'),
  ('0022-retention', '2026-11-27T12:00:00.017Z'),
  ('0023-shipments', '2026-11-27T12:00:00.018Z'),
  ('0024-refund-lines', '2026-11-27T12:00:00.019Z'),
  ('0026-messages-done', '2026-11-27T12:00:00.020Z'),
  ('0027-stock-marks', '2026-11-27T12:00:00.021Z'),
  ('0028-file-quantities', '2026-11-27T12:00:00.022Z'),
  ('0029-recalls', '2026-11-27T12:00:00.023Z'),
  ('0030-desk', '2026-11-27T12:00:00.024Z'),
  ('0031-catalogue-versions', '2026-11-27T12:00:00.025Z'),
  ('0033-builds', '2026-11-27T12:00:00.026Z'),
  ('0034-audit-terms-and-customer-search', '2026-11-27T12:00:00.027Z'),
  ('0038-picture-alts', '2026-11-27T12:00:00.028Z'),
  ('0040-desk-counts', '2026-11-27T12:00:00.029Z'),
  ('0041-category-labels', '2026-11-27T12:00:00.030Z'),
  ('0042-compiled-of', '2026-11-27T12:00:00.031Z'),
  ('0043-recent-checkouts', '2026-11-27T12:00:00.032Z'),
  ('0045-one-mailbox', '2026-11-27T12:00:00.033Z'),
  ('0047-build-digest', '2026-11-27T12:00:00.034Z'),
  ('0049-staff-devices', '2026-11-27T12:00:00.035Z'),
  ('0053-sent-forms', '2026-11-27T12:00:00.036Z'),
  ('0054-plans', '2026-11-27T12:00:00.037Z'),
  ('0055-payment-cases', '2026-11-27T12:00:00.038Z'),
  ('0056-refund-issues', '2026-11-27T12:00:00.039Z'),
  ('0058-person-search-and-former-categories', '2026-11-27T12:00:00.040Z');
