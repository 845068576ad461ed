import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Owner, Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { PickupHoursRow } from './pickup.entity.ts';
import type { PickupHoursAnswer, PickupHoursBody } from './pickup-hours.schema.ts';

/** When drivers of a courier come to an address. */
export interface PickupHours {
  timeZone: string;
  readyTime: string;
  closeTime: string;
  /** A pick-up of the same day must be ordered before. */
  cutOffTime: string;
  /** ISO: Monday is 1. */
  days: readonly number[];
}

/** Until a company sets its own: the working week of Saudi Arabia with Saturday. */
export const DEFAULT_HOURS: PickupHours = {
  timeZone: 'Asia/Riyadh',
  readyTime: '10:00',
  closeTime: '18:00',
  cutOffTime: '12:00',
  days: [1, 2, 3, 4, 6, 7],
};

/** The hours of the city, else those of the courier, else the default. */
export async function hoursOf(
  db: Pool | PoolClient,
  { accountId, courier, city }: { accountId: string; courier: string; city: string },
): Promise<PickupHours> {
  const {
    rows: [row],
  } = await db.query<PickupHoursRow>(
    `
    SELECT * FROM pickup_hours WHERE account_id = $1 AND courier = $2 AND city IN ('', $3)
    ORDER BY city <> '' DESC LIMIT 1`,
    [accountId, courier, cityKey(city)],
  );
  return row === undefined ? DEFAULT_HOURS : hoursView(row);
}

export async function listHours(
  { pool, couriers }: ShipmentDependencies,
  { accountId }: Owner,
): Promise<PickupHoursAnswer[]> {
  const { rows } = await pool.query<PickupHoursRow>(
    'SELECT * FROM pickup_hours WHERE account_id = $1 ORDER BY courier, city',
    [accountId],
  );
  const own = await couriers.ofCompany(pool, accountId);
  const unset = own.filter((id) => !rows.some(({ courier, city }) => courier === id && city === ''));
  return [
    ...unset.map((courierId) => ({ courierId, city: null, ...DEFAULT_HOURS, days: [...DEFAULT_HOURS.days] })),
    ...rows.map(answerOf),
  ];
}

/** Sets the hours of a courier, for one city or for all others. */
export async function setHours(
  { pool, couriers, clock }: ShipmentDependencies,
  { accountId, keyId }: Person,
  courier: string,
  { city, timeZone, readyTime, closeTime, cutOffTime, days }: PickupHoursBody,
): Promise<PickupHoursAnswer> {
  const own = await couriers.ofCompany(pool, accountId);
  if (!own.includes(courier))
    throw new Refusal(
      404,
      'COURIER_NOT_FOUND',
      `${JSON.stringify(courier)} is not one of your couriers (${own.join(', ') || 'none'}).`,
      { param: 'courier_id' },
    );
  const {
    rows: [row],
  } = await pool.query<PickupHoursRow>(
    `
    INSERT INTO pickup_hours (
      account_id, courier, city, time_zone, ready_time, close_time, cut_off_time, days, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (account_id, courier, city) DO UPDATE SET
      time_zone = excluded.time_zone, ready_time = excluded.ready_time, close_time = excluded.close_time,
      cut_off_time = excluded.cut_off_time, days = excluded.days, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by
    RETURNING *`,
    [
      accountId,
      courier,
      city === undefined ? '' : cityKey(city),
      timeZone,
      readyTime,
      closeTime,
      cutOffTime,
      [...days].sort(),
      new Date(clock()),
      keyId,
    ],
  );
  return answerOf(row as PickupHoursRow);
}

function cityKey(city: string): string {
  return city.trim().toLowerCase();
}

function hoursView(row: PickupHoursRow): PickupHours {
  return {
    timeZone: row.time_zone,
    readyTime: row.ready_time,
    closeTime: row.close_time,
    cutOffTime: row.cut_off_time,
    days: row.days,
  };
}

function answerOf(row: PickupHoursRow): PickupHoursAnswer {
  return { courierId: row.courier, city: row.city === '' ? null : row.city, ...hoursView(row), days: row.days };
}
