/** A table as CSV (RFC 4180), with its heading. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvLines([head, ...rows]);
}

/** Lines of a table that is written in parts. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * A text that a spreadsheet would read as a formula gets a quote before it. Amounts are safe and may begin with a
 * minus.
 */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
