/**
 * Fits the parts of an address into lines, between words. Undefined: they do not fit, and a courier would cut off what
 * its driver needs.
 */
export function addressLines(
  parts: readonly (string | undefined)[],
  { linesMax, charactersMax }: { linesMax: number; charactersMax: number },
): string[] | undefined {
  const lines: string[] = [];
  for (const word of parts.filter(Boolean).join(', ').split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= charactersMax)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > linesMax || lines.some(({ length }) => length > charactersMax) ? undefined : lines;
}
