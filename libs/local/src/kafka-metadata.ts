import { connect } from 'node:net';

const METADATA = 3;
const VERSION = 5;
const ANSWER_MS = 2_000;

/**
 * Whether the broker answers a Metadata request with a live broker. An open port is not enough: a broker listens before
 * it can serve. Written by hand because only libs/messaging may use kafkajs.
 */
export function brokerAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_MS });
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    let received = Buffer.alloc(0);
    socket.on('connect', () => socket.write(metadataRequest()));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const size = received.length >= 4 ? received.readInt32BE(0) : Infinity;
      // Response: size, correlation id, throttle time, then the array of brokers.
      if (received.length >= 4 + size) done(size >= 12 && received.readInt32BE(12) > 0);
    });
    socket.on('error', () => done(false));
    socket.on('timeout', () => done(false));
    socket.on('close', () => done(false));
  });
}

function metadataRequest(): Buffer {
  const request = Buffer.alloc(4 + 10 + 4 + 1);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(METADATA, 4);
  request.writeInt16BE(VERSION, 6);
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(-1, 12); // no client id
  request.writeInt32BE(0, 14); // no topics
  request.writeInt8(0, 18); // create none
  return request;
}
