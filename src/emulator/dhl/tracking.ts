import type { DhlAnswer, Received } from './shipping.ts';
import type { DhlStore } from './store.ts';

/** `GET /track/shipments`: a shipment without an event is announced only. */
export function trackShipment(store: DhlStore, { query }: Received): DhlAnswer {
  const number = query.get('trackingNumber') ?? '';
  const shipment = store.find(number);
  if (!shipment || shipment.state === 'cancelled')
    return {
      status: 404,
      body: { title: 'No result found', detail: 'No shipment with given tracking number found.', status: 404 },
    };
  const events = shipment.events.toReversed();
  const announced = { timestamp: shipment.madeAt, statusCode: 'pre-transit', description: 'Angekündigt' };
  const [status = announced] = events;
  const id = shipment.number;
  return {
    status: 200,
    body: { shipments: [{ id, service: 'parcel-de', status, events, returnFlag: shipment.isReturned }] },
  };
}
