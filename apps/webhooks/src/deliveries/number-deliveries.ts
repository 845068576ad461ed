import type { EntityManager } from 'typeorm';
import type { Delivery } from '../log/log.entity.ts';

/**
 * Creates deliveries of stored events to one endpoint, numbered in this order. As in fan-out, numbers are given under
 * the head's lock and in the transaction that creates the deliveries, so they commit in the order of their numbers.
 * Returns the first number.
 */
export async function numberDeliveries(
  tx: EntityManager,
  endpointNo: string,
  events: Pick<Delivery, 'day' | 'event_id'>[],
): Promise<number> {
  const [row] = await tx.query<{ first: string }[]>(NUMBER, [
    endpointNo,
    events.map((event) => event.day),
    events.map((event) => event.event_id),
  ]);
  await tx.query("SELECT pg_notify('webhooks_work', '')");
  return Number(row?.first);
}

const NUMBER = `
  WITH head AS (
    SELECT endpoint_no, sequence FROM endpoint_head WHERE endpoint_no = $1 FOR NO KEY UPDATE
  ), stored AS (
    SELECT * FROM unnest($2::date[], $3::text[]) WITH ORDINALITY AS e (day, id, position)
  ), advanced AS (
    UPDATE endpoint_head h SET sequence = head.sequence + (SELECT count(*) FROM stored) FROM head
      WHERE h.endpoint_no = head.endpoint_no
  ), written AS (
    INSERT INTO delivery (day, endpoint_no, sequence, event_id) SELECT day, endpoint_no, sequence + position, id
      FROM stored, head
  )
  SELECT sequence + 1 AS first FROM head`;
