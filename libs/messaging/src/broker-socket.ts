import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/**
 * kafkajs leaves Nagle's algorithm on: a small request behind another that the broker has not answered (a commit behind a long
 * poll) then waits for the broker's delayed acknowledgement, 40 ms of each event's way (measured: 50 → 12 ms).
 */
export const brokerSocket: ISocketFactory = ({ host, port, ssl, onConnect }): Socket => {
  const socket = ssl ? connectTls({ ...ssl, host, port, servername: ssl.servername ?? host }, onConnect) : connectTcp({ host, port }, onConnect);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
};
