import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/** RFC 9106 and OWASP: Argon2id (the library's default), 19 MiB, two passes, one thread; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What an unknown person's password is compared with, so that the answer takes as long as that of a known one. */
let placeholder: Promise<string> | undefined;

let underWay = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Whether it is the password behind the hash. Without a hash it takes as long and is false. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await (placeholder ??= hashPassword('no person has this password')));
  const isRight = await inTurn(() => verify(known, password));
  return isRight && stored != null;
}

/**
 * Hashing takes memory and threads that the service's other work needs too: a few run, a bounded number waits, and
 * further ones are refused at once.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= LIMITS.passwordHashesMax) {
    if (waiting.length >= LIMITS.passwordHashesWaitingMax)
      throw unavailable('Too many persons sign in at this moment. Try again in a few seconds.', 2);
    // The one that ends passes its place on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else underWay++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) underWay--;
    else next();
  }
}
