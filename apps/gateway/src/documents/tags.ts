import type { OpenApiDocument } from '@qafila/schema/openapi';

/**
 * The groups of the reference in reading order, each with its tags and what they are about. No group has the name of a
 * tag: Scalar makes the same id of both.
 */
const GROUPS: Record<string, Record<string, string>> = {
  Payments: {
    Checkout: 'A hosted page on which a customer pays once, by card or wallet.',
    'Payment links': 'Pages that take one payment or many, with a fixed amount or one that the customer types.',
    'Payment intents': 'One payment from its creation to its end: captured, voided, refunded or failed.',
    Refunds: 'Money that goes back to the customer, whole or in part.',
    Disputes: 'Payments that a customer contests at the bank: deadlines, evidence, and how they end.',
    Transactions: 'Search of what happened to payments, and exports.',
    'Manual review': 'Payments whose outcome a person has to decide.',
    Adjustments: 'Corrections of the books, by a person or by two.',
    Settlement: 'What gateways settle, by file or by API: what is matched, exceptions, payouts.',
    Reports: 'What the gateways owe, volume and approval rates, and a check of the books.',
    Wallet: 'Pay later and subscriptions with a wallet: the customer consents once, and you charge the token.',
    'Saved cards': 'Cards that customers let the store keep at a gateway, to be charged without them.',
    Routing: 'Rules that choose the payment gateway of a payment.',
    'Store profile': "Name, colour and payment methods of the customers' pages.",
    Gateways: 'Accounts of the store at payment gateways: their credentials, and what they report by themselves.',
    'Callbacks of providers': 'Calls of payment gateways. Merchants do not send them.',
  },
  Shipping: {
    Shipments: 'Parcels and returns: create, cancel, track, print labels.',
    'Pick-ups and manifests': 'Drivers who come for parcels, and the lists that they sign.',
    Addresses: 'The directory of Saudi National Addresses.',
    Notices: 'Messages to receivers: which are sent, how, and what became of them.',
    Watch: 'Parcels without scans, and how couriers deliver.',
    'Tracking page': 'The page on which receivers follow their parcels: its look, and what they report there.',
    'Bulk create': 'Many shipments at once, from a list or a CSV file, with a result for each row.',
    Couriers: 'The couriers that your store can use.',
    'Courier rules': 'Rules that choose the courier of a shipment, by place, weight, cash, price and volume.',
    'Cash on delivery': 'The cash that couriers collect, owe and pay out.',
    'Courier accounts': "Your company's own accounts at real couriers.",
    'Callbacks of couriers': 'Calls of couriers. Merchants do not send them.',
  },
  Metering: {
    Meters: 'What is counted, and how: a sum, a count, a maximum or the latest value of a field.',
    'Usage events': 'Report usage: one by one, in batches, or in bulk. Each event counts once.',
    Usage: 'Totals by time and by group.',
    Plans: 'Meters that are billed together.',
    Subscriptions: 'The customers of a plan, and the periods of their usage.',
  },
  Webhooks: {
    'Webhook endpoints': 'Where events are delivered, and how fast.',
    'Webhook event types': 'Every type with its schema and a sample.',
    'Webhook deliveries': 'The log of each endpoint: attempts, answers, resends.',
    'Webhook replays': 'Deliver a range of time again.',
  },
  Access: {
    'API keys': 'Keys and HMAC secrets of your store.',
    'Service accounts': 'Clients of the shipment API, and their secrets.',
    'Access tokens': 'Exchange the secret of a service account for a token.',
  },
};

type Paths = OpenApiDocument['paths'];

/** The tags that operations have, in reading order. */
export function tagsOf(paths: Paths): { name: string; description?: string }[] {
  return groupsIn(paths).flatMap(({ tags }) => tags);
}

/** https://github.com/scalar/scalar and others show the tags of a group together. */
export function tagGroups(paths: Paths): { name: string; tags: string[] }[] {
  return groupsIn(paths).map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) }));
}

function groupsIn(paths: Paths): { name: string; tags: { name: string; description?: string }[] }[] {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])));
  const known = Object.entries(GROUPS).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags)
      .filter(([tag]) => used.delete(tag))
      .map(([tag, description]) => ({ name: tag, description })),
  }));
  return [...known, { name: 'Other', tags: [...used].map((name) => ({ name })) }].filter(({ tags }) => tags.length > 0);
}
