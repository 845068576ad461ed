import { truncate } from '@qafila/runtime/truncate';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Remittance } from '../couriers/daily-work.ts';
import { CASH } from '../limits.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { importLines } from './import-remittance.ts';
import { DEFAULT_RULES } from './mapping.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { RemittanceImportRow, RemittanceSourceRow } from './remittance.entity.ts';

/**
 * Reads what the courier's API says that it paid since the last reading, and some days before, because a courier may
 * add to them: a known line changes nothing. From then on the courier is read daily.
 */
export async function readRemittances(
  dependencies: ShipmentDependencies,
  caller: Person,
  { courierId }: { courierId: string },
): Promise<RemittanceImportRow> {
  const { pool, couriers, clock } = dependencies;
  const courier = await couriers.of({ account_id: caller.accountId, courier: courierId });
  if (courier?.remittances === undefined)
    throw new Refusal(
      409,
      'REMITTANCE_API_MISSING',
      `${courierId} has no API of remittances here: import its files instead.`,
    );
  const { rows } = await pool.query<RemittanceSourceRow>(
    'SELECT * FROM remittance_source WHERE account_id = $1 AND courier = $2',
    [caller.accountId, courierId],
  );
  const toMs = clock();
  const readUntil = rows[0]?.read_until?.getTime();
  const fromMs = readUntil === undefined ? toMs - CASH.firstReadMs : readUntil - CASH.rereadMs;
  const read = await courier
    .remittances({ fromMs, toMs }, AbortSignal.timeout(CASH.readTimeoutMs))
    .catch((error: Error) => {
      throw new Refusal(503, 'COURIER_UNAVAILABLE', `${courierId} does not answer: ${truncate(error.message, 200)}`);
    });
  const rules = rows[0]?.mapping ?? DEFAULT_RULES;
  const row = await importLines(dependencies, caller, { courier: courierId, rules, lines: read.flatMap(linesOf) });
  await pool.query(
    `UPDATE remittance_source SET read_until = greatest(read_until, $3), store_id = $4, next_at = $5, failures = 0,
      error = NULL, updated_at = $3
    WHERE account_id = $1 AND courier = $2`,
    [caller.accountId, courierId, new Date(toMs), caller.storeId, new Date(toMs + CASH.readEveryMs)],
  );
  return row;
}

/** The lines of a remittance, and its payment where the courier says what reached the bank. */
function linesOf({ remittanceId, currency, paidAtMs, paidMinor, lines }: Remittance): RemittanceLine[] {
  const about = { currency, remittanceId, at: new Date(paidAtMs) };
  const cash = lines.map(({ lineId, awb, amountMinor, feeMinor: fee = 0n }): RemittanceLine => ({
    ...about,
    key: `${remittanceId}/${lineId}`,
    kind: 'cash',
    references: [awb],
    amount: amountMinor,
    fee,
    statedFee: fee,
  }));
  if (paidMinor === undefined) return cash;
  const payment = { kind: 'payment', references: [], amount: paidMinor, fee: 0n, statedFee: 0n } as const;
  return [...cash, { ...about, ...payment, key: `payment of ${remittanceId}` }];
}
