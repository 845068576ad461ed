import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { CodeBook, codesMeaning } from '../code-book.ts';
import type { CodeLog } from '../code-book.ts';
import type { ReportedScan } from '../courier.ts';
import { atOffset } from '../local-time.ts';

/** SMSA's scan types. */
const SCANS = {
  ...codesMeaning('PICKED_UP', 'PU PKD RTOPS'),
  ...codesMeaning('IN_TRANSIT', 'SOP HIP HOP AF DF FD TN MS IC CR DEX29 DEX41 DEX07 ST44 ST50 ST60 ST64 ST68 ST77'),
  ...codesMeaning('OUT_FOR_DELIVERY', 'OD'),
  ...codesMeaning('AVAILABLE_FOR_PICKUP', 'CC RTIN ST41'),
  ...codesMeaning('ON_HOLD', 'UTLX WC'),
  ...codesMeaning('ON_HOLD', 'UTI', 'incorrect_address_details'),
  ...codesMeaning('ON_HOLD', 'OH CD', 'customs_clearance_issue'),
  ...codesMeaning('ON_HOLD', 'DEX17', 'shipment_damaged'),
  ...codesMeaning('DELIVERY_FAILED', 'DE DEX93'),
  ...codesMeaning('DELIVERY_FAILED', 'DEX08 DEX8X DEX42 NH CA', 'customer_not_available'),
  ...codesMeaning('DELIVERY_FAILED', 'DEX03 BA', 'incorrect_address_details'),
  ...codesMeaning('RETURN_TO_ORIGIN', 'DEX14 PRC RPMX RTO BTRO'),
  ...codesMeaning('RETURNED', 'RTS'),
  ...codesMeaning('DELIVERED', 'DL DEX09'),
};

export function smsaCodes(log: CodeLog | undefined): CodeBook {
  // Messages, data entry, advice, papers, and plans of pick-ups.
  const ignored = 'SMS Data ADV POD PUX3 PUX17 PUX43'.split(' ');
  return new CodeBook('smsa', { scans: SCANS, ignored }, log);
}

/** The scans of a shipment that SMSA tracks. `CODAmount` there is what is due, not what was collected. */
export function smsaScans(shipment: Fields, codes: CodeBook): ReportedScan[] {
  const awb = textOf(shipment.AWB);
  return listOf(shipment.Scans).flatMap((scan) => {
    const code = textOf(scan.ScanType);
    const [local, zone] = [textOf(scan.ScanDateTime), textOf(scan.ScanTimeZone)];
    const read = {
      awb,
      occurredAtMs: atOffset(local.slice(0, 19), zone || '+03:00'),
      writtenAt: [local, zone].filter(Boolean).join(' '),
      courierStatusCode: code,
      description: textOf(scan.ScanDescription) || undefined,
      city: textOf(scan.City) || undefined,
      signedBy: textOf(scan.ReceivedBy) || undefined,
    };
    // Some types have a number for the exact reason: DEX03-4.
    return codes.read(read, [code, code.replace(/-\d+$/, '')]);
  });
}
