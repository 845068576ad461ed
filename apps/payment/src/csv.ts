/** A table as CSV, with its heading. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/**
 * A text that a spreadsheet would read as a formula gets a quote before it. Amounts are safe and may begin with a
 * minus.
 */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
