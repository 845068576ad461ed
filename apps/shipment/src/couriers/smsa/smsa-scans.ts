import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { ScanStatus } from '../../state/status.ts';
import type { CourierScan } from '../courier.ts';
import { atOffset } from '../local-time.ts';

interface Meaning {
  status: ScanStatus;
  reasonCode?: string;
}

/** SMSA's scan types. Those of messages, data entry and papers say nothing of the goods and are left out. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...meaning('PICKED_UP', 'PU PKD RTOPS'),
  ...meaning('IN_TRANSIT', 'SOP HIP HOP AF DF FD TN MS IC CR DEX29 DEX41 DEX07 ST44 ST50 ST60 ST64 ST68 ST77'),
  ...meaning('OUT_FOR_DELIVERY', 'OD'),
  ...meaning('AVAILABLE_FOR_PICKUP', 'CC RTIN ST41'),
  ...meaning('ON_HOLD', 'UTLX WC'),
  ...meaning('ON_HOLD', 'UTI', 'incorrect_address_details'),
  ...meaning('ON_HOLD', 'OH CD', 'customs_clearance_issue'),
  ...meaning('ON_HOLD', 'DEX17', 'shipment_damaged'),
  ...meaning('DELIVERY_FAILED', 'DE DEX93'),
  ...meaning('DELIVERY_FAILED', 'DEX08 DEX8X DEX42 NH CA', 'customer_not_available'),
  ...meaning('DELIVERY_FAILED', 'DEX03 BA', 'incorrect_address_details'),
  ...meaning('RETURN_TO_ORIGIN', 'DEX14 PRC RPMX RTO BTRO'),
  ...meaning('RETURNED', 'RTS'),
  ...meaning('DELIVERED', 'DL DEX09'),
};

function meaning(status: ScanStatus, codes: string, reasonCode?: string): Record<string, Meaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, { status, reasonCode }]));
}

/** The scans of a shipment that SMSA tracks. `CODAmount` there is what is due, not what was collected. */
export function smsaScans(shipment: Fields): CourierScan[] {
  const awb = textOf(shipment.AWB);
  return listOf(shipment.Scans).flatMap((scan) => {
    const code = textOf(scan.ScanType);
    // Some types have a number for the exact reason: DEX03-4.
    const known = MEANINGS[code] ?? MEANINGS[code.replace(/-\d+$/, '')];
    const occurredAtMs = atOffset(textOf(scan.ScanDateTime).slice(0, 19), textOf(scan.ScanTimeZone) || '+03:00');
    if (known === undefined || Number.isNaN(occurredAtMs)) return [];
    return [
      {
        awb,
        ...known,
        occurredAtMs,
        courierStatusCode: code,
        description: textOf(scan.ScanDescription) || undefined,
        city: textOf(scan.City) || undefined,
        signedBy: textOf(scan.ReceivedBy) || undefined,
      },
    ];
  });
}
