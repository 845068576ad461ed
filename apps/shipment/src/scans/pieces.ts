import type { PoolClient } from 'pg';
import type { CourierScan } from '../couriers/courier.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/**
 * Learns the courier's numbers of the packages where no booking gave them, as with a waybill that a person set. The
 * first scans that name as many pieces as there are packages decide, in the order of their numbers, and it is kept.
 */
export async function learnPieces(
  tx: PoolClient,
  row: ShipmentRow,
  scans: readonly CourierScan[],
): Promise<ShipmentRow> {
  const { count, known } = piecesOf(row);
  const pieces = piecesNamed(scans);
  if (count === 1 || pieces.length !== count || known !== undefined) return row;
  const { rows } = await tx.query<ShipmentRow>({
    name: 'learn-pieces',
    text: 'UPDATE shipment SET label = $3 WHERE account_id = $1 AND id = $2 RETURNING *',
    values: [row.account_id, row.id, JSON.stringify({ ...(row.label ?? { service: row.service_code ?? '' }), pieces })],
  });
  return rows[0] as ShipmentRow;
}

/**
 * Which package a piece is, by the numbers that are known. A piece that they do not name is none that we know; of one
 * package it can only be that one. Of a parcel that the courier has in more pieces than we have packages, a state
 * counts for the whole once all pieces have it.
 */
export function withPackages(scans: readonly CourierScan[], row: ShipmentRow): CourierScan[] {
  const { count, known } = piecesOf(row);
  const pieces = piecesNamed(scans);
  if (count > 1 && known === undefined && pieces.length > count)
    return [...scans.filter((scan) => !isOfPiece(scan)), ...sharedByAll(scans.filter(isOfPiece), pieces.length)];
  return scans.map((scan) => {
    if (count === 1 || !isOfPiece(scan)) return scan;
    const at = known?.indexOf(scan.pieceNumber) ?? -1;
    return { ...scan, packageNumber: at === -1 ? count + 1 : at + 1 };
  });
}

type PieceScan = CourierScan & { pieceNumber: string };

function isOfPiece(scan: CourierScan): scan is PieceScan {
  return scan.packageNumber === undefined && scan.pieceNumber !== undefined;
}

function piecesNamed(scans: readonly CourierScan[]): string[] {
  return [...new Set(scans.filter(isOfPiece).map(({ pieceNumber }) => pieceNumber))].sort();
}

/**
 * How many packages a shipment has, and the courier's number of each; `known` is undefined where the booking gave no
 * number, or not one for each. Reads the stored request, so callers ask once.
 */
export function piecesOf({ label, request }: ShipmentRow): { count: number; known: readonly string[] | undefined } {
  const { length: count } = requestOf(request).packages;
  const pieces = label?.pieces?.filter(Boolean) ?? [];
  return { count, known: pieces.length === count ? pieces : undefined };
}

/** The states that all pieces have, each when the last piece got it. */
function sharedByAll(scans: readonly PieceScan[], count: number): CourierScan[] {
  return [...new Set(scans.map(({ status }) => status))].flatMap((status) => {
    const ofStatus = scans.filter((scan) => scan.status === status);
    if (piecesNamed(ofStatus).length < count) return [];
    const firsts = new Map<string, PieceScan>();
    for (const scan of ofStatus.sort((a, b) => b.occurredAtMs - a.occurredAtMs)) firsts.set(scan.pieceNumber, scan);
    const [last] = [...firsts.values()].sort((a, b) => b.occurredAtMs - a.occurredAtMs);
    return last === undefined ? [] : [last];
  });
}
