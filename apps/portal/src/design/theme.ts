import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { BRAND, DARK, FONT_SIZES, FONTS, GRAY, GROUNDS, LINKS, RADIUS, SPACING, TONES } from './tokens.ts';

export const THEME = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    brand: [...BRAND] as unknown as MantineColorsTuple,
    gray: [...GRAY] as unknown as MantineColorsTuple,
    dark: [...DARK] as unknown as MantineColorsTuple,
  },
  fontFamily: FONTS.text,
  fontFamilyMonospace: FONTS.code,
  fontSizes: FONT_SIZES,
  spacing: SPACING,
  radius: RADIUS,
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Their heads would be banners of the page beside its own.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
  headings: {
    fontFamily: FONTS.text,
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
    },
  },
});

/** The tokens as CSS variables: `--qf-…`. */
export const VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
});

function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  const grounds = Object.entries(GROUNDS[scheme]).map(([name, colour]) => [`--qf-${name}`, colour]);
  const tones = Object.entries(TONES).flatMap(([name, tone]) => [
    [`--qf-${name}-text`, tone[scheme].text],
    [`--qf-${name}-ground`, tone[scheme].ground],
  ]);
  const { page, text, dimmed, line } = GROUNDS[scheme];
  return {
    ...(Object.fromEntries([...grounds, ...tones]) as Record<string, string>),
    '--qf-link': LINKS[scheme],
    '--mantine-color-body': page,
    '--mantine-color-text': text,
    '--mantine-color-dimmed': dimmed,
    '--mantine-color-placeholder': dimmed,
    '--mantine-color-anchor': LINKS[scheme],
    '--mantine-color-error': TONES.danger[scheme].text,
    '--mantine-color-default-border': line,
  };
}
