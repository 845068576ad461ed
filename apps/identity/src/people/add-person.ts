import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Role } from '@qafila/auth/principal';
import { invalid } from '@qafila/envelopes/refusal';
import { emailKey } from './email-key.ts';
import { Membership, Person } from './person.entity.ts';
import type { Language } from './person.entity.ts';

export interface NewPerson {
  email: string;
  name: string;
  language: Language;
  passwordHash: string;
}

/** The person of this address, created if it is new. The unique address decides between two at once. */
export async function addPerson(tx: EntityManager, person: NewPerson): Promise<string> {
  const key = emailKey(person.email);
  if (key === undefined) throw invalid('email', 'email must be an address such as mona@example.com.');
  await tx.query(
    `
    INSERT INTO person (person_id, email, email_key, name, language, password_hash, password_changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, now()) ON CONFLICT (email_key) DO NOTHING`,
    [
      `usr_${randomBytes(8).toString('hex')}`,
      person.email.trim(),
      key,
      person.name,
      person.language,
      person.passwordHash,
    ],
  );
  return (await tx.findOneByOrFail(Person, { emailKey: key })).personId;
}

export async function addMembership(
  tx: EntityManager,
  { accountId, personId, role }: { accountId: string; personId: string; role: Role },
): Promise<void> {
  await tx.insert(Membership, { accountId, personId, role });
}
