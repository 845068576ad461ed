/**
 * Saves the changes of one intent by one statement. The first six parameters are arrays of rows in their table's shape;
 * an empty array means no change. The text is always the same, so that a connection plans it once. Parameters $7 to $10
 * (account, intent, attempt, operation) find the changed rows. A join on the row arrays instead would get a plan for
 * small tables, and that plan would scan the tables once they have grown.
 */
export const SAVE_LOCKED = {
  name: 'save-locked',
  text: `
    WITH new_attempt AS (
      INSERT INTO attempt SELECT * FROM json_populate_recordset(NULL::attempt, $1)
    ), new_operation AS (
      INSERT INTO operation SELECT * FROM json_populate_recordset(NULL::operation, $2)
    ), new_event AS (
      INSERT INTO attempt_event (account_id, attempt_id, at, status, actor, note)
      SELECT account_id, attempt_id, at, status, actor, note FROM json_populate_recordset(NULL::attempt_event, $3)
    ), changed_attempt AS (
      UPDATE attempt t SET status = r.status, is_open = r.is_open, taken_minor = r.taken_minor,
        gateway_reference = r.gateway_reference, bank_code = r.bank_code, bank_message = r.bank_message,
        secure = r.secure, instrument = r.instrument, routing = r.routing, updated_at = r.updated_at
      FROM json_populate_recordset(NULL::attempt, $4) r WHERE t.account_id = $7 AND t.id = $9
    ), changed_operation AS (
      UPDATE operation t SET state = r.state, code = r.code, message = r.message, settled_at = r.settled_at,
        inquire_at = r.inquire_at, gateway_reference = r.gateway_reference, queue = r.queue, queue_why = r.queue_why,
        moved_minor = r.moved_minor, pending_since = r.pending_since, history = r.history
      FROM json_populate_recordset(NULL::operation, $5) r WHERE t.account_id = $7 AND t.id = $10
    )
    UPDATE intent t SET status = r.status, captured_minor = r.captured_minor, refunded_minor = r.refunded_minor,
      refunding_minor = r.refunding_minor, asked = r.asked, asked_minor = r.asked_minor,
      asked_final = r.asked_final, tries = r.tries,
      open_attempt = r.open_attempt, revision = r.revision, updated_at = r.updated_at, last_refund = r.last_refund,
      routing_history = r.routing_history, ended_at = r.ended_at,
      over_refunded_minor = r.over_refunded_minor
    FROM json_populate_recordset(NULL::intent, $6) r WHERE t.account_id = $7 AND t.id = $8`,
};
