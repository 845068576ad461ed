/** What an owner can give to an API key: those that identity accepts of merchants. */
export const KEY_SCOPES = [
  'payments:write',
  'payments:read',
  'meters:write',
  'meters:read',
  'usage:write',
  'webhooks:write',
  'webhooks:read',
  'keys:write',
  'keys:read',
] as const;

export const CLIENT_SCOPES = ['shipments:write', 'shipments:read'] as const;
