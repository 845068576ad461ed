import type { EntityManager } from 'typeorm';

/**
 * New deliveries of stored events to one endpoint, numbered in this order, as fan-out does it: under the head's lock and in the
 * transaction that makes them, so that what is numbered is committed in the order of the numbers. Answers the first number.
 */
export async function numberDeliveries(tx: EntityManager, endpointNo: string, events: { day: string; event_id: string }[]): Promise<number> {
  const [row] = await tx.query<{ first: string }[]>(NUMBER, [endpointNo, events.map((event) => event.day), events.map((event) => event.event_id)]);
  await tx.query("SELECT pg_notify('webhooks_work', '')");
  return Number(row?.first);
}

const NUMBER = `
  WITH head AS (
    SELECT endpoint_no, sequence FROM endpoint_head WHERE endpoint_no = $1 FOR NO KEY UPDATE
  ), fresh AS (
    SELECT * FROM unnest($2::date[], $3::text[]) WITH ORDINALITY AS e (day, id, place)
  ), advanced AS (
    UPDATE endpoint_head h SET sequence = head.sequence + (SELECT count(*) FROM fresh) FROM head WHERE h.endpoint_no = head.endpoint_no
  ), written AS (
    INSERT INTO delivery (day, endpoint_no, sequence, event_id) SELECT day, endpoint_no, sequence + place, id FROM fresh, head
  )
  SELECT sequence + 1 AS first FROM head`;
