import type { FastifyInstance } from 'fastify';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { PAYMENT_PARTICULARS } from '@qafila/openapi/payment-particulars';
import { withOpenApi } from '@qafila/openapi/with-openapi';
import { httpOrigin } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { PAYMENT_DATABASE } from './database.ts';
import { InquiryLoop } from './operations/inquiry-loop.ts';
import { readForms } from './pages/read-forms.ts';
import { PaymentModule } from './payment.module.ts';
import type { PaymentOptions } from './payment.module.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { sandboxProviders } from './providers/sandbox/sandbox-providers.ts';
import { readSettings } from './settings.ts';
import type { PaymentSettings } from './settings.ts';

export interface PaymentParts {
  /** Given by the standalone process; alone, the service connects to Kafka. */
  bus?: Bus;
  /** Gateways instead of those that the settings name. */
  providers?: readonly PaymentProvider[];
  clock?: () => number;
  /** False: nothing is inquired unless the caller does it. */
  worker?: boolean;
}

/** Starts the payment service. */
export function startPayment(environment: Environment, parts: PaymentParts = {}): Promise<RunningService> {
  return runService<PaymentOptions>({
    name: 'payment',
    database: PAYMENT_DATABASE,
    prepare: (context) => readOptions(context, parts),
    module: (context, options, database) => withOpenApi(PaymentModule.of(context, options, database), 'payment', PAYMENT_PARTICULARS),
    connect: async (app, context) => {
      readForms(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
      const [relay, inquiries] = [app.get(Relay), app.get(InquiryLoop)];
      relay.start();
      context.onStop(() => relay.stop());
      if (parts.worker === false) return;
      inquiries.start();
      context.onStop(() => inquiries.stop());
    },
  }, environment);
}

function readOptions(context: ServiceContext, { bus: given, providers, clock = Date.now }: PaymentParts): PaymentOptions {
  const bus = busFor(context, given);
  // Where gateways call us, when that is not where customers see us.
  const callbackUrl = context.settings.optional('PAYMENT_CALLBACK_URL');
  const settings = readSettings(context)();
  const platformUrl = callbackUrl === undefined ? settings.publicUrl : httpOrigin('PAYMENT_CALLBACK_URL', callbackUrl);
  return { bus, settings, clock, providers: providers ?? readProviders(context, settings, platformUrl) };
}

/** Stage has the sandbox's gateways when it is told where they are; live has those that are added here. */
function readProviders(context: ServiceContext, { sandbox, feeBasisPoints }: PaymentSettings, platformUrl: string): PaymentProvider[] {
  if (sandbox === undefined) return [];
  const providers = sandboxProviders({ ...sandbox, platformUrl, feeBasisPoints });
  for (const provider of providers) context.onStop(() => provider.close());
  return providers;
}
