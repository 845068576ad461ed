/**
 * The account at a gateway that a store's payments go to now: its own, or, as an empty text, the deployment's. The
 * values are SQL.
 */
export function accountOf({
  account,
  store,
  mode,
  gateway,
}: Record<'account' | 'store' | 'mode' | 'gateway', string>): string {
  return `coalesce((SELECT c.gateway_account FROM gateway_connection c WHERE c.account_id = ${account}
    AND c.store_id = ${store} AND c.mode = ${mode} AND c.type = ${gateway}), '')`;
}
