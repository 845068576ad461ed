import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import { SendFailure } from './answer.ts';

/** The proxy works but cannot reach the endpoint: Squid and Envoy answer 503, others 502 or 504. */
const ENDPOINT_FAULTS = new Set([502, 503, 504]);

/** A tunnel to this address. An error on the way to the proxy, or a refusal by its rules, is a `proxy` failure. */
export async function tunnelThrough(
  proxyUrl: string,
  target: { address: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const request = connectRequest(
    proxyUrl,
    `${isIPv6(target.address) ? `[${target.address}]` : target.address}:${target.port}`,
    signal,
  );
  const [answer, socket, early] = await tunnel(request, signal);
  socket.on('error', () => {});
  const status = answer.statusCode as number;
  if (status >= 200 && status < 300) {
    if (early.length > 0) socket.unshift(early);
    return socket.setNoDelay(true);
  }
  socket.destroy();
  if (!ENDPOINT_FAULTS.has(status))
    throw new SendFailure('proxy', `The egress proxy refused the connection: it answered ${status}.`);
  throw new SendFailure(
    status === 504 ? 'connect_timeout' : 'refused',
    `The egress proxy cannot reach the endpoint: it answered ${status}.`,
  );
}

function connectRequest(proxyUrl: string, authority: string, signal: AbortSignal): ClientRequest {
  const url = new URL(proxyUrl);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return request({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : url.port,
    agent: false,
    signal,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(credentials === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  });
}

async function tunnel(request: ClientRequest, signal: AbortSignal): Promise<[IncomingMessage, Socket, Buffer]> {
  request.on('error', () => {});
  request.end();
  try {
    return (await once(request, 'connect')) as [IncomingMessage, Socket, Buffer];
  } catch (error) {
    // The proxy accepted the request and is silent: it waits for the endpoint.
    if (signal.aborted && request.writableFinished) throw error;
    const { code } = error as { code?: unknown };
    throw new SendFailure(
      'proxy',
      `The egress proxy cannot be reached (${signal.aborted ? 'timeout' : String(code)}).`,
    );
  }
}
