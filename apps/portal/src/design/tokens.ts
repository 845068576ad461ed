/**
 * What the portal looks like: every colour, size and space that is its own. The theme and the CSS variables are made of
 * it, and a test measures the contrast of each pair of text and ground.
 */

export const FONTS = {
  text: "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, sans-serif",
  code: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
} as const;

/** In rem, with its line height. */
export const FONT_SIZES = { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' } as const;
export const SPACING = { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' } as const;
export const RADIUS = { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' } as const;

/** Deep green of an oasis: links, main buttons, what is selected. */
export const BRAND = [
  '#eefaf6',
  '#d6f1e8',
  '#aee3d2',
  '#7fd0b8',
  '#4fb89b',
  '#2c9c80',
  '#147c64',
  '#0e6b57',
  '#0b5646',
  '#083f34',
] as const;

/** Greys with a little green, light to dark. */
export const GRAY = [
  '#f7f9f8',
  '#f0f3f2',
  '#e5e9e8',
  '#d6dcda',
  '#b9c2bf',
  '#8d9995',
  '#5f6b67',
  '#485350',
  '#303836',
  '#19201e',
] as const;

/** Grounds and lines of the dark scheme, from its text to its deepest ground. */
export const DARK = [
  '#dde4e1',
  '#bcc6c2',
  '#9aa6a2',
  '#6f7b77',
  '#3b4543',
  '#2b3432',
  '#202826',
  '#171d1c',
  '#121716',
  '#0c100f',
] as const;

export interface Pair {
  text: string;
  ground: string;
}

/** How states look, in both schemes. */
export const TONES = {
  success: {
    light: { text: '#0b5a3c', ground: '#ddf3e7' },
    dark: { text: '#7fdcb0', ground: '#12352a' },
  },
  warning: {
    light: { text: '#7a4a00', ground: '#fcf0d4' },
    dark: { text: '#f0c368', ground: '#3b2e12' },
  },
  danger: {
    light: { text: '#9d1c14', ground: '#fde6e4' },
    dark: { text: '#ff9d94', ground: '#431c1a' },
  },
  info: {
    light: { text: '#174b92', ground: '#e2edfb' },
    dark: { text: '#94c0ff', ground: '#172c49' },
  },
  neutral: {
    light: { text: '#485350', ground: '#edf0ef' },
    dark: { text: '#bcc6c2', ground: '#2b3432' },
  },
} as const satisfies Record<string, Record<'light' | 'dark', Pair>>;
export type Tone = keyof typeof TONES;

/** Grounds of the frame. */
export const GROUNDS = {
  light: { page: '#ffffff', side: GRAY[0], raised: '#ffffff', line: GRAY[2], text: GRAY[9], dimmed: GRAY[6] },
  dark: { page: DARK[7], side: DARK[8], raised: DARK[6], line: DARK[5], text: DARK[0], dimmed: DARK[2] },
} as const;

/** The scheme's link colours on its page. */
export const LINKS = { light: BRAND[7], dark: BRAND[3] } as const;

/** Below this width the navigation is a bar at the bottom, and tables are lists. */
export const PHONE_MAX = '47.99em';
export const SIDEBAR_WIDTH = '15rem';
