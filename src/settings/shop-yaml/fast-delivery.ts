/** What shop.yaml says about the faster delivery. */
import { z } from 'zod';
import { NO_FAST_DELIVERY } from '#src/shared/delivery/fast-delivery.ts';
import { ownerTextsSchema, yesOrNo } from './kinds.ts';
import { daysSchema, optionalAmount } from './terms-and-texts.ts';

export const fastDeliverySchema = z
  .strictObject({
    offered: yesOrNo,
    name: ownerTextsSchema(30),
    surcharge: optionalAmount,
    deliveryDays: daysSchema.default(NO_FAST_DELIVERY.deliveryDays),
    freeToo: yesOrNo,
  })
  .refine(({ offered, surcharge }) => !offered || surcharge !== undefined, {
    path: ['surcharge'],
    error: 'is empty. Say what the faster delivery costs more. Example: 4.90',
  })
  .transform(({ surcharge = 0, ...settings }) => ({ ...settings, surcharge }))
  .prefault({});
