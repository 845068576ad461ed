import { page as shell } from '@qafila/pages/layout';
import type { Page, PageParts } from '@qafila/pages/layout';
import { TEXTS } from './texts.ts';

/** A page of payments. */
export function page(parts: Omit<PageParts, 'footer'>): Page {
  return shell({ ...parts, footer: TEXTS[parts.language].secure });
}
