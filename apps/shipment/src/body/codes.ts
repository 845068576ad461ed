/** Codes of violations that a create body can have beside `validation_error` and `unknown_field`. */
export const BODY_CODES = [
  'PHONE_INVALID',
  'COUNTRY_INVALID',
  'POSTCODE_INVALID',
  'NATIONAL_ADDRESS_REQUIRED',
  'AMOUNT_PRECISION',
  'PRICING_MISMATCH',
  'COD_NOT_ALLOWED',
  'COD_EXCEEDS_TOTAL',
  'CUSTOMS_REQUIRED',
  'HS_CODE_INVALID',
  'SHIPMENT_TYPE_MISMATCH',
  'PACKAGE_LIMIT',
  'COURIER_UNKNOWN',
] as const;
