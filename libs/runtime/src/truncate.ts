/** The start of the text, without half a surrogate pair at its end: strict readers would refuse the whole body. */
export function truncate(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '');
}
