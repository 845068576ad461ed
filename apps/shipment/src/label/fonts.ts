import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

/** Cairo (SIL Open Font License 1.1, in the package) has Latin, Arabic and Urdu, with the dots in the glyphs. */
export const FONT_FILES = {
  Regular: '@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf',
  Bold: '@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf',
} as const;

export function fontPath(weight: keyof typeof FONT_FILES): string {
  return createRequire(import.meta.url).resolve(FONT_FILES[weight]);
}

let registered = false;

/** Call before the first text is measured, in each process and worker; later calls do nothing. */
export function registerFonts(): void {
  if (registered) return;
  for (const weight of ['Regular', 'Bold'] as const) {
    if (GlobalFonts.registerFromPath(fontPath(weight), `Qafila Cairo ${weight}`) === null)
      throw new Error(`the label font ${FONT_FILES[weight]} cannot be read`);
  }
  registered = true;
}
