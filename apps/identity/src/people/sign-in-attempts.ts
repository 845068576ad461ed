import type { DataSource } from 'typeorm';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { isPassword } from './password-hash.ts';

/** Who tries to prove to be whom, from where. The address need not be of a person. */
export interface Claim {
  emailKey: string;
  network: string;
  passwordHash: string | null | undefined;
}

interface Subjects {
  pair: Buffer;
  person: Buffer;
  network: Buffer;
}
type Dependencies = { source: DataSource; ring: KeyRing };

/** A person who signed in from there is not locked out by what other networks do. */
const IS_KNOWN_THERE = `
  SELECT 1 FROM person p JOIN session s USING (person_id) WHERE p.email_key = $1 AND s.network = $2 LIMIT 1`;

const FORGOTTEN = "attempted_at < now() - $4 * interval '1 s'";

/**
 * $1 subjects, $2 free attempts and $3 longest pause of each, $4 memory, $5 shortest pause. Returns the subjects that
 * are not paused. The rows are locked in one order, so that no two attempts wait for each other.
 */
const COUNT = `
  INSERT INTO sign_in_attempt AS a (subject, attempts, attempted_at, paused_until)
  SELECT subject, 1, now(), now() FROM unnest($1::bytea[]) AS subject ORDER BY subject
  ON CONFLICT (subject) DO UPDATE SET attempted_at = now(),
    attempts = CASE WHEN a.${FORGOTTEN} THEN 1 ELSE a.attempts + 1 END,
    paused_until = (
      SELECT CASE WHEN a.${FORGOTTEN} OR a.attempts + 1 < free THEN now()
        ELSE now() + least(longest, $5 * power(2, least(a.attempts + 1 - free, 30))) * interval '1 s' END
      FROM unnest($1::bytea[], $2::int[], $3::int[]) AS of (subject, free, longest) WHERE of.subject = a.subject)
  WHERE a.paused_until <= now()
  RETURNING subject`;

const PAUSE = `
  SELECT ceil(extract(epoch FROM max(paused_until) - clock_timestamp()))::int AS seconds
  FROM sign_in_attempt WHERE subject = ANY ($1::bytea[])`;

/** $1 subjects, $2 those of which all attempts are forgiven; of the others only this one. */
const TAKE_BACK = `
  WITH held AS (SELECT subject FROM sign_in_attempt WHERE subject = ANY ($1::bytea[]) ORDER BY subject FOR UPDATE)
  UPDATE sign_in_attempt a SET paused_until = now(),
    attempts = CASE WHEN a.subject = ANY ($2::bytea[]) THEN 0 ELSE greatest(a.attempts - 1, 0) END
  FROM held WHERE a.subject = held.subject`;

const SWEEP = `
  DELETE FROM sign_in_attempt WHERE subject IN (
    SELECT subject FROM sign_in_attempt WHERE attempted_at < now() - $1 * interval '1 s'
    ORDER BY attempted_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/**
 * Whether the password is right. The database counts the attempt before the password is judged, so a thousand guesses
 * at once are not more than one after the other. During a pause even the right password is refused, or the pause would
 * not slow a correct guess.
 */
export async function judgePassword(dependencies: Dependencies, claim: Claim, password: string): Promise<boolean> {
  const { source } = dependencies;
  const subjects = subjectsOf(dependencies.ring, claim);
  const counted = await countAttempt(source, claim, subjects);
  const takeBack = (forgiven: Buffer[]): Promise<unknown> => source.query(TAKE_BACK, [counted, forgiven]);
  const isRight = await isPassword(claim.passwordHash, password).catch(async (error: unknown) => {
    await takeBack([]);
    throw error;
  });
  // One right password does not forgive a network its guesses at others.
  if (isRight) await takeBack([subjects.pair, subjects.person]);
  return isRight;
}

/** Returns for which subjects the attempt counts. Throws when one of them is paused; then it counts for none. */
async function countAttempt(source: DataSource, { emailKey, network }: Claim, subjects: Subjects): Promise<Buffer[]> {
  const isKnown = (await source.query<unknown[]>(IS_KNOWN_THERE, [emailKey, network])).length > 0;
  const counted = [
    { subject: subjects.pair, free: LIMITS.freeLoginFailures, longest: LIMITS.loginPauseSecondsMax },
    { subject: subjects.network, free: LIMITS.freeSignInsPerNetwork, longest: LIMITS.sharedPauseSecondsMax },
    ...(isKnown
      ? []
      : [{ subject: subjects.person, free: LIMITS.freeSignInsPerPerson, longest: LIMITS.sharedPauseSecondsMax }]),
  ];
  const names = counted.map(({ subject }) => subject);
  await source.transaction(async (tx) => {
    const admitted = await tx.query<unknown[]>(COUNT, [
      names,
      counted.map(({ free }) => free),
      counted.map(({ longest }) => longest),
      LIMITS.loginFailureMemorySeconds,
      LIMITS.loginPauseSecondsMin,
    ]);
    if (admitted.length === names.length) return;
    const [pause] = await tx.query<[{ seconds: number | null }]>(PAUSE, [names]);
    throw new Refusal(
      429,
      'too_many_attempts',
      'Too many failed attempts for this person or from this network. Wait, and check the password.',
      { retryAfterSeconds: Math.max(1, pause.seconds ?? 1) },
    );
  });
  await source.query(SWEEP, [LIMITS.loginFailureMemorySeconds, LIMITS.attemptsSweptPerAttempt]);
  return names;
}

function subjectsOf(ring: KeyRing, { emailKey, network }: Claim): Subjects {
  const subject = (...parts: string[]): Buffer => pepperedHash(ring, `sign-in ${JSON.stringify(parts)}`);
  return {
    pair: subject('both', emailKey, network),
    person: subject('person', emailKey),
    network: subject('network', network),
  };
}
