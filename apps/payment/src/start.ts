import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { httpOrigin } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import type { FastifyInstance } from 'fastify';
import { PAYMENT_DATABASE } from './database.ts';
import { InquiryLoop } from './operations/inquiry-loop.ts';
import { readForms } from './pages/read-forms.ts';
import { PaymentModule } from './payment.module.ts';
import type { PaymentOptions } from './payment.module.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { sandboxProviders } from './providers/sandbox/sandbox-providers.ts';
import { PAYMENT_API } from './api.ts';
import { readSettings } from './settings.ts';
import type { PaymentSettings } from './settings.ts';

export interface PaymentParts {
  /** The bus of the standalone process. Without it the service connects to Kafka. */
  bus?: Bus;
  /** Replaces the providers that the settings name. */
  providers?: readonly PaymentProvider[];
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
        readForms(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
        const [relay, inquiries] = [app.get(Relay), app.get(InquiryLoop)];
        relay.start();
        context.onStop(() => relay.stop());
        if (parts.worker === false) return;
        inquiries.start();
        context.onStop(() => inquiries.stop());
      },
    },
    environment,
  );
}

function readOptions(
  context: ServiceContext,
  { bus: given, providers, clock = Date.now }: PaymentParts,
): PaymentOptions {
  const bus = busFor(context, given);
  // The address that providers call, where it differs from the customers' address.
  const callbackUrl = context.settings.optional('PAYMENT_CALLBACK_URL');
  const settings = readSettings(context)();
  const platformUrl = callbackUrl === undefined ? settings.publicUrl : httpOrigin('PAYMENT_CALLBACK_URL', callbackUrl);
  return { bus, settings, clock, providers: providers ?? readProviders(context, settings, platformUrl) };
}

/** Stage mode has the sandbox's providers when their address is set. Live providers are added here. */
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
