interface KafkaError {
  type?: unknown;
  cause?: unknown;
  originalError?: unknown;
  errors?: unknown[];
}

const DEPTH_MAX = 5;

/** The protocol's name of an error with which a broker answered. Undefined when no broker answered. */
export function kafkaErrorType(error: unknown): string | undefined {
  let current = error as KafkaError | null | undefined;
  for (let depth = 0; current !== null && current !== undefined && depth < DEPTH_MAX; depth++) {
    if (typeof current.type === 'string') return current.type;
    current = (current.errors?.[0] ?? current.cause ?? current.originalError) as KafkaError | undefined;
  }
  return undefined;
}

const OF_TOPIC = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
]);

const OF_PARTITION = new Set([
  'NOT_ENOUGH_REPLICAS',
  'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'INVALID_TIMESTAMP',
  'KAFKA_STORAGE_ERROR',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
  'REQUEST_TIMED_OUT',
  'POLICY_VIOLATION',
  // Newer than kafkajs, for example INVALID_RECORD.
  'KAFKAJS_UNKNOWN_ERROR_CODE',
]);

/**
 * What a failed send concerns: a topic, a partition, or (undefined) the producer or the cluster. kafkajs reads the
 * metadata of all topics of a client together: a topic without a leader makes each send of that client fail.
 */
export function scopeOf(error: unknown): 'topic' | 'partition' | undefined {
  const type = kafkaErrorType(error);
  if (type === undefined) return undefined;
  if (OF_TOPIC.has(type)) return 'topic';
  return OF_PARTITION.has(type) ? 'partition' : undefined;
}
