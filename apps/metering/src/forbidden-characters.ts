/** §4.13 rule 2: characters that `name`, `id` and `aggregation_field` must not contain. */
export const FORBIDDEN_IN_METER_TEXT = /[%?{}[\]$^*@<>]/;

/** §2.8: characters that string fields of an event's payload must not contain. Brackets are allowed here. */
export const FORBIDDEN_IN_PAYLOAD_TEXT = /[%?{}$^*@<>]/;

// eslint-disable-next-line no-control-regex
export const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
