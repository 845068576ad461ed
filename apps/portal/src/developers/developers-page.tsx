import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Copyable } from '../design/copyable.tsx';
import { Details } from '../design/details.tsx';
import { Page } from '../design/page.tsx';
import { Panel } from '../design/panel.tsx';
import tabStyles from '../design/tabs.module.css';
import { useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { ApiKeys } from './api-keys.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import { HmacSecrets } from './hmac-secrets.tsx';
import { developersRoute, TABS } from './routes.ts';
import { ServiceAccounts } from './service-accounts.tsx';

const CONTENTS = { keys: ApiKeys, secrets: HmacSecrets, 'service-accounts': ServiceAccounts };
/** What the wallet provider must let through (§4.10). */
const WALLET_CALLBACK = '/public/v1/subscription/walletprovider/wallet/setup/webhook';

export function DevelopersPage(): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { tab = 'keys' } = developersRoute.useSearch();
  const Content = CONTENTS[tab];
  return (
    <Page title={t.title} text={t.text}>
      <nav className={tabStyles.tabs} aria-label={t.title}>
        {TABS.map((name) => (
          <Link
            key={name}
            to="/developers"
            search={{ tab: name === 'keys' ? undefined : name }}
            className={tabStyles.tab}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t.tabs[name]}
          </Link>
        ))}
      </nav>
      <Content />
      <Addresses />
    </Page>
  );
}

function Addresses(): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { account } = useSession();
  return (
    <Panel title={t.addresses}>
      <Details
        rows={[
          [t.baseUrl, <Copyable key="base" text={location.origin} label={t.baseUrl} />],
          [t.accountId, <Copyable key="account" text={account.id} label={t.accountId} />],
          [t.companyCode, <Copyable key="company" text={account.company_code} label={t.companyCode} />],
          [t.whitelist, <Copyable key="wallet" text={`${location.origin}${WALLET_CALLBACK}`} label={t.whitelist} />],
        ]}
      />
    </Panel>
  );
}
