import type { ParcelRow, ScanRow } from '../entities/parcel.entity.ts';
import { LIMITS } from '../limits.ts';
import { serviceName } from '../parcels/book-parcel.ts';
import { allScans } from '../parcels/scans.ts';
import type { Sandbox } from '../sandbox.ts';
import { callbackReports } from './callback-report.ts';
import type { CallbackReport } from './callback-report.ts';

export interface ScanReport {
  kind: string;
  state: 'known' | 'happened' | 'planned';
  reason: string | null;
  piece: number | null;
  city: string;
  occurred_at: string;
  happens_at: string;
  known_at: string;
  // eslint-disable-next-line qafila/retired-words -- a field of the control API
  tells: boolean;
}
export interface ParcelReport {
  courier: string;
  waybill: string;
  reference: string;
  merchant_reference: string;
  levers: readonly string[];
  service: string;
  sort_code: string;
  pieces: number;
  cod_minor: string;
  currency: string | null;
  booked_at: string | null;
  cancelled_at: string | null;
  scans: ScanReport[];
  callbacks: CallbackReport[];
}

export async function latestParcelReports(sandbox: Sandbox): Promise<ParcelReport[]> {
  const { rows } = await sandbox.pool.query<ParcelRow>(
    'SELECT * FROM parcel WHERE booked_at IS NOT NULL ORDER BY created_at DESC, waybill LIMIT $1',
    [LIMITS.listedMax],
  );
  return Promise.all(rows.map((parcel) => parcelReport(sandbox, parcel)));
}

/** Everything about one parcel, planned scans too. */
export async function parcelReport(sandbox: Sandbox, parcel: ParcelRow): Promise<ParcelReport> {
  const { courier, waybill, reference, merchant_reference, levers, sort_code, pieces, cod_minor, currency } = parcel;
  const now = sandbox.clock.now();
  return {
    courier,
    waybill,
    reference,
    merchant_reference,
    levers,
    service: serviceName(parcel),
    sort_code,
    pieces,
    cod_minor,
    currency,
    booked_at: parcel.booked_at?.toISOString() ?? null,
    cancelled_at: parcel.cancelled_at?.toISOString() ?? null,
    scans: (await allScans(sandbox, parcel)).map((scan) => scanReport(scan, now)),
    callbacks: await callbackReports(sandbox, courier, waybill),
  };
}

function scanReport(scan: ScanRow, now: Date): ScanReport {
  const { kind, reason, piece, city, occurred_at: occurredAt, happens_at: happensAt, known_at: knownAt } = scan;
  return {
    kind,
    state: scanState(scan, now),
    reason,
    piece,
    city,
    occurred_at: occurredAt.toISOString(),
    happens_at: happensAt.toISOString(),
    known_at: knownAt.toISOString(),
    // eslint-disable-next-line qafila/retired-words -- a field of the control API
    tells: scan.has_callback,
  };
}

function scanState({ happens_at: happensAt, known_at: knownAt }: ScanRow, now: Date): ScanReport['state'] {
  if (knownAt <= now) return 'known';
  return happensAt <= now ? 'happened' : 'planned';
}

export function hasWebhook(scan: ScanReport): boolean {
  // eslint-disable-next-line qafila/retired-words -- a field of the control API
  return scan.tells;
}
