import { PAYMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { CallbackListController } from './callbacks/callback-list.controller.ts';
import { CallbackController } from './callbacks/callback.controller.ts';
import { ConnectionCallbackController } from './callbacks/connection-callback.controller.ts';
import { CheckoutPageController } from './checkout/checkout-page.controller.ts';
import { CheckoutController } from './checkout/checkout.controller.ts';
import { IntentsController } from './checkout/intents.controller.ts';
import { DisputesController } from './disputes/disputes.controller.ts';
import { GatewaysController } from './gateways/gateways.controller.ts';
import { LinkPageController } from './links/link-page.controller.ts';
import { LinksController } from './links/links.controller.ts';
import { OperateController } from './operations/operate.controller.ts';
import { RefundsController } from './refunds/refunds.controller.ts';
import { SchedulesController } from './reports/schedules.controller.ts';
import { ReviewsController } from './reviews/reviews.controller.ts';
import { ReportsController } from './reports/reports.controller.ts';
import { SavedMethodsController } from './saved-methods/saved-methods.controller.ts';
import { CostsController } from './routing/costs.controller.ts';
import { RulesController } from './routing/rules.controller.ts';
import { FeedsController } from './settlement/feeds.controller.ts';
import { SettlementController } from './settlement/settlement.controller.ts';
import { StoreController } from './store/store.controller.ts';
import { TransactionsController } from './transactions/transactions.controller.ts';
import { WalletPageController } from './wallet/wallet-page.controller.ts';
import { WalletController } from './wallet/wallet.controller.ts';

/** All controllers of the service. Those with `@Operation()` are in the reference. */
export const CONTROLLERS = [
  CheckoutController,
  IntentsController,
  LinksController,
  OperateController,
  RefundsController,
  DisputesController,
  WalletController,
  SavedMethodsController,
  RulesController,
  CostsController,
  TransactionsController,
  ReviewsController,
  SettlementController,
  FeedsController,
  ReportsController,
  SchedulesController,
  StoreController,
  GatewaysController,
  CallbackListController,
  CallbackController,
  ConnectionCallbackController,
  LinkPageController,
  CheckoutPageController,
  WalletPageController,
];

const INTENT = { description: 'The `_id` of the payment intent.', example: 'pi_019ab3c4d5e6f708192a3b4c5d6' };
const TOKEN = { description: 'The `_id` of the wallet token.', example: 'tok_019ab3c4d5e6f708192a3b4c5d6' };
const SAVED = { description: 'The `_id` of the saved card.', example: 'tok_019ab3c4d5e6f708192a3b4c5d6' };
const DECISION = { description: 'The `_id` of the decision.', example: 'rd_019ab3c4d5e6f708192a3b4c5d6' };
const KIND = { description: 'The type of the gateway.', example: 'stripe' };
const DISPUTE = { description: 'The `_id` of the dispute.', example: 'dsp_019ab3c4d5e6f708192a3b4c5d6' };
const V1 = '/public/v1';

/** What the OpenAPI document of the service is made of. */
export const PAYMENT_API: ServiceDescription = {
  service: 'payment',
  dialect: PAYMENT_DIALECT,
  controllers: CONTROLLERS,
  pathParameters: {
    [`${V1}/payment/intent/{id} id`]: INTENT,
    [`${V1}/payment/intent/details/{id} id`]: INTENT,
    [`${V1}/payment/intent/{id}/capture id`]: INTENT,
    [`${V1}/payment/intent/{id}/void id`]: INTENT,
    [`${V1}/payment/payment-link/{id} id`]: {
      description: 'The `_id` of the payment link.',
      example: 'pl_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/refund/{id} id`]: { description: 'The `_id` of the refund.', example: 'rf_019ab3c4d5e6f708192a3b4c5d6' },
    [`${V1}/payment/transaction/{id} id`]: {
      description: 'The `_id` of the transaction.',
      example: 'txn_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/payment/queue/{id}/resolve id`]: {
      description: 'The `operation_id` of the operation.',
      example: 'op_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/payment/review/{id}/approve id`]: DECISION,
    [`${V1}/payment/review/{id}/reject id`]: DECISION,
    [`${V1}/payment/settlement/exception/{id}/resolve id`]: {
      description: 'The `_id` of the exception.',
      example: 'sx_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/payment/payout/{id} id`]: {
      description: 'The `_id` of the payout.',
      example: 'pyt_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/payment/dispute/{id} id`]: DISPUTE,
    [`${V1}/payment/dispute/{id}/evidence id`]: DISPUTE,
    [`${V1}/payment/dispute/{id}/accept id`]: DISPUTE,
    [`${V1}/payment/report/schedule/{id} id`]: {
      description: 'The `_id` of the schedule.',
      example: 'rs_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/payment/report/file/{id}/csv id`]: {
      description: 'The `_id` of the file.',
      example: 'rpt_019ab3c4d5e6f708192a3b4c5d6',
    },
    gateway: { description: 'The type of the gateway.', example: 'cardgateway-a' },
    [`${V1}/payment/routing/rules/gateway/{id} id`]: {
      description: 'The `rule_id` of the rule.',
      example: 'rule_019ab3c4d5e6f708192a3b4c5d6',
    },
    [`${V1}/subscription/wallet/token/{id} id`]: TOKEN,
    [`${V1}/payment/saved-method/{id} id`]: SAVED,
    [`${V1}/payment/saved-method/{id}/charge id`]: SAVED,
    [`${V1}/payment/gateway/{type} type`]: KIND,
    [`${V1}/payment/gateway/{type}/callbacks type`]: KIND,
    [`${V1}/payment/callback/{id} id`]: {
      description: 'The `_id` of the connection.',
      example: 'gwc_019ab3c4d5e6f708192a3b4c5d6',
    },
    type: { description: 'The type of the gateway.', example: 'cardgateway-a' },
  },
};
