import { truncate } from '@qafila/runtime/truncate';
import type { NotSent, Refused } from './courier.ts';
import { NotReached } from './exchange-json.ts';
import { TooManyCalls } from './scans-of-each.ts';

/** How a courier says no. */
export interface Answers<Answer> {
  /** As people call it. */
  courier: string;
  /** Its code of a refusal; undefined: the answer leaves open what became of the request. */
  codeOf(answer: Answer): string | undefined;
  /** Its own words. */
  messageOf(answer: Answer): string;
}

/** Refused before anything happened, and the same request may succeed later. */
const NOT_SENT = [401, 403, 429];
const WORDS_IN_ERRORS_MAX = 200;

/** What an answer that is no success says. Throws where it leaves the result open. */
export function refusalOf<Answer extends { status: number }>(
  answers: Answers<Answer>,
  answer: Answer | NotReached,
): Refused | NotSent {
  if (answer instanceof NotReached) return { kind: 'not_sent', why: answer.message };
  const why = `${answers.courier} answered ${answer.status}`;
  if (NOT_SENT.includes(answer.status)) return { kind: 'not_sent', why };
  const code = answers.codeOf(answer);
  if (code === undefined) throw unclear(answers, answer);
  return { kind: 'refused', code, reason: answers.messageOf(answer) || why };
}

/** The error of an answer that cannot be used. */
export function unclear<Answer extends { status: number }>(
  { courier, messageOf }: Answers<Answer>,
  answer: Answer | NotReached,
): Error {
  if (answer instanceof NotReached) return answer;
  const why = `${courier} answered ${answer.status} ${truncate(messageOf(answer), WORDS_IN_ERRORS_MAX)}`;
  return answer.status === 429 ? new TooManyCalls(why) : new Error(why);
}
