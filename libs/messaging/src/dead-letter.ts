import { deadLetterTopic } from '@qafila/contracts/topics';
import type { OutgoingMessage, Unfit } from './bus.ts';

const ERROR_BYTES_MAX = 1_000;

/** The poison as it came, with what a person needs to judge it: why, how often tried, and where it stood. */
export function asDeadLetter({ message, error }: Unfit, attempts: number, group: string): OutgoingMessage {
  return {
    topic: deadLetterTopic(message.topic), key: message.key, value: message.value,
    headers: {
      ...message.headers,
      'x-error': `${error.name}: ${error.message}`.slice(0, ERROR_BYTES_MAX), 'x-attempts': String(attempts), 'x-consumer': group,
      'x-origin-topic': message.topic, 'x-origin-partition': String(message.partition), 'x-origin-offset': message.offset,
    },
  };
}
