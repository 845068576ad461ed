/**
 * For WITH RECURSIVE: the first waiting delivery of each of up to $3 keys of endpoint $1, from key $2 on. One index
 * lookup for each key, however many deliveries of it wait.
 */
export const FIRST_OF_KEYS = `
    first AS (
      SELECT f.*, 1 AS place FROM (
        SELECT key, sequence, due_at FROM retry WHERE endpoint_no = $1 AND key >= $2 ORDER BY key, sequence LIMIT 1
      ) f
      UNION ALL
      SELECT f.*, p.place + 1 FROM first p CROSS JOIN LATERAL (
        SELECT key, sequence, due_at FROM retry WHERE endpoint_no = $1 AND key > p.key ORDER BY key, sequence LIMIT 1
      ) f
      WHERE p.place < $3
    )`;
