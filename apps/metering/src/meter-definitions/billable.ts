/**
 * The part of a meter's value that can be charged. A value can be negative, or null when all usage was retracted; the
 * billable value is then 0.
 */
export function billableValue(value: string | null): string {
  return value === null || value.startsWith('-') ? '0' : value;
}
