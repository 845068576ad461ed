import { truncate } from '@qafila/runtime/truncate';
import type { JsonValue } from '@qafila/json/json-value';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { fillParties } from '../addresses/fill-parties.ts';
import { readCreateBody } from '../body/create-body.ts';
import { warningsOf } from '../body/warnings.ts';
import type { ServiceOffer } from '../couriers/courier.ts';
import { QUOTES } from '../limits.ts';
import type { CourierOffers } from '../selection/offers.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { CourierOffer, CourierWithoutOffer, QuotesAnswer } from './quotes.schema.ts';

/** The offers of the company's couriers for a body of create; of one courier where the body names it. */
export async function quoteShipment(
  { addresses, couriers, pool, selector, nationalAddress }: ShipmentDependencies,
  { accountId }: Owner,
  sent: JsonValue | undefined,
): Promise<QuotesAnswer> {
  const available = await couriers.ofCompany(pool, accountId);
  const { body, warnings: ofAddresses } = await fillParties(addresses, sent);
  const request = readCreateBody(body, { purpose: 'shipment', couriers: available, nationalAddress });
  const wanted = request.courierId === undefined ? available.slice(0, QUOTES.couriersMax) : [request.courierId];
  const said = [...(await selector.offers.ask(accountId, wanted, request))];
  const offers = said.flatMap(([id, answer]) =>
    answer.kind === 'offers'
      ? answer.offers
          .filter(({ serviceCode }) => request.serviceCode === undefined || serviceCode === request.serviceCode)
          .map((offer) => ({ offer, id }))
      : [],
  );
  const warnings = warningsOf(request, ofAddresses);
  return {
    offers: sortOffers(offers, request.currency)
      .slice(0, QUOTES.offersMax)
      .map(({ offer, id }) => offerView(offer, { id, name: couriers.name(id) })),
    unavailable: said.flatMap(([id, answer]) => withoutOffer(id, answer)),
    ...(warnings.length > 0 && { warnings }),
  };
}

interface Offered {
  id: string;
  offer: ServiceOffer;
}

/** Prices of two currencies cannot be compared: those of others come after, by currency. */
function sortOffers(offers: readonly Offered[], currency: string): Offered[] {
  const group = ({ offer: { price } }: Offered): string => {
    if (price === undefined) return '2';
    return price.currency === currency ? '0' : `1 ${price.currency}`;
  };
  return [...offers].sort((one, other) => {
    const [left, right] = [group(one), group(other)];
    if (left !== right) return left < right ? -1 : 1;
    return Number((one.offer.price?.amountMinor ?? 0n) - (other.offer.price?.amountMinor ?? 0n));
  });
}

function offerView(
  { serviceCode, serviceName, price, transitDays }: ServiceOffer,
  { id, name }: { id: string; name: string },
): CourierOffer {
  return {
    courierId: id,
    courierName: name,
    serviceCode,
    serviceName,
    price: price === undefined ? null : Number(fromMinorUnits(price.amountMinor, price.currency)),
    currency: price?.currency ?? null,
    transitDays: transitDays ?? null,
  };
}

function withoutOffer(courierId: string, answer: CourierOffers): CourierWithoutOffer[] {
  if (answer.kind === 'not_served') return [{ courierId, code: 'NOT_SERVED', reason: truncate(answer.reason, 1_000) }];
  if (answer.kind === 'unavailable') return [{ courierId, code: 'UNAVAILABLE', reason: answer.why }];
  return answer.offers.length > 0
    ? []
    : [{ courierId, code: 'NOT_SERVED', reason: 'It has no service for this shipment.' }];
}
