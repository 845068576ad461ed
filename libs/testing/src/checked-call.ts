import { AnswerChecker } from './check-answers.ts';
import { httpCall, methodOf, readAnswer } from './http-call.ts';
import type { HttpAnswer, HttpRequest } from './http-call.ts';
import { eventually } from './wait.ts';

/** Sends a request as it is to a gateway: a path, or an address that the gateway returned. */
export type CheckedCall = (path: string, request?: HttpRequest) => Promise<HttpAnswer>;

const checkers = new Map<string, Promise<AnswerChecker>>();

/** What becomes of an answer that is not as documented. */
export type Report = (problem: Error) => void;

/** Calls of a gateway. Each answer is compared with the OpenAPI document that the gateway serves. */
export function checkedCall(gatewayUrl: string, report: Report): CheckedCall {
  return async (path, request = {}) => {
    const url = new URL(path, gatewayUrl);
    const answer = await httpCall(url.href, request);
    if (url.origin !== new URL(gatewayUrl).origin) return answer;
    const checker = await checkerOf(gatewayUrl);
    reportTo(report, () => checker.check(methodOf(request), url.pathname, answer));
    return answer;
  };
}

/** The same for a client of the gateway that sends by itself. */
export function checkedFetch(gatewayUrl: string, report: Report): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const checker = await checkerOf(gatewayUrl);
    const answer = await readAnswer(response.clone());
    reportTo(report, () => checker.check(request.method, new URL(request.url).pathname, answer));
    return response;
  };
}

function reportTo(report: Report, check: () => void): void {
  try {
    check();
  } catch (error) {
    report(error as Error);
  }
}

/** The document is read once. A gateway serves a part of it while it cannot reach a service. */
function checkerOf(gatewayUrl: string): Promise<AnswerChecker> {
  const known = checkers.get(gatewayUrl) ?? readDocument(gatewayUrl);
  checkers.set(gatewayUrl, known);
  return known;
}

function readDocument(gatewayUrl: string): Promise<AnswerChecker> {
  return eventually(
    async () => {
      const { body } = await httpCall(`${gatewayUrl}/openapi.json`);
      return body['x-unavailable'] === undefined ? AnswerChecker.of(body) : null;
    },
    { what: `the whole document of ${gatewayUrl}` },
  );
}
