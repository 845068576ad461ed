import type { PoolClient } from 'pg';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { JOURNEY_ENDS } from './journey.entity.ts';
import type { JourneyEnd } from './journey.entity.ts';

/**
 * Writes what the report counts, when the goods have ended, in the transaction of the end. Another end that corrects it
 * replaces the row. A scan of a package that ended alone is no end of the shipment.
 */
export async function recordJourney(
  { metrics }: Pick<ShipmentDependencies, 'metrics'>,
  tx: PoolClient,
  row: ShipmentRow,
): Promise<void> {
  const outcome = JOURNEY_ENDS.find((known) => known === row.status);
  if (outcome === undefined) return;
  const { shipTo } = requestOf(row.request);
  const city = cityName(shipTo.city);
  const {
    rows: [ended],
  } = await tx.query<{ failed_attempts: number; seconds: number | null }>({
    name: 'record-journey',
    text: `
      INSERT INTO journey (account_id, shipment_id, courier, service, city, country_code, outcome, picked_up_at,
        ended_at, failed_attempts)
      SELECT $1, $2, $3, $4, $5, $6, $7,
        min(occurred_at) FILTER (WHERE status = 'PICKED_UP' AND source <> 'inferred'),
        coalesce(max(occurred_at) FILTER (WHERE status = $7 AND source <> 'inferred'), $8),
        count(*) FILTER (WHERE status = 'DELIVERY_FAILED' AND source IN ('webhook', 'poll'))
      FROM history WHERE account_id = $1 AND shipment_id = $2 AND unreadable_code IS NULL
      ON CONFLICT (account_id, shipment_id) DO UPDATE SET outcome = excluded.outcome, courier = excluded.courier,
        picked_up_at = excluded.picked_up_at, ended_at = excluded.ended_at, failed_attempts = excluded.failed_attempts
      RETURNING failed_attempts, extract(epoch FROM ended_at - picked_up_at)::float8 AS seconds`,
    values: [
      row.account_id,
      row.id,
      row.courier,
      row.service_code ?? '',
      city,
      shipTo.countryCode,
      outcome satisfies JourneyEnd,
      row.updated_at,
    ],
  });
  metrics.ended(row.courier, { country: shipTo.countryCode, city, outcome });
  if (outcome === 'DELIVERED' && ended !== undefined)
    metrics.delivered(row.courier, { isFirstAttempt: ended.failed_attempts === 0, seconds: ended.seconds });
}

/** One spelling of a city: spaces and capitals differ between orders. */
function cityName(city: string): string {
  const words = city.normalize('NFC').trim().split(/\s+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' ');
}
