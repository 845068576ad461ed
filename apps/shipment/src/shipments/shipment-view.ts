import { fromMinorUnits } from '@qafila/money/minor-units';
import type { HistoryRow } from './history.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ShipmentAnswer } from './shipment.schema.ts';
import type { ScanLocation, ShipmentHistoryEntry } from './tracking.schema.ts';

/** A shipment on the wire. */
export function shipmentView(row: ShipmentRow): ShipmentAnswer {
  return {
    shipmentId: row.id,
    shipmentStatus: row.status,
    referenceNumber: row.released_reference ?? row.reference,
    shipmentType: row.type,
    packages: row.packages?.map(({ status }, index) => ({ packageNumber: index + 1, packageStatus: status })) ?? null,
    courierId: row.courier,
    awb: row.awb,
    originalShipmentId: row.original_id,
    cancelRequested: row.status === 'CANCEL_REQUESTED' || row.cancel_wanted,
    currency: row.currency,
    codAmount: major(row.cod_minor, row),
    codCollected: row.cod_collected_minor === null ? null : major(row.cod_collected_minor, row),
    alarms: row.alarms,
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as unknown),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** One history entry. The courier did not scan an `inferred` one: later scans prove it. */
export function historyView(row: HistoryRow, { currency }: ShipmentRow): ShipmentHistoryEntry {
  return {
    eventId: row.no,
    status: row.status,
    source: row.source,
    reasonCode: row.reason_code,
    reason: row.reason,
    action: row.action,
    actor: row.actor,
    courierStatusCode: row.courier_status_code ?? row.unreadable_code,
    writtenAt: row.written_at,
    description: row.description,
    descriptionAr: row.description_ar,
    location: locationOf(row),
    occurredAt: row.occurred_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    packageNumber: row.package_number === 0 ? null : row.package_number,
    proofOfDelivery:
      row.signed_by === null && row.proof_url === null ? null : { signedBy: row.signed_by, url: row.proof_url },
    codCollected: row.cod_collected_minor === null ? null : major(row.cod_collected_minor, { currency }),
  };
}

function locationOf({ city, country_code: countryCode, latitude, longitude }: HistoryRow): ScanLocation | null {
  const isKnown = [city, countryCode, latitude].some((part) => part !== null);
  return isKnown ? { city, countryCode, latitude, longitude } : null;
}

function major(minor: string, { currency }: Pick<ShipmentRow, 'currency'>): number {
  return Number(fromMinorUnits(BigInt(minor), currency));
}
