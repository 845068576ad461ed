type Condition = readonly [value: unknown, text: (parameter: string) => string];

/** Only the conditions of the query, so that each finds its index. `first` is about the account, `$1`. */
export function conditions(
  first: string,
  accountId: string,
  wanted: readonly Condition[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const text = [first];
  for (const [value, condition] of wanted) if (value !== undefined) text.push(condition(`$${values.push(value)}`));
  return { text: text.join(' AND '), values };
}
