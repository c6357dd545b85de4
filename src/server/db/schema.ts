/** All tables. Times are ISO-8601 UTC text, flags 0/1, money integer cents, JSON text; the same on both engines. */
import type {
  AccountCartsTable,
  AddressProofsTable,
  ClientAddressesTable,
  ClientsTable,
  ConsentsTable,
  GuestsTable,
  KnownDevicesTable,
  PasswordResetsTable,
  SessionsTable,
} from './tables/accounts.ts';
import type {
  BoughtTogetherTable,
  CatalogueSourcesTable,
  CatalogueStateTable,
  CatalogueVersionsTable,
  CategoriesTable,
  FormerSlugsTable,
  PlanChangesTable,
  PlansTable,
  StockMarksTable,
  StockMovementsTable,
  PriceHistoryTable,
  ProductPicturesTable,
  ProductTextsTable,
  SetPartsTable,
  ProductsTable,
  PublicationChangesTable,
  PublicationsTable,
  RecallsTable,
  RestockNoticesTable,
} from './tables/catalogue.ts';
import type {
  AuditTable,
  ClientNotesTable,
  OrderNotesTable,
  SentFormsTable,
  StaffChallengesTable,
  StaffDevicesTable,
  StaffLinksTable,
  StaffPasskeysTable,
  StaffRecoveryCodesTable,
  StaffSessionsTable,
  StaffTable,
} from './tables/desk.ts';
import type {
  AddressRequestsTable,
  CaseAnswersTable,
  CheckoutLinesTable,
  CheckoutsTable,
  EvidenceTextsTable,
  InvoiceCountersTable,
  InvoicesTable,
  OffersTable,
  OrderChangesTable,
  OrderKeysTable,
  OrdersTable,
  PaymentCasesTable,
  PaymentsTable,
  PaypalEventsTable,
  RefundsTable,
} from './tables/orders.ts';
import type {
  FurtherParcelsTable,
  ParcelLotsTable,
  ParcelUnitsTable,
  ShipmentLotsTable,
  ShipmentsTable,
} from './tables/parcels.ts';
import type {
  BuildsTable,
  ContactMessagesTable,
  DeletionsTable,
  JobLeasesTable,
  OutboxTable,
  SettingsTable,
  WithdrawalsTable,
} from './tables/records.ts';
import type { DeliveriesTable, DeliveryLinesTable } from './tables/deliveries.ts';
import type { PriceListColumnsTable, SupplierCostsTable } from './tables/price-lists.ts';
import type { CollectionsTable } from './tables/collections.ts';
import type { CodesTable } from './tables/codes.ts';
import type {
  ReviewAsksTable,
  ReviewKeysTable,
  ReviewOptoutsTable,
  ReviewPhotosTable,
  ReviewReportsTable,
  ReviewsTable,
} from './tables/reviews.ts';
import type { LotsTable } from './tables/lots.ts';
import type { LabelOrdersTable, ParcelLabelsTable } from './tables/parcel-labels.ts';
import type { ParcelTracksTable } from './tables/parcel-tracks.ts';
import type { ReturnLabelsTable } from './tables/return-labels.ts';
import type { PaypalTrackersTable } from './tables/paypal-trackers.ts';
import type { PaypalMovementsTable } from './tables/paypal-movements.ts';
import type { TransfersTable } from './tables/transfers.ts';
import type { VoucherMovementsTable, VouchersTable } from './tables/vouchers.ts';

export interface Tables {
  categories: CategoriesTable;
  products: ProductsTable;
  product_texts: ProductTextsTable;
  set_parts: SetPartsTable;
  lots: LotsTable;
  price_history: PriceHistoryTable;
  catalogue_state: CatalogueStateTable;
  bought_together: BoughtTogetherTable;
  recalls: RecallsTable;
  settings: SettingsTable;
  clients: ClientsTable;
  client_addresses: ClientAddressesTable;
  account_carts: AccountCartsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  outbox: OutboxTable;
  checkouts: CheckoutsTable;
  checkout_lines: CheckoutLinesTable;
  payments: PaymentsTable;
  transfers: TransfersTable;
  paypal_trackers: PaypalTrackersTable;
  paypal_movements: PaypalMovementsTable;
  refunds: RefundsTable;
  payment_cases: PaymentCasesTable;
  case_answers: CaseAnswersTable;
  orders: OrdersTable;
  offers: OffersTable;
  order_changes: OrderChangesTable;
  address_requests: AddressRequestsTable;
  paypal_events: PaypalEventsTable;
  job_leases: JobLeasesTable;
  builds: BuildsTable;
  contact_messages: ContactMessagesTable;
  withdrawals: WithdrawalsTable;
  consents: ConsentsTable;
  former_slugs: FormerSlugsTable;
  stock_marks: StockMarksTable;
  stock_movements: StockMovementsTable;
  known_devices: KnownDevicesTable;
  restock_notices: RestockNoticesTable;
  guests: GuestsTable;
  order_keys: OrderKeysTable;
  address_proofs: AddressProofsTable;
  invoices: InvoicesTable;
  invoice_counters: InvoiceCountersTable;
  evidence_texts: EvidenceTextsTable;
  deletions: DeletionsTable;
  shipments: ShipmentsTable;
  shipment_lots: ShipmentLotsTable;
  further_parcels: FurtherParcelsTable;
  parcel_units: ParcelUnitsTable;
  parcel_lots: ParcelLotsTable;
  parcel_labels: ParcelLabelsTable;
  label_orders: LabelOrdersTable;
  parcel_tracks: ParcelTracksTable;
  collections: CollectionsTable;
  deliveries: DeliveriesTable;
  delivery_lines: DeliveryLinesTable;
  supplier_costs: SupplierCostsTable;
  price_list_columns: PriceListColumnsTable;
  return_labels: ReturnLabelsTable;
  staff: StaffTable;
  staff_links: StaffLinksTable;
  staff_sessions: StaffSessionsTable;
  staff_recovery_codes: StaffRecoveryCodesTable;
  staff_passkeys: StaffPasskeysTable;
  staff_challenges: StaffChallengesTable;
  staff_devices: StaffDevicesTable;
  audit: AuditTable;
  client_notes: ClientNotesTable;
  order_notes: OrderNotesTable;
  catalogue_versions: CatalogueVersionsTable;
  catalogue_sources: CatalogueSourcesTable;
  publications: PublicationsTable;
  publication_changes: PublicationChangesTable;
  product_pictures: ProductPicturesTable;
  plans: PlansTable;
  plan_changes: PlanChangesTable;
  sent_forms: SentFormsTable;
  codes: CodesTable;
  reviews: ReviewsTable;
  review_keys: ReviewKeysTable;
  review_asks: ReviewAsksTable;
  review_optouts: ReviewOptoutsTable;
  review_reports: ReviewReportsTable;
  review_photos: ReviewPhotosTable;
  vouchers: VouchersTable;
  voucher_movements: VoucherMovementsTable;
}
