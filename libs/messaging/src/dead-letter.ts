import { deadLetterTopic } from '@qafila/contracts/topics';
import type { OutgoingMessage, Unfit } from './bus.ts';

const ERROR_CHARACTERS_MAX = 1_000;

/** Brokers take 1 MB. Poison that came in at that size grows by our headers: without a cut its dead letter would never go out. */
const DEAD_LETTER_BYTES_MAX = 1_000_000;

/** The poison as it came, with what a person needs to judge it: why, how often tried, and where it stood. */
export function asDeadLetter({ message, error }: Unfit, attempts: number, group: string): OutgoingMessage {
  const headers: Record<string, string> = {
    ...message.headers,
    'x-error': `${error.name}: ${error.message}`.slice(0, ERROR_CHARACTERS_MAX), 'x-attempts': String(attempts), 'x-consumer': group,
    'x-origin-topic': message.topic, 'x-origin-partition': String(message.partition), 'x-origin-offset': message.offset,
  };
  const valueBytesMax = Math.max(0, DEAD_LETTER_BYTES_MAX - Buffer.byteLength(JSON.stringify([message.key, headers])));
  if (message.value.length <= valueBytesMax) return { topic: deadLetterTopic(message.topic), key: message.key, value: message.value, headers };
  // The whole of it is at its origin for as long as that topic keeps messages.
  headers['x-cut-from-bytes'] = String(message.value.length);
  return { topic: deadLetterTopic(message.topic), key: message.key, value: message.value.subarray(0, Math.max(0, valueBytesMax - 100)), headers };
}
