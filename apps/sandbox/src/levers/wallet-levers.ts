/** How the wallet treats a phone, by its last four digits. */
export const BEHAVIOURS: Record<string, string> = {
  '0001': 'Success: confirm in the app',
  '0002': 'Account not found (002)',
  '0003': 'Account inactive (003)',
  '0004': 'Low balance (004) when the money would move',
  '0005': 'Limit exceeded (001) when the money would move',
  '0006': 'The reply to the code is lost; completed 3 s later',
  '0007': 'The reply to the code is lost; failed (058) 3 s later',
  '0008': 'Rejected in the app, by itself (112)',
  '0009': 'Never confirmed: expires (116)',
};

export const WALLET_CODES: Record<string, string> = {
  '000': 'Completed',
  '001': 'Limit exceeded',
  '002': 'Account not found',
  '003': 'Account inactive',
  '004': 'Low balance',
  '024': 'Wrong PIN or code',
  '055': 'Host down',
  '058': 'Transaction timed out',
  '060': 'PIN retries exhausted',
  '062': 'Host down',
  '105': 'Merchant limit exceeded',
  '110': 'Invalid value',
  '112': 'Cancelled by user',
  '115': 'Invalid hash',
  '116': 'Expired',
  '118': 'Under maintenance',
  '119': 'Awaiting reversal',
};

const BY_ISO: Record<string, string> = {
  '05': '003',
  '41': '003',
  '51': '004',
  '54': '116',
  '59': '105',
  '61': '001',
  '91': '055',
  '96': '118',
};

export function walletCode(code: string): string {
  return BY_ISO[code] ?? code;
}

/** Why the wallet refuses this person when a payment or subscription is opened; null: it accepts them. */
export function openingRefusal(behaviour: string | null, nationalLast4: string | null): string | null {
  if (behaviour === null || behaviour === '0002') return '002';
  if (behaviour === '0003') return '003';
  if (nationalLast4?.endsWith('0000')) return '002';
  return nationalLast4?.endsWith('9999') ? '105' : null;
}

/** Why the wallet declines when the money would move; null: the money moves. */
export function paymentDecline(behaviour: string | null): string | null {
  if (behaviour === '0004') return '004';
  return behaviour === '0005' ? '001' : null;
}
