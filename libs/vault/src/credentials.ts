/** Credentials of an account at a third party, by the names of its fields. */
export type Credentials = Readonly<Record<string, string>>;

export interface CredentialField {
  name: string;
  /** For the reference and for the portal. */
  description: string;
  pattern: RegExp;
  /** What the pattern means, after "must be". */
  expects: string;
  isOptional?: true;
}

/** What a sealed box holds: the credentials, and those before the last change. */
export interface StoredCredentials {
  credentials: Credentials;
  previous: Credentials | null;
}

/** What a third party says of credentials. `unavailable`: it did not answer, so they are neither right nor wrong. */
export type CredentialTest =
  | { kind: 'accepted'; account: string; accountName: string }
  | { kind: 'refused'; field: string; why: string }
  | { kind: 'unavailable'; why: string };

/** A field that is missing, unknown or malformed; `rule` follows its name: "must be a key". */
export interface CredentialFault {
  name: string;
  rule: string;
}

/** Everything that is wrong with the credentials that a caller sent. */
export function credentialFaults(
  { title, fields }: { title: string; fields: readonly CredentialField[] },
  sent: Readonly<Record<string, unknown>>,
): CredentialFault[] {
  const names = fields.map(({ name }) => name);
  const unknown = Object.keys(sent).filter((name) => !names.includes(name));
  const malformed = fields.filter(({ name, pattern, isOptional }) => {
    const value = sent[name];
    if (value === undefined && isOptional) return false;
    return typeof value !== 'string' || !pattern.test(value);
  });
  return [
    ...unknown.map((name) => ({ name, rule: `is unknown. ${title} has ${names.join(', ')}` })),
    ...malformed.map(({ name, expects }) => ({ name, rule: `must be ${expects}` })),
  ];
}

/** The end of each credential: enough to recognise it, too little to use it. */
export function hintsOf(credentials: Credentials): Record<string, string> {
  return Object.fromEntries(Object.entries(credentials).map(([name, text]) => [name, `…${text.slice(-4)}`]));
}
