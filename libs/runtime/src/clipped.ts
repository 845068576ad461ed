/** The text's beginning, without half a character at its end: strict readers refuse a whole body for one. */
export function clipped(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '');
}
