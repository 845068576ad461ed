import { Agent, request } from 'undici';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { OPENAPI_PATH } from '@qafila/schema/openapi';
import type { OpenApiDocument } from '@qafila/schema/openapi';
import { LIMITS } from '../limits.ts';
import { publicOpenApi } from './public-openapi.ts';
import { SERVICES } from '../routes.ts';
import type { Service } from '../routes.ts';

/** Fetches the OpenAPI document of each service, at most once a minute. Concurrent requests share a fetch. */
export class OpenApiSource {
  readonly #agent = new Agent({
    connect: { timeout: LIMITS.connectTimeoutMs },
    connections: 1,
    maxResponseSize: LIMITS.openApiBytesMax,
  });
  #known: { text: string; untilMs: number } | undefined;
  #underWay: Promise<string> | undefined;

  constructor(
    private readonly origins: Record<Service, string>,
    private readonly sealer: Sealer,
    private readonly mode: Principal['mode'],
  ) {}

  async text(): Promise<string> {
    if (this.#known !== undefined && this.#known.untilMs > performance.now()) return this.#known.text;
    return (this.#underWay ??= this.#read().finally(() => {
      this.#underWay = undefined;
    }));
  }

  async #read(): Promise<string> {
    const parts = await Promise.all(
      SERVICES.map(async (name) => [name, await this.#fetch(name).catch(() => undefined)] as const),
    );
    const isComplete = parts.every(([, part]) => part !== undefined);
    const text = JSON.stringify(
      publicOpenApi(Object.fromEntries(parts) as Record<Service, OpenApiDocument | undefined>),
    );
    this.#known = {
      text,
      untilMs: performance.now() + (isComplete ? LIMITS.openApiFreshMs : LIMITS.openApiIncompleteMs),
    };
    return text;
  }

  async #fetch(service: Service): Promise<OpenApiDocument | undefined> {
    const { statusCode, body } = await request(this.origins[service] + OPENAPI_PATH, {
      dispatcher: this.#agent,
      signal: AbortSignal.timeout(LIMITS.openApiTimeoutMs),
      reset: true,
      headers: { [PRINCIPAL_HEADER]: await this.sealer.seal(servicePrincipal('gateway', this.mode), service) },
    });
    const document = (await body.json()) as Partial<OpenApiDocument> | null;
    return statusCode === 200 && document?.paths != null && document.components != null
      ? (document as OpenApiDocument)
      : undefined;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
