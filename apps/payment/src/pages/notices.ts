import type { PageRequest } from '@qafila/pages/http';
import type { Texts } from './texts.ts';

/** The notices that each form may show. */
const NOTICES = {
  identity: ['identityWrong', 'fieldWrong', 'busy'],
  code: ['codeWrong', 'codeExpired', 'resendSoon', 'resendsOver', 'fieldWrong', 'busy'],
  pin: ['pinWrong', 'fieldWrong', 'busy'],
  details: ['fieldWrong'],
  tokenCode: ['codeWrong', 'codeExpired', 'fieldWrong', 'busy'],
} as const satisfies Record<string, readonly (keyof Texts)[]>;

/** Anyone can write an address: its notice counts only where this form can have caused it, so none says "Paid". */
export function noticeOf({ query }: PageRequest, form: keyof typeof NOTICES): keyof Texts | undefined {
  return NOTICES[form].find((name) => name === query.notice);
}
