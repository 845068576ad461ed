import type { ErrorKinds } from './error-kind.ts';

/** Codes of the metering service. */
export const METERING_ERRORS = {
  immutable_field: {
    status: 400,
    param: 'aggregation_type',
    cause: 'The field never changes: it would change the meaning of usage that is counted already.',
    remedy: 'Create a new meter.',
    example:
      'aggregation_type cannot change, because it would change the meaning of counted usage. ' +
      'Create a new meter instead.',
  },
  forbidden_character: {
    status: 400,
    param: 'payload.note',
    cause: 'A text of the payload contains one of the characters `% ? { } $ ^ * @ < >`.',
    remedy: 'Remove the character, or encode the text.',
    example: 'payload.note must not contain the character @ (nor any of % ? { } $ ^ * @ < >).',
  },
  timestamp_in_future: {
    status: 400,
    param: 'timestamp',
    cause: 'The timestamp of the usage is more than 5 minutes ahead of our clock.',
    remedy: 'Correct the clock of the sender. Send usage when it has happened.',
    example: 'timestamp is more than 5 minutes ahead of our clock.',
  },
  missing_field: {
    status: 400,
    param: 'payload.tokens',
    cause: 'The payload lacks the field that the meter aggregates.',
    remedy: 'Send the field that `aggregation_field` of the meter names, as a number or a decimal text.',
    example: 'payload.tokens is missing: this meter aggregates it.',
  },
  operation_not_supported: {
    status: 400,
    param: 'operation',
    cause: 'A meter of `latest` or `max` cannot take a value away.',
    remedy: 'Name the event to take back in `reverses`.',
    example: 'A max meter cannot REMOVE by value; name the event to retract in "reverses".',
  },
  unknown_target: {
    status: 400,
    param: 'reverses',
    cause: 'The meter has no event with the id in `reverses`.',
    remedy: 'Check the id. Send the event before you take it back.',
    example: 'This meter has no event req-1 to retract.',
  },
  not_reversible: {
    status: 400,
    param: 'reverses',
    cause: 'The event in `reverses` is itself a retraction.',
    remedy: 'Send the usage again under a new `event_id`.',
    example: 'req-1-back is itself a retraction. Send the usage again under a new event_id instead.',
  },
  meter_inactive: {
    status: 400,
    param: 'id',
    cause: 'The meter is inactive: it accepts no events, and a plan cannot charge for it.',
    remedy: 'Reactivate the meter, or stop sending.',
    example: 'Meter tokens is inactive and accepts no events. Reactivate it, or stop sending.',
  },
  unknown_meter: {
    status: 400,
    param: 'meters.0.meter_id',
    cause: 'The plan names a meter that the store does not have.',
    remedy: 'Check the id and the store, or create the meter.',
    example: 'meters.0.meter_id names "tokens", and this store has no such meter.',
  },
  one_time_only: {
    status: 400,
    param: 'meters.0.meter_id',
    cause: 'A recurring plan cannot charge for a meter of `latest` or `max`.',
    remedy: 'Bind the meter to a plan with `recurring` false.',
    example:
      'meters.0.meter_id names peak, a max meter. Such meters are one-time only. ' +
      'Bind it to a plan with recurring false.',
  },
  too_many_windows: {
    status: 400,
    param: 'windowSize',
    cause: 'The range has more than 10,000 windows of this size.',
    remedy: 'Narrow the range, or use a larger `windowSize`.',
    example: 'This range has more than 10000 windows of that size. Narrow the range, or widen windowSize.',
  },
  too_many_rows: {
    status: 400,
    param: 'groupBy',
    cause: 'The answer has more than 100,000 rows.',
    remedy: 'Narrow the range, or group by fewer fields.',
    example: 'The answer has more than 100000 rows. Narrow the range, or group by less.',
  },
  too_many_events: {
    status: 400,
    param: 'from',
    cause: 'The query would read more than 5,000,000 events one by one, for minutes or bounds within a quarter hour.',
    remedy: 'Narrow the range, use a longer `windowSize`, or let `from` and `to` be full quarters of an hour.',
    example: 'This query would read 6000000 events one by one; at most 5000000 are possible.',
  },
  duplicate_event: {
    status: 409,
    cause:
      'The meter has an event with this `event_id`. `identical` says whether it is the same event; ' +
      '`first_received_at` says since when.',
    remedy: 'With `identical` true there is nothing to do. Otherwise send the usage under another `event_id`.',
    example: 'event_id req-1 was received before, with the same content. It is counted once; there is nothing to do.',
  },
  already_reversed: {
    status: 409,
    cause: 'The event in `reverses` was taken back before, by another retraction.',
    remedy: 'There is nothing to do.',
    example: 'The event req-1 was already retracted.',
  },
  meter_exists: {
    status: 409,
    cause: 'The account has a meter with this id, perhaps in another store.',
    remedy: 'Choose another id, or read the existing meter.',
    example: 'A meter with the id tokens exists in this account. Choose another id.',
  },
  too_many_versions: {
    status: 409,
    cause: 'The filters of the meter changed 999 times.',
    remedy: 'Create a new meter. A filter that changes daily is data: put it into the payload.',
    example: 'The filters of a meter can change 999 times. Create a new meter instead.',
  },
  plan_exists: {
    status: 409,
    cause: 'The account has a plan with this id, perhaps in another store.',
    remedy: 'Choose another id, or read the existing plan.',
    example: 'A plan with the id pro exists in this account. Choose another id.',
  },
  plan_inactive: {
    status: 409,
    cause: 'The plan is inactive and takes no new subscriptions.',
    remedy: 'Activate the plan, or use another one.',
    example: 'The plan pro is inactive and takes no new subscriptions.',
  },
  subscription_exists: {
    status: 409,
    cause: 'The account has a subscription with this id.',
    remedy: 'Choose another id, or read the existing subscription.',
    example: 'A subscription with the id sub_1 exists in this account. Choose another id.',
  },
} as const satisfies ErrorKinds;
