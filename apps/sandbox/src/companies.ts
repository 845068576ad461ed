/** The simulated payment providers. */
export const PROVIDERS = ['walletprovider', 'cardgateway-a', 'cardgateway-b'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The simulated couriers. */
export const COURIERS = ['sandbox-express', 'sandbox-economy'] as const;
export type CourierName = (typeof COURIERS)[number];

/** Every outside company that the sandbox plays. */
export const COMPANIES = [...PROVIDERS, ...COURIERS] as const;
export type CompanyName = (typeof COMPANIES)[number];
