import { describe, expect, test } from '@jest/globals';
import { BRAND, GROUNDS, LINKS, TONES } from '../src/design/tokens.ts';

const AA = 4.5;
const SCHEMES = ['light', 'dark'] as const;

/** The contrast of WCAG 2: 1 to 21. */
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(SCHEMES)('the colours of the %s scheme', (scheme) => {
  const { page, side, raised, text, dimmed } = GROUNDS[scheme];
  test.each(Object.entries({ page, side, raised }))('text, dimmed text and links are readable on %s', (_, ground) => {
    for (const colour of [text, dimmed, LINKS[scheme]]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(AA);
  });

  test.each(Object.entries(TONES))('the state %s is readable', (_, tone) => {
    expect(contrast(tone[scheme].text, tone[scheme].ground)).toBeGreaterThanOrEqual(AA);
  });
});

test('white is readable on the main buttons of both schemes', () => {
  for (const shade of [BRAND[7], BRAND[6]]) expect(contrast('#ffffff', shade)).toBeGreaterThanOrEqual(AA);
});
