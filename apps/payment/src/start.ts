import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import type { BackgroundLoop } from '@qafila/runtime/background-loop';
import { readForms } from '@qafila/pages/read-forms';
import { requireHttps } from '@qafila/pages/transport-security';
import { httpOrigin } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import type { FastifyInstance } from 'fastify';
import { PAYMENT_DATABASE } from './database.ts';
import { CallbackRetention } from './callbacks/callback-retention.ts';
import { DisputeLoop } from './disputes/dispute-loop.ts';
import { InquiryLoop } from './operations/inquiry-loop.ts';
import { PAYMENT_DEPENDENCIES } from './dependencies.ts';
import type { PaymentDependencies } from './dependencies.ts';
import { LIMITS } from './limits.ts';
import { PaymentModule } from './payment.module.ts';
import type { PaymentOptions } from './payment.module.ts';
import type { GatewayKind } from './providers/gateway-kind.ts';
import { MoyasarKind } from './providers/moyasar/moyasar-kind.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { CheckoutComKind } from './providers/checkout-com/checkout-com-kind.ts';
import { TabbyKind } from './providers/tabby/tabby-kind.ts';
import { StripeKind } from './providers/stripe/stripe-kind.ts';
import { sandboxProviders } from './providers/sandbox/sandbox-providers.ts';
import { PAYMENT_API } from './api.ts';
import { ReportLoop } from './reports/report-loop.ts';
import { FeedLoop } from './settlement/feed-loop.ts';
import { StandingsLoop } from './routing/standings-loop.ts';
import { readSettings } from './settings.ts';
import type { PaymentSettings } from './settings.ts';

/** Where the pages of customers are. */
const PAGES = /^\/(pay|wallet)\//i;

export interface PaymentParts {
  /** The bus of the standalone process. Without it the service connects to Kafka. */
  bus?: Bus;
  /** Replaces the providers that the settings name. */
  providers?: readonly PaymentProvider[];
  /** Replaces the gateways that stores can connect. */
  gatewayKinds?: readonly GatewayKind[];
  clock?: () => number;
  /** False when the caller runs the inquiries itself. */
  worker?: boolean;
}

export function startPayment(environment: Environment, parts: PaymentParts = {}): Promise<RunningService> {
  return runService<PaymentOptions>(
    {
      name: 'payment',
      database: PAYMENT_DATABASE,
      prepare: (context) => readOptions(context, parts),
      module: async (context, options, database) =>
        withOpenApi(await PaymentModule.of(context, options, database), PAYMENT_API),
      connect: async (app, context) => {
        const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
        readForms(fastify, PAGES, LIMITS.formBytesMax);
        requireHttps(fastify, PAGES, app.get<PaymentDependencies>(PAYMENT_DEPENDENCIES).publicUrl);
        const [relay, inquiries, retention] = [app.get(Relay), app.get(InquiryLoop), app.get(CallbackRetention)];
        relay.start();
        context.onStop(() => relay.stop());
        if (parts.worker === false) return;
        const others = [ReportLoop, FeedLoop, StandingsLoop, DisputeLoop].map((loop) => app.get<BackgroundLoop>(loop));
        for (const loop of [inquiries, retention, ...others]) {
          loop.start();
          context.onStop(() => loop.stop());
        }
      },
    },
    environment,
  );
}

function readOptions(context: ServiceContext, parts: PaymentParts): PaymentOptions {
  const { bus: given, providers, clock = Date.now } = parts;
  const bus = busFor(context, given);
  // The address that providers call, where it differs from the customers' address.
  const callbackUrl = context.settings.optional('PAYMENT_CALLBACK_URL');
  const settings = readSettings(context)();
  const platformUrl = callbackUrl === undefined ? settings.publicUrl : httpOrigin('PAYMENT_CALLBACK_URL', callbackUrl);
  const gatewayKinds = readKinds(context, settings, parts);
  return {
    bus,
    settings,
    clock,
    platformUrl,
    gatewayKinds,
    providers: providers ?? readProviders(context, settings, platformUrl),
  };
}

/** What stores can connect, in both modes. */
function readKinds(
  context: ServiceContext,
  { stripeApiUrl }: PaymentSettings,
  { gatewayKinds: given, clock = Date.now }: PaymentParts,
): readonly GatewayKind[] {
  const kinds = given ?? [
    new StripeKind({ apiUrl: stripeApiUrl }),
    new MoyasarKind({ nowMs: clock }),
    new TabbyKind(),
    new CheckoutComKind(),
  ];
  for (const kind of kinds) context.onStop(() => kind.close());
  return kinds;
}

/** Stage mode has the sandbox's providers when their address is set. */
function readProviders(
  context: ServiceContext,
  { sandbox, feeBasisPoints }: PaymentSettings,
  platformUrl: string,
): PaymentProvider[] {
  if (sandbox === undefined) return [];
  const providers = sandboxProviders({ ...sandbox, platformUrl, feeBasisPoints });
  for (const provider of providers) context.onStop(() => provider.close());
  return providers;
}
