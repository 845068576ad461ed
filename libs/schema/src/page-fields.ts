import { PAGE_LIMITS } from '@qafila/envelopes/page';
import type { Class } from './field.ts';
import { List, nestedRule } from './object-fields.ts';
import { Whole } from './number-fields.ts';
import { Text } from './text-fields.ts';

/** The query of a list, which is read page by page. Lists with filters extend it. */
export class ListQuery {
  @Whole({
    description: `How many items a page has, 1 to ${PAGE_LIMITS.itemsMax}. Default ${PAGE_LIMITS.itemsDefault}.`,
    example: 50,
    min: 1,
    max: PAGE_LIMITS.itemsMax,
    optional: true,
  })
  limit?: number;

  @Text({
    description: 'The `next_cursor` of the page before. Left out: the first page.',
    example: 'WyJyZl8wMSJd',
    charactersMax: 1000,
    optional: true,
  })
  cursor?: string;
}

const pages = new Map<Class, Class>();

/** The answer class of one page of items: `PageOf(RefundAnswer)` is named `RefundAnswerPage`. */
export function PageOf<Item>(item: Class<Item>): Class<{ items: Item[]; next_cursor: string | null }> {
  const known = pages.get(item);
  if (known !== undefined) return known as Class<{ items: Item[]; next_cursor: string | null }>;
  class Page {
    @List(nestedRule(() => item as Class<object>), {
      description: 'The items of this page.',
      itemsMax: PAGE_LIMITS.itemsMax,
    })
    items!: Item[];

    @Text({
      description: 'The `cursor` of the next page; null on the last page.',
      example: 'WyJyZl8wMSJd',
      charactersMax: 1000,
      nullable: true,
    })
    next_cursor!: string | null;
  }
  Object.defineProperty(Page, 'name', { value: `${item.name}Page` });
  pages.set(item, Page);
  return Page;
}
