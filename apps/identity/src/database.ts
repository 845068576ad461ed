import type { DatabaseSpec } from '@qafila/runtime/database';
import { Account, Store } from './accounts/account.entity.ts';
import { AuditLog } from './audit/audit-log.entity.ts';
import { HmacSecret } from './hmac/hmac-secret.entity.ts';
import { ApiKey } from './keys/key.entity.ts';
import { Identity1700000000001 } from './migrations/0001-identity.ts';
import { WebhookScopes1700000000002 } from './migrations/0002-webhook-scopes.ts';
import { ServiceAccounts1700000000003 } from './migrations/0003-service-accounts.ts';
import { OutboxDeferred1700000000004 } from './migrations/0004-outbox-deferred.ts';
import { ReviewKeys1700000000005 } from './migrations/0005-review-keys.ts';
import { People1700000000006 } from './migrations/0006-people.ts';
import { SignInAttempts1700000000007 } from './migrations/0007-sign-in-attempts.ts';
import { Membership, Person } from './people/person.entity.ts';
import { SignInAttempt } from './people/sign-in-attempt.entity.ts';
import { ClientSecret, ServiceAccount } from './service-accounts/service-account.entity.ts';
import { Session } from './sessions/session.entity.ts';
import { TokenFailure, TokenKey } from './tokens/token.entity.ts';

/** The database schema, for the service and for the commands that use its database. */
export const IDENTITY_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'identity',
  entities: [
    Account,
    Store,
    AuditLog,
    ApiKey,
    HmacSecret,
    ServiceAccount,
    ClientSecret,
    TokenKey,
    TokenFailure,
    Person,
    Membership,
    Session,
    SignInAttempt,
  ],
  migrations: [
    Identity1700000000001,
    WebhookScopes1700000000002,
    ServiceAccounts1700000000003,
    OutboxDeferred1700000000004,
    ReviewKeys1700000000005,
    People1700000000006,
    SignInAttempts1700000000007,
  ],
};
