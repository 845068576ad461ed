import { deadLetterTopic } from '@qafila/contracts/topics';
import type { OutgoingMessage, PoisonMessage } from './bus.ts';

const ERROR_CHARACTERS_MAX = 1_000;

/**
 * Brokers accept 1 MB. The headers enlarge a poison message, so one of that size must be cut or its dead letter cannot
 * be sent.
 */
const DEAD_LETTER_BYTES_MAX = 1_000_000;

/** The poison message with what a person needs to judge it: the error, the number of attempts, and its origin. */
export function asDeadLetter({ message, error }: PoisonMessage, attempts: number, group: string): OutgoingMessage {
  const headers: Record<string, string> = {
    ...message.headers,
    'x-error': `${error.name}: ${error.message}`.slice(0, ERROR_CHARACTERS_MAX),
    'x-attempts': String(attempts),
    'x-consumer': group,
    'x-origin-topic': message.topic,
    'x-origin-partition': String(message.partition),
    'x-origin-offset': message.offset,
  };
  const valueBytesMax = Math.max(0, DEAD_LETTER_BYTES_MAX - Buffer.byteLength(JSON.stringify([message.key, headers])));
  if (message.value.length <= valueBytesMax)
    return { topic: deadLetterTopic(message.topic), key: message.key, value: message.value, headers };
  // The complete message is at its origin until that topic's retention ends.
  headers['x-cut-from-bytes'] = String(message.value.length);
  return {
    topic: deadLetterTopic(message.topic),
    key: message.key,
    value: message.value.subarray(0, Math.max(0, valueBytesMax - 100)),
    headers,
  };
}
