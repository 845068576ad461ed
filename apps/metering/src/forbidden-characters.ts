/** §4.13 rule 2: what `name`, `id` and `aggregation_field` must not contain. */
export const FORBIDDEN_IN_METER_TEXT = /[%?{}[\]$^*@<>]/;

/** §2.8: what string fields of an event's payload must not contain. Brackets are allowed here. */
export const FORBIDDEN_IN_PAYLOAD_TEXT = /[%?{}$^*@<>]/;
