import { startFakeProcess } from '@qafila/testing/fake-process';
import type { FakeProcess } from '@qafila/testing/fake-process';

/** A gateway that a test simulates, with the pages of its customers. */
export interface FakeGateway extends FakeProcess {
  /** What the customer does on the gateway's page; the status of the answer. */
  onPage(url: string, form: Record<string, string>): Promise<number>;
}

/** Starts a script of this folder's neighbours, such as `moyasar/moyasar.mjs`. */
export async function startFakeGateway(script: string): Promise<FakeGateway> {
  return {
    ...(await startFakeProcess(new URL(`../${script}`, import.meta.url))),
    onPage: async (page, form) => {
      const answer = await fetch(page, { method: 'POST', body: new URLSearchParams(form) });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
