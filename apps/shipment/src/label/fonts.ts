import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

/** Cairo (SIL Open Font License 1.1, in the package): Latin, Arabic and Urdu in one face, dots in the glyphs themselves. */
export const FONT_FILES = {
  Regular: '@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf',
  Bold: '@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf',
} as const;

export function fontPath(weight: keyof typeof FONT_FILES): string {
  return createRequire(import.meta.url).resolve(FONT_FILES[weight]);
}

let registered = false;

/** Once a process or worker; before the first text is measured. */
export function registerFonts(): void {
  if (registered) return;
  for (const weight of ['Regular', 'Bold'] as const) {
    if (GlobalFonts.registerFromPath(fontPath(weight), `Qafila Cairo ${weight}`) === null) throw new Error(`the label font ${FONT_FILES[weight]} cannot be read`);
  }
  registered = true;
}
