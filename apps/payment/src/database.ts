import type { DatabaseSpec } from '@qafila/runtime/database';
import { GatewayCallbackRow } from './callbacks/gateway-callback.entity.ts';
import { DisputeAnswerRow } from './disputes/dispute-answer.entity.ts';
import { DisputeRow } from './disputes/dispute.entity.ts';
import { GatewayConnectionRow } from './providers/connections/gateway-connection.entity.ts';
import { AttemptEventRow } from './intents/attempt-event.entity.ts';
import { AttemptRow, IntentRow } from './intents/intent.entity.ts';
import { OperationRow } from './intents/operation.entity.ts';
import { SessionRow } from './intents/session.entity.ts';
import { DerivationRootRow } from './master-key/root-key.ts';
import { LedgerLineRow } from './ledger/ledger-line.entity.ts';
import { Payment1700000000001 } from './migrations/0001-payment.ts';
import { OutboxDeferred1700000000002 } from './migrations/0002-outbox-deferred.ts';
import { OperationMessage1700000000003 } from './migrations/0003-operation-message.ts';
import { LateTruth1700000000004 } from './migrations/0004-late-truth.ts';
import { Reviews1700000000005 } from './migrations/0005-reviews.ts';
import { Pages1700000000006 } from './migrations/0006-pages.ts';
import { Books1700000000007 } from './migrations/0007-books.ts';
import { GatewayConnections1700000000008 } from './migrations/0008-gateway-connections.ts';
import { ScheduledReports1700000000009 } from './migrations/0009-scheduled-reports.ts';
import { Captures1700000000010 } from './migrations/0010-captures.ts';
import { Disputes1700000000011 } from './migrations/0011-disputes.ts';
import { SettlementFeeds1700000000016 } from './migrations/0016-settlement-feeds.ts';
import { RoutingSignals1700000000013 } from './migrations/0013-routing-signals.ts';
import { DerivationRoot1700000000017 } from './migrations/0017-derivation-root.ts';
import { DisputeAnswers1700000000019 } from './migrations/0019-dispute-answers.ts';
import { AuthorisedAt1700000000024 } from './migrations/0024-authorised-at.ts';
import { ExchangedLines1700000000031 } from './migrations/0031-exchanged-lines.ts';
import { GatewayAdjustments1700000000030 } from './migrations/0030-gateway-adjustments.ts';
import { SetupEnds1700000000028 } from './migrations/0028-setup-ends.ts';
import { SearchesAndCardAccounts1700000000029 } from './migrations/0029-searches-and-card-accounts.ts';
import { ReportFileRow, ReportScheduleRow } from './reports/report.entity.ts';
import { ReviewDecisionRow } from './reviews/review-decision.entity.ts';
import { GatewayCircuitRow } from './standings/gateway-circuit.entity.ts';
import { GatewayCostRow } from './standings/gateway-cost.entity.ts';
import { GatewayScoreRow } from './standings/gateway-score.entity.ts';
import { PaymentLinkIntentRow, PaymentLinkRow } from './links/payment-link.entity.ts';
import { PaymentLinks1700000000014 } from './migrations/0014-payment-links.ts';
import { SavedMethods1700000000015 } from './migrations/0015-saved-methods.ts';
import { RuleRow } from './routing/rule.entity.ts';
import { SettlementFeedRow } from './settlement/settlement-feed.entity.ts';
import {
  PayoutRow,
  SettlementExceptionRow,
  SettlementImportRow,
  SettlementLineRow,
  SettlementSourceRow,
} from './settlement/settlement.entity.ts';
import { StoreProfileRow } from './store/store-profile.entity.ts';
import { TokenRow } from './tokens/token.entity.ts';

/**
 * The schema of this service. The entities describe the rows; rules use plain SQL, because most statements lock, change
 * and publish at once.
 */
export const PAYMENT_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'payment',
  entities: [
    IntentRow,
    AttemptRow,
    AttemptEventRow,
    OperationRow,
    SessionRow,
    TokenRow,
    LedgerLineRow,
    StoreProfileRow,
    RuleRow,
    PaymentLinkRow,
    PaymentLinkIntentRow,
    GatewayScoreRow,
    GatewayCircuitRow,
    GatewayCostRow,
    ReviewDecisionRow,
    SettlementSourceRow,
    SettlementImportRow,
    SettlementLineRow,
    SettlementExceptionRow,
    PayoutRow,
    DisputeRow,
    DisputeAnswerRow,
    SettlementFeedRow,
    ReportScheduleRow,
    ReportFileRow,
    GatewayConnectionRow,
    GatewayCallbackRow,
    DerivationRootRow,
  ],
  migrations: [
    Payment1700000000001,
    OutboxDeferred1700000000002,
    OperationMessage1700000000003,
    LateTruth1700000000004,
    Reviews1700000000005,
    Pages1700000000006,
    Books1700000000007,
    GatewayConnections1700000000008,
    ScheduledReports1700000000009,
    Captures1700000000010,
    Disputes1700000000011,
    SettlementFeeds1700000000016,
    DerivationRoot1700000000017,
    DisputeAnswers1700000000019,
    RoutingSignals1700000000013,
    PaymentLinks1700000000014,
    SavedMethods1700000000015,
    AuthorisedAt1700000000024,
    SetupEnds1700000000028,
    SearchesAndCardAccounts1700000000029,
    GatewayAdjustments1700000000030,
    ExchangedLines1700000000031,
  ],
};
