import { createHash } from 'node:crypto';

/**
 * The option that gets this key by its share in percent; undefined for the rest. It depends on the key alone, so a
 * repeated choice is the same.
 */
export function pickByShare<Option extends { percent: number }>(
  options: readonly Option[],
  key: string,
): Option | undefined {
  let point = shareOf(key);
  return options.find(({ percent }) => {
    if (point < percent) return true;
    point -= percent;
    return false;
  });
}

/** A number from 0 up to 100, evenly distributed. */
function shareOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32) * 100;
}
