// Generated from the API document by `npm run api`. Do not edit.
/* eslint-disable */
export interface paths {
    "/public/v1/key/hmac/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an HMAC secret
         * @description Makes a new secret and shows it once. The previous secret is accepted for 24 more hours, so that you can change one server at a time. The one before it ends now: rotate twice to end a secret that leaked.
         *
         *     Needs a key with the scope `keys:write`.
         */
        post: operations["rotateHmacSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/key/hmac": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the HMAC secrets
         * @description The versions that are accepted now, without the secrets themselves.
         *
         *     Needs a key with the scope `keys:read`.
         */
        get: operations["listHmacSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description The keys of the store, without the secret keys themselves. Keys revoked long ago are left out.
         *
         *     Needs a key with the scope `keys:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a second key for the store of the caller and shows it once. A store has at most two active keys: one in use, and one to rotate to.
         *
         *     Needs a key with the scope `keys:write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/key/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key for good; within 4 seconds no request with it is accepted. The last active key of a store cannot be revoked. A repeat changes nothing and gets the same answer.
         *
         *     Needs a key with the scope `keys:write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/service-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service accounts
         * @description The service accounts of the store with their secrets, without the texts of the secrets.
         *
         *     Needs a key with the scope `keys:read`.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description Makes an OAuth 2.0 client for shipments, with its first secret, which is shown once. A store has at most ten service accounts.
         *
         *     Needs a key with the scope `keys:write`.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/service-account/{client_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a secret to a service account
         * @description Makes a second secret and shows it once. Both work until one is revoked.
         *
         *     Needs a key with the scope `keys:write`.
         */
        post: operations["addServiceAccountSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/service-account/{client_id}/secret/{secret_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a secret of a service account
         * @description Ends a secret and the tokens that were obtained with it, within 4 seconds. A repeat changes nothing.
         *
         *     Needs a key with the scope `keys:write`.
         */
        delete: operations["revokeServiceAccountSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/service-account/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a service account
         * @description Ends a service account with its secrets and tokens, within 4 seconds. A repeat changes nothing.
         *
         *     Needs a key with the scope `keys:write`.
         */
        delete: operations["revokeServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/service-account/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description The OAuth 2.0 client credentials grant. Shipments need the token in the header `Token` or as `Authorization: Bearer`. Keep it until shortly before `expires_in`; a wrong secret pauses the client for longer and longer.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token (RFC 6749)
         * @description The same grant as standard OAuth 2.0 clients send it: a form or JSON, each name in either spelling, the client in the body or by `Authorization: Basic`. Unknown parameters are ignored (RFC 6749 §3.2).
         */
        post: operations["createAccessTokenByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public keys of access tokens
         * @description The JSON Web Key Set with which a server of yours verifies access tokens.
         */
        get: operations["listTokenKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List meters
         * @description The meters of the store, the newest first.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["listMeters"];
        put?: never;
        /**
         * Create a meter
         * @description Defines what usage is counted and how. The id, the aggregation and `group_by` never change; the name, the filters and whether the meter is active can. The answer is the meter itself, without an envelope.
         *
         *     Needs a key with the scope `meters:write`.
         */
        post: operations["createMeter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a meter
         * @description One meter. The answer is the meter itself, without an envelope.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["getMeter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a meter
         * @description Changes the fields that the body names, at least one. New filters judge usage that is stamped from now on. `active` false stops the meter: it needs `subscription` and `plan`, and with `dry_run=true` only says what would happen. `active` true lets the meter accept events again; its plans and subscriptions stay as they are. The answer is the meter itself, without an envelope.
         *
         *     Needs a key with the scope `meters:write`.
         */
        patch: operations["updateMeter"];
        trace?: never;
    };
    "/public/v1/meter/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Deactivate a meter
         * @description The meter accepts no more events, and its plans and subscriptions change as the body says, in one step. What was counted stays. An inactive meter does not change, so a retry succeeds. `dry_run=true` only says what would happen.
         *
         *     Needs a key with the scope `meters:write`.
         */
        patch: operations["deactivateMeter"];
        trace?: never;
    };
    "/public/v1/meter/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a meter
         * @description Lets a meter accept events again. Its plans and subscriptions stay as the deactivation left them, so no customer is charged without a new decision.
         *
         *     Needs a key with the scope `meters:write`.
         */
        post: operations["reactivateMeter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one usage event
         * @description Stores one event and counts it, if the filters of the meter let it in. With the answer 200 it is durable and in every later query. An `event_id` counts once, for ever: send the same event again when you got no answer; a 409 with `identical` true says that it is counted already. Usage that arrives after its period was closed is kept as an adjustment.
         *
         *     Needs a key with the scope `usage:write`.
         */
        post: operations["sendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/event/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 1,000 usage events
         * @description Each event is judged alone and gets the answer of a single event, in the order of the request: a refused one does not stop the others. Send a batch again when you got no answer; what was stored answers 409.
         *
         *     Needs a key with the scope `usage:write`.
         */
        post: operations["sendEventBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/event/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 10,000 usage events for later
         * @description Takes the events durably and judges them within seconds. Read the result of each event under the `bulk_id`. An `event_id` counts once, however it is sent.
         *
         *     Needs a key with the scope `usage:write`.
         */
        post: operations["submitEventBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/event/bulk/{bulkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a bulk
         * @description How many events are accepted so far, and page by page those that were not, with the reason.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["getEventBulk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query usage
         * @description Exact totals of committed usage: every event that was answered with 200 is included. Without `windowSize` one total for the range, else one row for each window; `groupBy` splits them by fields that the meter declares. With `Accept: text/csv` the answer is a CSV file. At most 10,000 windows and 100,000 rows; minutes, and bounds within a quarter of an hour, read at most 5 million events.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["queryUsage"];
        put?: never;
        /**
         * Query usage with a body
         * @description Exact totals of committed usage: every event that was answered with 200 is included. Without `windowSize` one total for the range, else one row for each window; `groupBy` splits them by fields that the meter declares. With `Accept: text/csv` the answer is a CSV file. At most 10,000 windows and 100,000 rows; minutes, and bounds within a quarter of an hour, read at most 5 million events.
         *
         *     Needs a key with the scope `meters:read`.
         */
        post: operations["queryUsageByBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stored events
         * @description The events of a meter, the newest usage first, with the payloads exactly as they were sent.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/meter/{id}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a stored event
         * @description One event with its period, and whether it is in the totals.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description The plans of the store, the newest first.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["listPlans"];
        put?: never;
        /**
         * Create a plan
         * @description Defines what customers pay for the usage of up to 20 meters of the store. Prices and meters never change: subscriptions keep their terms, and new prices need a new plan. Amounts are exact decimals and are never rounded.
         *
         *     Needs a key with the scope `meters:write`.
         */
        post: operations["createPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/plan/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a plan
         * @description One plan with its meters and prices.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a plan, or turn it on or off
         * @description Changes the name, or whether the plan takes new subscriptions. The subscriptions that it has continue either way.
         *
         *     Needs a key with the scope `meters:write`.
         */
        patch: operations["updatePlan"];
        trace?: never;
    };
    "/public/v1/plan/{id}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscriptions of a plan
         * @description The newest first.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe a customer to a plan
         * @description From now on the plan charges the customer. A plan that is inactive takes no new subscriptions.
         *
         *     Needs a key with the scope `meters:write`.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/plan/{id}/subscription/{sid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description One subscription with its present status.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause, resume or cancel a subscription
         * @description Takes one action. An action whose status is already reached changes nothing, so a retry succeeds. A canceled subscription takes no other action.
         *
         *     Needs a key with the scope `meters:write`.
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/public/v1/plan/{id}/subscription/{sid}/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the charges of a subscription
         * @description What the subscription costs for each closed period, the latest first: exact, not rounded, and with an explanation. A fixed fee is due for every calendar month (UTC) in which the subscription was active at some moment, with or without usage, and always whole. A plan that is not recurring charges for its first month only. The units are those of the closed period of the meter; late usage is not in them. Nothing is collected yet: charging a customer comes with a later version.
         *
         *     Needs a key with the scope `meters:read`.
         */
        get: operations["listCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout page
         * @description Creates a payment intent with a page on which your customer pays. Redirect the customer to `data.checkout_page_url` within 30 minutes; then the intent expires. The page offers all methods that are enabled for the store, or those of `payment_methods`. Afterwards the customer returns to `success_url` or `failure_url`, and a webhook reports the result: trust the webhook or a read of the intent, not the redirect.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment intents
         * @description The intents of the store, the newest first. Checkout pages and links are intents too.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listIntents"];
        put?: never;
        /**
         * Create a payment intent
         * @description Creates an intent for your own checkout. It needs fewer fields than a checkout page. Confirm it with a method or the token of a wallet (`POST /public/v1/payment/intent/confirm`), or send the customer to its `checkout_page_url`. It expires after 30 minutes.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["createIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment link
         * @description Creates a payment page whose link you send yourself, for instance by email. It needs only an amount and an order, and it works for a day or for `expires_in_minutes`.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment intent
         * @description One intent with its present status. Read it when a customer comes back, before you deliver: the address of the redirect can be typed by anybody.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getIntent"];
        /**
         * Change a payment intent
         * @description Changes an intent until the first attempt to pay it: from then on a gateway and a customer know its terms. Fields that you leave out keep their values; an object such as `customer` is replaced whole. A new currency needs a new amount. Metadata without `order_reference` keeps the reference.
         *
         *     Needs a key with the scope `payments:write`.
         */
        put: operations["updateIntent"];
        post?: never;
        /**
         * Cancel a payment intent
         * @description Cancels an intent that has captured nothing; its page closes. An authorised payment is voided instead, a captured one refunded. While a gateway is being asked, the cancellation is refused, because it may have taken the money.
         *
         *     Needs a key with the scope `payments:write`.
         */
        delete: operations["cancelIntent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a payment intent
         * @description Pays an intent from your server. With `payment_method` the answer contains `html_response.redirect_url`, the page where the customer continues. With `token` the wallet is charged at once, without the customer. Card numbers are never accepted here. Send an idempotency key: a repeat then gets the same answer and makes no second attempt. An intent allows 5 attempts.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["confirmIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/details/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment intent (path of published clients)
         * @description The same as `GET /public/v1/payment/intent/{id}`.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getIntentDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a payment, named in the body
         * @description The same as `POST /public/v1/payment/intent/{id}/capture`, as some published clients call it.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["captureNamedIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an authorisation, named in the body
         * @description The same as `POST /public/v1/payment/intent/{id}/void`, as some published clients call it.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["voidNamedIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a payment
         * @description Captures an authorised payment (`capture_method: manual`), whole or in part, once. The rest is released. An authorisation that is not captured within 7 days is voided.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["captureIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/intent/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an authorisation
         * @description Releases an authorised payment whole. It takes no body. A captured payment is refunded instead.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["voidIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The refunds of the store, the newest first.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Refund a payment
         * @description Gives a captured payment back, whole or in part. Several refunds are possible until nothing is left. Refunds that are still pending count as refunded. A payment that is authorised and not captured is voided instead.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/refund/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a refund
         * @description One refund with its present status.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getRefund"];
        /**
         * Change the reason of a refund
         * @description Changes your note. The amount of a refund never changes.
         *
         *     Needs a key with the scope `payments:write`.
         */
        put: operations["updateRefund"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/bnpl/wallet/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a wallet BNPL payment
         * @description Creates a payment intent and a page for "buy now, pay later" with the wallet. Send the customer to `redirect_url`: they enter their identity number and phone number, then a code, and confirm in the app of the wallet. Identity and phone must be allowed by the wallet beforehand. The request names no currency, because the wallet has one. Two notifications follow a success, a failure or the expiry after 30 minutes.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["setUpBnpl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/subscription/wallet/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a wallet subscription
         * @description Creates a page on which the customer allows your store to charge their wallet: they enter PIN and code. A notification then delivers the value of the token, once; keep it. A phone number has at most 5 tokens; a new one revokes the oldest.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["setUpWalletSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/subscription/wallet/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallet tokens
         * @description The tokens of the store, the newest first, with those that can no longer be charged.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listWalletTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/subscription/wallet/token/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a wallet token
         * @description One token with its present state. No answer contains the value with which it is charged.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getWalletToken"];
        put?: never;
        post?: never;
        /**
         * Revoke a wallet token
         * @description Ends the permission of the customer for good, here and at the wallet. A revoked token stays in the list; revoking it again changes nothing.
         *
         *     Needs a key with the scope `payments:write`.
         */
        delete: operations["revokeWalletToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/subscription/wallet/token/charge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a wallet token
         * @description Takes money from a wallet without its customer, for a renewal or a repeated order. The header `idempotency-key` is required, so that a repeated request never charges twice. A lost answer of the wallet is never guessed: the charge stays `processing` and is inquired. 3 consecutive declines for which no retry can help suspend the token.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["chargeWalletToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v2/payment/intent/tokenized/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a wallet token, under the path of published clients
         * @description The same as `POST /public/v1/subscription/wallet/token/charge`, for clients that know this path. The two paths have separate repeats: a key that was used with the one is refused with the other.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["chargeTokenizedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/routing/rules/gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routing rules
         * @description All rules of the store, the first one first, as an array without an envelope. The first enabled rule whose conditions a payment meets decides which gateway gets it. Without such a rule the gateways are asked in the order of the deployment.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listRoutingRules"];
        put?: never;
        /**
         * Create a routing rule
         * @description Adds a rule after the others. A condition that is left out matches every payment. `split` divides the volume by the id of the intent, so that a payment always gets the same gateway. The gateways of `fallback_gateway` are asked only when the one before certainly took nothing. A store has at most 100 rules.
         *
         *     Needs a key with the scope `payments:write`.
         */
        post: operations["createRoutingRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/routing/rules/gateway/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the order of the routing rules
         * @description Names each rule of the store exactly once, the one to be tried first at the beginning.
         *
         *     Needs a key with the scope `payments:write`.
         */
        put: operations["orderRoutingRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/routing/rules/gateway/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try routing rules on past payments
         * @description Applies the given rules, or those of the store, to its last 1,000 payments, and compares the first gateway of each payment with the one that it had. It changes nothing. Payments with a pinned gateway are left out.
         *
         *     Needs a key with the scope `payments:read`.
         */
        post: operations["testRoutingRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/routing/rules/gateway/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a routing rule
         * @description Deletes the rule for good. Payments that are under way keep the gateway they have.
         *
         *     Needs a key with the scope `payments:write`.
         */
        delete: operations["deleteRoutingRule"];
        options?: never;
        head?: never;
        /**
         * Change a routing rule
         * @description Changes the fields that are sent; the others keep their values. `conditions` and the lists are replaced whole. Payments that are under way keep the gateway they have.
         *
         *     Needs a key with the scope `payments:write`.
         */
        patch: operations["updateRoutingRule"];
        trace?: never;
    };
    "/public/v1/payment/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description The attempts to pay, the newest first. Filters are combined. `search` looks for a part of a text in all transactions of the store; a whole id or `order_reference` is found faster.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/transaction/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction in full
         * @description One transaction with the other attempts of its intent, each step and who caused it, why each gateway was chosen, the lines in the books, and the requests to gateways.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/settlement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the books of a period
         * @description All lines of the books of a period as CSV, with a heading: `at`, `posting`, `kind`, `payment_intent_id`, `transaction_id`, `order_reference`, `currency`, `account`, `amount`, `gateway`. The lines of each posting sum to zero. A file has at most 100000 lines; request a shorter period when it would have more.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["downloadSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations in manual review
         * @description The operations whose outcome Qafila cannot find out by itself: the gateway gives no clear answer for 14 minutes, contradicts itself, or keeps money that came too late. Qafila goes on inquiring.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listReviewQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/queue/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an operation in manual review
         * @description Ask the gateway's staff by the id of the operation, then say what they said, how much moved, and what you rely on. The payment goes on as if the gateway had reported it: the intent changes, the books are posted, and notifications are sent. Above the deployment's limit the decision is a proposal (202) until another key approves it. `ask` inquires once more instead, and says what the gateway reported.
         *
         *     Needs a key with the scope `payments:resolve`.
         */
        post: operations["resolveQueuedOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions of manual review
         * @description Who decided what, when, on which evidence, and what it changed; the newest first.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listReviewDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/review/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a proposed decision
         * @description Applies the decision that another key proposed. The key that proposed it is refused. If the operation has changed meanwhile, nothing is applied and the proposal ends.
         *
         *     Needs a key with the scope `payments:resolve`.
         */
        post: operations["approveReviewDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/review/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a proposed decision
         * @description Ends the proposal of another key without an effect. The operation stays in manual review.
         *
         *     Needs a key with the scope `payments:resolve`.
         */
        post: operations["rejectReviewDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/adjustment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List adjustments of the books
         * @description The adjustments of the store, proposed and rejected ones included; the newest first.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listAdjustments"];
        put?: never;
        /**
         * Correct the books of a payment
         * @description Posts a balanced adjustment between two accounts of one payment. What was booked stays, and so do the state and the amounts of the intent. Above the deployment's limit the adjustment is a proposal (202) until another key approves it; earlier adjustments of the same payment by one key count.
         *
         *     Needs a key with the scope `payments:resolve`.
         */
        post: operations["createAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the store profile
         * @description The appearance of the store's customer pages, the methods that it accepts, and the gateways of the deployment. A store that never changed its profile has a plain one that accepts all methods.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getPaymentStore"];
        /**
         * Change the store profile
         * @description Changes name, colour and methods of the store; fields that you leave out keep their values. The change applies at once, also to pages that are open. A method counts when a gateway of the deployment takes it too.
         *
         *     Needs a key with the scope `payments:write`.
         */
        put: operations["updatePaymentStore"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the gateways that you can connect
         * @description Every gateway that this deployment can connect, what it needs, and your account there. In stage connect a test account. The gateways of the sandbox need no connection.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listGateways"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/gateway/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the connection to a gateway
         * @description What the gateway needs, and your account there. Credentials are never returned.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["getGateway"];
        /**
         * Connect a gateway, or change its credentials
         * @description Tests the credentials by a call without effect at the gateway, then stores them encrypted under a key of the deployment. Credentials that replace others apply at once; the gateway's calls that are still signed with the ones before are accepted until the next change. Credentials of another account are refused: delete the connection first. `enabled` alone switches new payments off and on.
         *
         *     Needs a key with the scope `payments:write`.
         */
        put: operations["connectGateway"];
        post?: never;
        /**
         * Disconnect a gateway
         * @description Erases the connection with its credentials. Refused while a payment there is under way or authorised. After it, payments of the past cannot be refunded there until the same account is connected again.
         *
         *     Needs a key with the scope `payments:write`.
         */
        delete: operations["disconnectGateway"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/gateway/{type}/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls of a gateway that nothing matched
         * @description The authentic calls of your gateway that no payment of this store matched, newest first: disputes, payouts, refunds made in the dashboard of the gateway, and events that Qafila does not know. They are kept for 90 days.
         *
         *     Needs a key with the scope `payments:read`.
         */
        get: operations["listGatewayCallbacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/subscription/walletprovider/wallet/setup/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a callback of the wallet provider
         * @description The wallet provider calls this address, which it whitelists; merchants never do. Its signature authenticates it, and fields that are not read are ignored.
         */
        post: operations["receiveWalletCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/{type}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a callback of a card gateway
         * @description The card gateway calls this address; merchants never do. Its signature authenticates it, and fields that are not read are ignored.
         */
        post: operations["receiveGatewayCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/payment/callback/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answer the check of a callback address
         * @description Some gateways check the address by a GET before they call it. Merchants never do.
         */
        get: operations["verifyConnectionCallback"];
        put?: never;
        /**
         * Receive a callback of a connected gateway
         * @description The gateway calls this address, which the connection has as `webhook_url`; merchants never do. Its signature authenticates it, and fields that are not read are ignored.
         */
        post: operations["receiveConnectionCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/couriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your couriers
         * @description The couriers that ship for the company: all of the deployment but those that it has switched off.
         *
         *     Needs a token with the scope `shipments:read`.
         */
        get: operations["listCouriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/couriers/{courier_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a courier on or off
         * @description Takes a courier from new shipments of the company, or gives it back. Shipments under way keep their courier. A courier that the deployment does not have is 404 `COURIER_NOT_FOUND`.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        put: operations["updateCourier"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shipments
         * @description The shipments of the company, the newest first. Filters can be combined.
         *
         *     Needs a token with the scope `shipments:read`.
         */
        get: operations["listShipments"];
        put?: never;
        /**
         * Create a shipment
         * @description Stores the shipment and answers at once; the courier is called afterwards. `shipment.booked` or `shipment.booking.failed` reports the result. Amounts are numbers or decimal texts in major units, with no more decimals than the currency has; all sums must be exact. Digits may be Arabic-Indic in phones, codes and numbers. A field that is null or an empty text counts as left out. `warnings` names what a courier may reject.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        post: operations["createShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a return shipment
         * @description Sends pieces of a delivered shipment back: `shipFromInfo` is the customer, `shipToInfo` the warehouse. Items are found by `sku`, else by name; a package without items is one piece. Pieces that another return holds cannot be returned again, and are free again when that return is cancelled. Nothing is collected for a return.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        post: operations["createReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Track a shipment
         * @description The state of the shipment with its history. Couriers skip scans: a state that the parcel must have passed is in the history with the source `inferred`. Events report each change, so polling is not needed.
         *
         *     Needs a token with the scope `shipments:read`.
         */
        get: operations["trackShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a shipment
         * @description Asks the courier to cancel. `shipment.cancelled` or `shipment.cancel.rejected` reports the result. Possible until the courier has picked the parcels up. A repeat changes nothing. Send no body.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        post: operations["cancelShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/retry-booking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a refused shipment again
         * @description Books a shipment again that the courier refused, so that its status is `BOOKING_FAILED`. For any other it changes nothing. `retried` says which it was. Send no body.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        post: operations["retryBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/clear-alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clear the alarms of a shipment
         * @description Removes the alarms once a person has looked at them. Send no body.
         *
         *     Needs a token with the scope `shipments:write`.
         */
        post: operations["clearAlarms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/shipments/{shipment_id}/awb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the label of a shipment
         * @description The addresses of the label (air waybill) as PDF, ZPL and PNG. They work for 24 hours, without a token, for every holder. The label exists once the courier has booked the shipment: wait for `shipment.awb.ready`.
         *
         *     Needs a token with the scope `shipments:read`.
         */
        get: operations["getAwb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oe/aggtr/api/v1/couriers/{courier_id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report scans, as a courier
         * @description Couriers call this, merchants do not. The body is JSON in the courier's own format, and its signature alone authenticates the call. Calls may repeat and come in any order: each scan counts once. 404 makes the courier call again: a call can overtake the answer to our booking.
         */
        post: operations["reportScans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/awb/{account_id}/{shipment_id}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a label file
         * @description The file behind an address of `GET /oe/aggtr/api/v1/shipments/{shipment_id}/awb`. Use the whole address as it was answered: its signature alone authorises the request.
         */
        get: operations["openAwbFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The endpoints of the store, in the order of their ids, without their secrets.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events that match `event_types` are sent to `url` from now on, signed with the `secret` of the answer. Events from before are not sent; a replay with `status: missing` delivers them. Your server is not called now: send a test event to see that it works. A store has at most 10,000 endpoints.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description The endpoint with its state: its last sequence, what waits, what is dead, and whether it fails.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it. What waits for it is removed within a minute.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the fields that are sent, at least one. Waiting deliveries go to the new URL with the new headers. `event_types` decides about events from now on.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook endpoint
         * @description Nothing is sent until the endpoint is resumed. Its events are still numbered, and wait. An endpoint that is paused until the end of retention is disabled.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["pauseWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook endpoint
         * @description Enables a paused or disabled endpoint. What waits is sent at once; earlier failures no longer count. Dead letters stay until they are redriven.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["resumeWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the secrets of a webhook endpoint
         * @description The secrets that sign now: the current one, and earlier ones until they expire.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a secret of a webhook endpoint
         * @description The new secret signs from now on. The old one signs beside it for 24 hours, so that your server can change over; with `end_previous: true` it ends now. At most five earlier secrets sign.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The deliveries of the endpoint, the newest first, each with its last attempt. A page reads at most 20,000 rows of the log: when few of them match the filters, it has fewer items than `limit`, or none, and still a `next_cursor`.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/deliveries/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description One delivery with its body, and every attempt with the start of your answer.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/deliveries/{sequence}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description One more attempt now, whatever became of the delivery, under the same id and sequence. A delivery that is pending already is sent once. A dead letter becomes pending.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events after a number
         * @description Every event after `after`, in order, delivered or not, with its body. A server that was away uses it to catch up: follow `next_after` until it is null. When you have all numbers up to `last_sequence`, except those in `expired`, you have missed nothing.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Deliveries to this endpoint that no attempt follows by itself: the schedule was used up, or the endpoint was disabled. The newest first. They are kept as long as their events, by default 30 days.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/dead-letters/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send dead letters again
         * @description Sends the dead letters that match again, the oldest first, all of them without a body. One request takes at most 10,000; `more` says whether some are left. With `dry_run: true` it only counts them.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["redriveWebhookDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description The replays of the endpoint, the newest first.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookReplays"];
        put?: never;
        /**
         * Replay a range of time
         * @description Sends the events of a range of time to this endpoint again, under their ids. Events that arrive later are not part of it. A replay keeps its rate, waits while the endpoint is paused, and survives restarts. At most five run for one endpoint. With `dry_run: true` it only counts.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["createWebhookReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/replays/{replay}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a replay
         * @description One replay with its progress.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["getWebhookReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/replays/{replay}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description No further deliveries are queued; those that are queued already are sent.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["cancelWebhookReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends the sample of an event type to this endpoint alone, signed and numbered like a real event. Its `webhook-id` begins with `test_`. A paused endpoint gets it when it is resumed.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event types
         * @description Every type that an endpoint can subscribe to, in one answer, with the JSON Schema of its body and a sample. Fields may be added to a body; none is removed. Types that the store has registered come last.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["listWebhookEventTypes"];
        put?: never;
        /**
         * Register an event type of your own
         * @description Its name begins with `custom.`. Endpoints can subscribe to it, and events of it can be published. The body of each event must match the schema. A store has at most 500 such types.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["createWebhookEventType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhook/event-types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event type
         * @description One type with the JSON Schema of its body and a sample.
         *
         *     Needs a key with the scope `webhooks:read`.
         */
        get: operations["getWebhookEventType"];
        put?: never;
        post?: never;
        /**
         * Delete an event type of your own
         * @description No further event of it can be published. Those that are published are still delivered.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookEventType"];
        options?: never;
        head?: never;
        /**
         * Change an event type of your own
         * @description Changes the fields that are sent, at least one. Events that are published from now on must match the new schema; published events are not judged again. The sample must match it too.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        patch: operations["updateWebhookEventType"];
        trace?: never;
    };
    "/public/v1/webhook/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an event of your own
         * @description Sends `data` to every endpoint of the store that subscribes to the type: signed, numbered, retried and logged like every other event. When this is answered, the event is durable.
         *
         *     Needs a key with the scope `webhooks:write`.
         */
        post: operations["publishWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Success envelope; `data` is the result of the operation. */
        PaymentSuccess: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /**
             * @description Always `OK`.
             * @constant
             */
            responseStatus: "OK";
            /** @description What happened, for a person. */
            message: string;
            /** @description The result of the operation. */
            data: unknown;
        };
        /** @description Error envelope of payments, meters, keys and webhooks. */
        PaymentError: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /** @description The status text of HTTP, e.g. `NOT_FOUND`. */
            responseStatus: string;
            /** @description For a person: it names the field, the rule and what to do. */
            message: string;
            /** @description Empty, except for a declined payment: then the intent. */
            data: Record<string, never>;
            /** @description What went wrong, for a program. */
            error: {
                /** @description For a program, e.g. `validation_error`. */
                code: string;
                /**
                 * @description The kind of error, by its status.
                 * @enum {unknown}
                 */
                type: "invalid_request_error" | "authentication_error" | "conflict_error" | "rate_limit_error" | "api_error";
                /** @description The same as the outer `message`. */
                message: string;
                /** @description The field, parameter or header at fault. Every 400 has it. */
                param: string | null;
                /** @description Whether the very same request can succeed later. */
                retryable: boolean;
                /** @description Finds the request in the logs. Report it with a problem. */
                request_id?: string;
                /** @description All broken rules of the request. Every 400 has them. */
                details?: {
                    /** @description The code of this rule. */
                    code: string;
                    /** @description A path such as `customer.phone`. */
                    field: string;
                    /** @description The rule, and what to send instead. */
                    message: string;
                }[];
            };
        };
        /** @description The error of RFC 6749 §5.2, with the four fields of the errors of shipments. */
        TokenError: {
            /**
             * @description The name of RFC 6749 §5.2.
             * @enum {unknown}
             */
            error: "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable" | "server_error";
            /** @description For a developer: what is wrong and what to do. */
            error_description: string;
            /** @description The HTTP status as text. */
            errorCode: string;
            /** @description The same as `error_description`. */
            errorMessage: string;
            /**
             * @description Always `Error`.
             * @constant
             */
            errorStatus: "Error";
            /** @description For the person who uses the client: English or Arabic. */
            userMessage: string;
        };
        ClientSecretAnswer: {
            /**
             * @description The id of the secret. It is not secret.
             * @example sec_4680aa55c3d15f1d
             */
            secret_id: string;
            /**
             * @description The first characters of the secret, to recognise it.
             * @example cs_stage_7a3b9
             */
            prefix: string;
            /**
             * Format: date-time
             * @description When the secret was made.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a token was last obtained with it; null before the first.
             * @example 2026-11-22T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the secret was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
        };
        CreatedClientSecretAnswer: {
            /**
             * @description The id of the secret. It is not secret.
             * @example sec_4680aa55c3d15f1d
             */
            secret_id: string;
            /**
             * @description The first characters of the secret, to recognise it.
             * @example cs_stage_7a3b9
             */
            prefix: string;
            /**
             * Format: date-time
             * @description When the secret was made.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a token was last obtained with it; null before the first.
             * @example 2026-11-22T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the secret was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
            /**
             * @description The client id of the service account.
             * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
             */
            client_id: string;
            /**
             * @description The secret. It is shown only once.
             * @example cs_stage_…
             */
            client_secret: string;
        };
        CreatedKeyAnswer: {
            /**
             * @description The id of the key. It is not secret.
             * @example key_9f86d081884c7d65
             */
            key_id: string;
            /**
             * @description The first characters of the key, to recognise it.
             * @example sk_stage_9f86d
             */
            prefix: string;
            /**
             * @description The mode in which the key works.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * @description What the key may do.
             * @example [
             *       "payments:write",
             *       "payments:read"
             *     ]
             */
            scopes: ("meters:write" | "meters:read" | "usage:write" | "keys:write" | "keys:read" | "payments:write" | "payments:read" | "webhooks:write" | "webhooks:read" | "payments:resolve")[];
            /**
             * @description How many requests the key may send in a second.
             * @example 100000
             */
            rate_limit_per_second: number;
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null before its first use.
             * @example 2026-11-22T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
            /**
             * @description The secret key, for the header `x-api-key`. It is shown only once.
             * @example sk_stage_…
             */
            api_key: string;
        };
        CreatedServiceAccountAnswer: {
            /**
             * @description The client id of the service account.
             * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
             */
            client_id: string;
            /**
             * @description The name for your lists.
             * @example Warehouse Jeddah
             */
            name: string;
            /**
             * @description The company code of the account, which the token request sends beside the secret.
             * @example demo-1a2b3c4d
             */
            company_code: string;
            /**
             * @description The mode in which its tokens work.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * @description What its tokens may do.
             * @example [
             *       "shipments:write",
             *       "shipments:read"
             *     ]
             */
            scopes: ("shipments:write" | "shipments:read")[];
            /**
             * @description How many requests its tokens may send in a second, together.
             * @example 100000
             */
            rate_limit_per_second: number;
            /** @description Its live secrets, and those revoked last. */
            secrets: components["schemas"]["ClientSecretAnswer"][];
            /**
             * Format: date-time
             * @description When the service account was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
            /**
             * @description The first secret. It is shown only once.
             * @example cs_stage_…
             */
            client_secret: string;
        };
        CreateKeyBody: {
            /**
             * @description What the new key may do; never more than the caller's key. Left out: the same as the caller's key.
             * @example [
             *       "payments:write",
             *       "payments:read"
             *     ]
             */
            scopes?: ("meters:write" | "meters:read" | "usage:write" | "keys:write" | "keys:read" | "payments:write" | "payments:read" | "webhooks:write" | "webhooks:read" | "payments:resolve")[];
        };
        CreateServiceAccountBody: {
            /**
             * @description A name for your lists. Default: `Service account`.
             * @example Warehouse Jeddah
             */
            name?: string;
            /**
             * @description What its tokens may do. Left out: everything that service accounts can do.
             * @example [
             *       "shipments:write",
             *       "shipments:read"
             *     ]
             */
            scopes?: ("shipments:write" | "shipments:read")[];
        };
        EarlierTokenBody: {
            /**
             * @description Always `client_credentials`.
             * @enum {string}
             */
            grant_type?: "client_credentials";
            /**
             * @description The client id of the service account.
             * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
             */
            client_id?: string;
            /**
             * @description One of its live secrets.
             * @example cs_stage_…
             */
            client_secret?: string;
            /**
             * @description The company code that the service account shows.
             * @example demo-1a2b3c4d
             */
            company_code?: string;
            /** @description Some of the client's own scopes, separated by spaces. Left out: all of them. */
            scope?: string;
            /**
             * @description Another name of `grant_type`. The spelling of the updated form.
             * @enum {string}
             */
            grantType?: "client_credentials";
            /** @description Another name of `client_id`. The spelling of the updated form. */
            clientId?: string;
            /** @description Another name of `client_secret`. The spelling of the updated form. */
            clientSecret?: string;
            /** @description Another name of `company_code`. The spelling of the updated form. */
            companyCode?: string;
        };
        KeyAnswer: {
            /**
             * @description The id of the key. It is not secret.
             * @example key_9f86d081884c7d65
             */
            key_id: string;
            /**
             * @description The first characters of the key, to recognise it.
             * @example sk_stage_9f86d
             */
            prefix: string;
            /**
             * @description The mode in which the key works.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * @description What the key may do.
             * @example [
             *       "payments:write",
             *       "payments:read"
             *     ]
             */
            scopes: ("meters:write" | "meters:read" | "usage:write" | "keys:write" | "keys:read" | "payments:write" | "payments:read" | "webhooks:write" | "webhooks:read" | "payments:resolve")[];
            /**
             * @description How many requests the key may send in a second.
             * @example 100000
             */
            rate_limit_per_second: number;
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null before its first use.
             * @example 2026-11-22T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
        };
        KeysAnswer: {
            /** @description Active keys first, then the newest. */
            items: components["schemas"]["KeyAnswer"][];
        };
        PublicKeyAnswer: {
            /**
             * @description The kind of key.
             * @example EC
             */
            kty: string;
            /**
             * @description The curve.
             * @example P-256
             */
            crv: string;
            /**
             * @description The x of the point, base64url.
             * @example f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU
             */
            x: string;
            /**
             * @description The y of the point, base64url.
             * @example x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0
             */
            y: string;
            /**
             * @description The name of the key in the head of a token (RFC 7638).
             * @example cn-I_WNMClehiVp51i
             */
            kid: string;
            /**
             * @description What the key is for.
             * @enum {string}
             */
            use: "sig";
            /**
             * @description How tokens are signed.
             * @enum {string}
             */
            alg: "ES256";
        };
        PublicKeysAnswer: {
            /** @description The keys that sign tokens now, or soon, or did until lately. */
            keys: components["schemas"]["PublicKeyAnswer"][];
        };
        RotatedSecretAnswer: {
            /**
             * @description `api` signs requests (`x-signature`), `webhook` signs what Qafila sends to you (`X-Signature`).
             * @enum {string}
             */
            kind: "api" | "webhook";
            /**
             * @description Counts the secrets of this kind.
             * @example 2
             */
            version: number;
            /**
             * @description The secret, as hexadecimal text. It is the key of HMAC as it stands.
             * @example 5f1d7a3b…
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the previous secret is accepted too; null when there was none.
             * @example 2026-11-22T09:30:00.000Z
             */
            previous_expires_at: string | null;
        };
        RotateSecretBody: {
            /**
             * @description Which secret is replaced. `api` signs requests (`x-signature`), `webhook` signs what Qafila sends to you (`X-Signature`).
             * @enum {string}
             */
            kind: "api" | "webhook";
        };
        SecretAnswer: {
            /**
             * @description `api` signs requests (`x-signature`), `webhook` signs what Qafila sends to you (`X-Signature`).
             * @enum {string}
             */
            kind: "api" | "webhook";
            /**
             * @description Counts the secrets of this kind.
             * @example 2
             */
            version: number;
            /**
             * @description Whether this is the secret to sign with.
             * @example true
             */
            current: boolean;
            /**
             * Format: date-time
             * @description When the secret was made.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a replaced secret ends; null for the current one.
             * @example null
             */
            expires_at: string | null;
        };
        SecretsAnswer: {
            /** @description The secrets that are accepted now, the newest first in each kind. */
            items: components["schemas"]["SecretAnswer"][];
        };
        ServiceAccountAnswer: {
            /**
             * @description The client id of the service account.
             * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
             */
            client_id: string;
            /**
             * @description The name for your lists.
             * @example Warehouse Jeddah
             */
            name: string;
            /**
             * @description The company code of the account, which the token request sends beside the secret.
             * @example demo-1a2b3c4d
             */
            company_code: string;
            /**
             * @description The mode in which its tokens work.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * @description What its tokens may do.
             * @example [
             *       "shipments:write",
             *       "shipments:read"
             *     ]
             */
            scopes: ("shipments:write" | "shipments:read")[];
            /**
             * @description How many requests its tokens may send in a second, together.
             * @example 100000
             */
            rate_limit_per_second: number;
            /** @description Its live secrets, and those revoked last. */
            secrets: components["schemas"]["ClientSecretAnswer"][];
            /**
             * Format: date-time
             * @description When the service account was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null while it works.
             * @example null
             */
            revoked_at: string | null;
        };
        ServiceAccountsAnswer: {
            /** @description Active service accounts first, then the newest. */
            items: components["schemas"]["ServiceAccountAnswer"][];
        };
        TokenAnswer: {
            /**
             * @description The access token, a signed JWT.
             * @example eyJhbGciOiJFUzI1NiJ9.…
             */
            access_token: string;
            /**
             * @description How the token is sent in `Authorization`.
             * @enum {string}
             */
            token_type: "Bearer";
            /**
             * @description How long the token is valid, in seconds.
             * @example 3600
             */
            expires_in: number;
            /**
             * @description What the token may do, separated by spaces.
             * @example shipments:write shipments:read
             */
            scope: string;
        };
        TokenBody: {
            /**
             * @description The client id of the service account.
             * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
             */
            clientId: string;
            /**
             * @description One of its live secrets.
             * @example cs_stage_…
             */
            clientSecret: string;
            /**
             * @description Always `client_credentials`.
             * @enum {string}
             */
            grantType: "client_credentials";
            /**
             * @description The company code that the service account shows.
             * @example demo-1a2b3c4d
             */
            companyCode: string;
            /**
             * @description Some of the client's own scopes, separated by spaces. Left out: all of them.
             * @example shipments:write shipments:read
             */
            scope?: string;
        };
        ChangedMeterAnswer: {
            /** @description The meter after the request. */
            meter: components["schemas"]["MeterAnswer"];
            /** @description What happens to the plans and subscriptions of the meter. */
            impact: components["schemas"]["ImpactAnswer"];
        };
        ChargeAnswer: {
            /**
             * Format: date-time
             * @description Where the period begins.
             * @example 2026-11-01T00:00:00.000Z
             */
            period_start: string;
            /**
             * Format: date-time
             * @description Where the next one begins.
             * @example 2026-12-01T00:00:00.000Z
             */
            period_end: string;
            /**
             * Format: date-time
             * @description When the last meter of the plan closed the period.
             * @example 2026-12-04T00:01:30.000Z
             */
            closed_at: string;
            /** @description One line for each meter of the plan, in the order of the plan. */
            lines: components["schemas"]["ChargeLine"][];
            /** @description The sums by currency: a plan can have prices in several. */
            totals: components["schemas"]["ChargeTotal"][];
        };
        ChargeAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["ChargeAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        ChargeLine: {
            /**
             * @description The id of the meter.
             * @example tokens
             */
            meter_id: string;
            /** @description The price in the plan. */
            price: components["schemas"]["PerUnitPriceAnswer"] | components["schemas"]["FixedRetainerPriceAnswer"];
            /**
             * @description The billable units of the closed period; late usage does not change them.
             * @example 1250
             */
            units: string;
            /**
             * @description The units that cost extra: those beyond the included ones; of `per_unit`, all of them.
             * @example 250
             */
            charged_units: string;
            /**
             * @description The amount in major units, exact and not rounded.
             * @example 125.5
             */
            amount: string;
            /**
             * @description The currency of the amount.
             * @example SAR
             */
            currency: string;
            /**
             * @description How the amount comes about, for people.
             * @example Fixed fee of 100.5 SAR with 1000 units included, plus 250 further units at 0.1 SAR each.
             */
            explanation: string;
        };
        ChargeTotal: {
            /**
             * @description The currency of the amount.
             * @example SAR
             */
            currency: string;
            /**
             * @description The sum of the lines in this currency, exact and not rounded.
             * @example 125.5
             */
            amount: string;
        };
        CreateMeterBody: {
            /**
             * @description A label for people.
             * @example Generated tokens
             */
            name: string;
            /**
             * @description `count` counts events, `sum` adds one field of the payload, `latest` takes its newest value, `max` its largest. `latest` and `max` begin again each calendar month (UTC).
             * @example sum
             * @enum {string}
             */
            aggregation_type: "count" | "sum" | "latest" | "max";
            /**
             * @description The field of the payload that is aggregated; `usage.tokens` names a nested one. Required for all but `count`.
             * @example tokens
             */
            aggregation_field?: string | null;
            /**
             * @description Your code for the meter, unique in the account. Left out: one is created.
             * @example tokens
             */
            id?: string | null;
            /**
             * @description Whether the meter accepts events. Default true.
             * @example true
             */
            active?: boolean | null;
            /**
             * @description Which events the meter counts: an object of payload fields and the values that they must have, or a tree of `{"conjunction": "and" | "or", "clauses": [{"property", "operator", "value"}]}` with the operators eq, ne, in, nin, gt, gte, lt, lte, contains and exists. At most 50 clauses, nested 5 deep. Empty: every event counts. Changed filters hold for usage from then on.
             * @example {
             *       "model": [
             *         "large",
             *         "small"
             *       ]
             *     }
             */
            filters?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Up to 4 fields of the payload by whose values queries can split the totals.
             * @example [
             *       "model"
             *     ]
             */
            group_by?: string[] | null;
        };
        CreatePlanBody: {
            /**
             * @description Your code for the plan, unique in the account. Left out: one is created.
             * @example pro
             */
            id?: string | null;
            /**
             * @description A label for people.
             * @example Pro
             */
            name: string;
            /**
             * @description Whether the plan takes new subscriptions. Default true.
             * @example true
             */
            active?: boolean | null;
            /**
             * @description Whether the plan charges again each calendar month. Meters of `latest` and `max` are one-time only: they need `false`.
             * @example true
             */
            recurring: boolean;
            /** @description The meters that the plan charges for, each once. */
            meters: components["schemas"]["PlanMeterBody"][];
        };
        CreateSubscriptionBody: {
            /**
             * @description Your code for the subscription, unique in the account. Left out: one is created.
             * @example sub_1
             */
            id?: string | null;
            /**
             * @description Your own name for the customer, such as an e-mail address; no control characters.
             * @example customer-7
             */
            customer_reference: string;
        };
        DeactivateMeterBody: {
            /** @description What a deactivation does to subscriptions. */
            subscription: components["schemas"]["SubscriptionOrder"];
            /** @description What a deactivation does to plans. */
            plan: components["schemas"]["PlanOrder"];
        };
        EventBatchAnswer: {
            /** @description One result for each event, in the order of the request. */
            items: components["schemas"]["EventResult"][];
        };
        EventBatchBody: {
            /** @description The events. Each one is judged and answered alone. */
            events: components["schemas"]["EventBody"][];
        };
        EventBody: {
            /**
             * @description `ADD` includes usage. `REMOVE` takes usage back: the event that `reverses` names, or with a `count` or `sum` meter the value of its own payload.
             * @example ADD
             * @enum {string}
             */
            operation: "ADD" | "REMOVE";
            /**
             * @description Your id of the event, unique in the meter for ever: an event that is sent again counts once.
             * @example req-1
             */
            event_id: string;
            /**
             * Format: date-time
             * @description When the usage happened: ISO 8601 in UTC, exact to the microsecond, at most 5 minutes ahead of our clock. It decides the period, and which filters judge the event.
             * @example 2026-11-01T00:00:00.123456Z
             */
            timestamp: string;
            /** @description With `REMOVE`: the `event_id` of the event to take back. Such an event needs no payload. */
            reverses?: string;
            /**
             * @description What was used: an object of your own. Numbers keep every digit. Texts must not contain any of the characters `% ? { } $ ^ * @ < >`. At most 65536 bytes as JSON. Required without `reverses`.
             * @example {
             *       "tokens": 173,
             *       "model": "large"
             *     }
             */
            payload?: {
                [key: string]: unknown;
            };
        };
        EventBulkAccepted: {
            /**
             * @description The id under which the results can be read.
             * @example blk_8f14e45fceea167a5a36dedd
             */
            bulk_id: string;
            /**
             * @description How many events were taken.
             * @example 10000
             */
            events: number;
        };
        EventBulkAnswer: {
            /**
             * @description The id under which the results can be read.
             * @example blk_8f14e45fceea167a5a36dedd
             */
            bulk_id: string;
            /**
             * @description How many events were taken.
             * @example 10000
             */
            events: number;
            /**
             * @description Events that are stored.
             * @example 9989
             */
            accepted: number;
            /**
             * @description Events whose `event_id` was received before.
             * @example 10
             */
            duplicates: number;
            /**
             * @description Events that were refused for another reason.
             * @example 1
             */
            rejected: number;
            /**
             * @description Events without a result yet; 0 when the bulk is done.
             * @example 0
             */
            pending: number;
            /**
             * @description Whether every event has its result.
             * @example true
             */
            done: boolean;
            /**
             * Format: date-time
             * @description When the bulk was taken.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /** @description The events that were not accepted, by index. */
            problems: components["schemas"]["EventBulkProblemPage"];
        };
        EventBulkBody: {
            /** @description The events. They are judged later, each one alone. */
            events: components["schemas"]["EventBody"][];
        };
        EventBulkProblem: {
            /**
             * @description The place in `events`, from 0.
             * @example 7
             */
            index: number;
            /**
             * @description Your id of the event; null where it has none.
             * @example req-8
             */
            event_id: string | null;
            /**
             * @description The status that a single event would get.
             * @example 400
             */
            status: number;
            /**
             * @description The error code, as for a single event.
             * @example validation_error
             */
            code: string;
            /**
             * @description What to correct.
             * @example timestamp must be in UTC: end it with Z.
             */
            message: string;
        };
        EventBulkProblemPage: {
            /** @description The items of this page. */
            items: components["schemas"]["EventBulkProblem"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        EventError: {
            /**
             * @description The error code, as for a single event.
             * @example validation_error
             */
            code: string;
            /**
             * @description What to correct.
             * @example timestamp must be in UTC: end it with Z.
             */
            message: string;
            /**
             * @description The field at fault.
             * @example timestamp
             */
            param: string | null;
            /** @description Everything that is wrong with the event. */
            details?: components["schemas"]["EventViolation"][];
            /** @description Of a repeated or retracted event: its id. */
            event_id?: string;
            /**
             * Format: date-time
             * @description Of a repeated event: when it was first stored.
             * @example 2026-11-22T09:30:00.000Z
             */
            first_received_at?: string;
            /** @description Of a repeated event: whether the content was the same. */
            identical?: boolean;
        };
        EventReceipt: {
            /**
             * @description Your id of the event.
             * @example req-1
             */
            event_id: string;
            /**
             * @description Whether the event is in the totals.
             * @example true
             */
            counted: boolean;
            /** @description Why a stored event is not counted: `filter_mismatch`, or `target_not_counted` for a retraction of such an event; null for a counted one. */
            reason: string | null;
            /**
             * @description The version of the filters that judged it.
             * @example 1
             */
            meter_version: number;
            /** @description The period of the event: a calendar month in UTC. */
            window: components["schemas"]["MeterPeriod"];
            /**
             * @description The exact total of the period, committed together with this event; null when the event is not counted.
             * @example 173
             */
            value: string | null;
            /**
             * @description True when the period was closed already: the usage is an adjustment.
             * @example false
             */
            late: boolean;
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-01T00:00:00.200000Z
             */
            received_at: string;
        };
        EventResult: {
            /**
             * @description The place in `events`, from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Your id of the event; null where it has none.
             * @example req-1
             */
            event_id: string | null;
            /**
             * @description The status that a single event would get: 200, 400, 404, 409, 413 or 503.
             * @example 200
             */
            status: number;
            /** @description Of a stored event. */
            receipt?: components["schemas"]["EventReceipt"];
            /** @description Of a refused event. */
            error?: components["schemas"]["EventError"];
        };
        EventViolation: {
            /**
             * @description The code of the rule.
             * @example validation_error
             */
            code: string;
            /**
             * @description The field, as a path.
             * @example payload.tokens
             */
            field: string;
            /**
             * @description What to correct.
             * @example payload.tokens must be a number.
             */
            message: string;
        };
        FixedRetainerPrice: {
            /**
             * @description A fee that includes units, and a price for each further unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            model: "fixed_retainer";
            /**
             * @description The fee of a period, in major units; not more decimals than the currency has.
             * @example 100.5
             */
            fixed_fee: number | string;
            /**
             * @description The units that the fee includes.
             * @example 1000
             */
            included_units: number | string;
            /**
             * @description The price of each unit beyond them, in major units, exact.
             * @example 0.1
             */
            overage_unit_amount: number | string;
            /**
             * @description The currency of the amounts, in capitals.
             * @example SAR
             */
            currency: string;
        };
        FixedRetainerPriceAnswer: {
            /**
             * @description A fee that includes units, and a price for each further unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            model: "fixed_retainer";
            /**
             * @description The fee of a period, in major units; not more decimals than the currency has.
             * @example 100.5
             */
            fixed_fee: string;
            /**
             * @description The units that the fee includes.
             * @example 1000
             */
            included_units: string;
            /**
             * @description The price of each unit beyond them, in major units, exact.
             * @example 0.1
             */
            overage_unit_amount: string;
            /**
             * @description The currency of the amounts, in capitals.
             * @example SAR
             */
            currency: string;
        };
        ImpactAnswer: {
            /**
             * @description Plans that charge for the meter.
             * @example 1
             */
            plans_total: number;
            /** @description The first 100 of these plans. */
            plans: components["schemas"]["PlanImpact"][];
            /** @description The subscriptions of these plans. */
            subscriptions: components["schemas"]["SubscriptionsImpact"];
        };
        MeterAnswer: {
            /**
             * @description The code of the meter, unique in the account.
             * @example tokens
             */
            id: string;
            /**
             * @description A label for people.
             * @example Generated tokens
             */
            name: string;
            /**
             * @description Whether the meter accepts events.
             * @example true
             */
            active: boolean;
            /**
             * @description How events become a total.
             * @example sum
             * @enum {string}
             */
            aggregation_type: "count" | "sum" | "latest" | "max";
            /**
             * @description The field of the payload that is aggregated; may be null for `count`.
             * @example tokens
             */
            aggregation_field: string | null;
            /**
             * @description Which events count, as it was sent; empty: all.
             * @example {
             *       "model": [
             *         "large",
             *         "small"
             *       ]
             *     }
             */
            filters: {
                [key: string]: unknown;
            };
            /**
             * @description The account that owns the meter.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store that owns the meter.
             * @example str_1
             */
            store_id: string;
            /**
             * @description The mode of the meter.
             * @example stage
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the meter was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the meter last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description The fields by which queries can split the totals.
             * @example [
             *       "model"
             *     ]
             */
            group_by: string[];
            /**
             * @description Grows by one with each change of the filters; receipts name the version that judged an event.
             * @example 1
             */
            version: number;
        };
        MeterAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["MeterAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        MeterPeriod: {
            /**
             * Format: date-time
             * @description Where the period begins.
             * @example 2026-11-01T00:00:00.000000Z
             */
            start: string;
            /**
             * Format: date-time
             * @description Where the next one begins.
             * @example 2026-12-01T00:00:00.000000Z
             */
            end: string;
        };
        PerUnitPrice: {
            /**
             * @description Each unit costs the same. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            model: "per_unit";
            /**
             * @description The price of one unit, in major units of the currency, exact.
             * @example 0.000002
             */
            unit_amount: number | string;
            /**
             * @description The currency of the amounts, in capitals.
             * @example SAR
             */
            currency: string;
        };
        PerUnitPriceAnswer: {
            /**
             * @description Each unit costs the same. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            model: "per_unit";
            /**
             * @description The price of one unit, in major units of the currency, exact.
             * @example 0.000002
             */
            unit_amount: string;
            /**
             * @description The currency of the amounts, in capitals.
             * @example SAR
             */
            currency: string;
        };
        PlanAnswer: {
            /**
             * @description The code of the plan, unique in the account.
             * @example pro
             */
            id: string;
            /**
             * @description A label for people.
             * @example Pro
             */
            name: string;
            /**
             * @description Whether the plan takes new subscriptions.
             * @example true
             */
            active: boolean;
            /**
             * @description Whether the plan charges again each calendar month. Meters of `latest` and `max` are one-time only: they need `false`.
             * @example true
             */
            recurring: boolean;
            /** @description The meters that the plan charges for, in the order of the request. */
            meters: components["schemas"]["PlanMeterAnswer"][];
            /**
             * @description The account that owns the plan.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store that owns the plan.
             * @example str_1
             */
            store_id: string;
            /**
             * @description The mode of the plan.
             * @example stage
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the plan was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the plan last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
        };
        PlanAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["PlanAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        PlanImpact: {
            /**
             * @description The id of the plan.
             * @example pro
             */
            id: string;
            /**
             * @description Whether the plan takes new subscriptions before.
             * @example true
             */
            active_before: boolean;
            /**
             * @description Whether it takes new subscriptions after.
             * @example false
             */
            active_after: boolean;
        };
        PlanMeterAnswer: {
            /**
             * @description The id of the meter.
             * @example tokens
             */
            meter_id: string;
            /** @description What its units cost. */
            price: components["schemas"]["PerUnitPriceAnswer"] | components["schemas"]["FixedRetainerPriceAnswer"];
        };
        PlanMeterBody: {
            /**
             * @description The id of an active meter of the store.
             * @example tokens
             */
            meter_id: string;
            /** @description What the units of the meter cost. `fixed_retainer` needs a meter of `count` or `sum`. */
            price: components["schemas"]["PerUnitPrice"] | components["schemas"]["FixedRetainerPrice"];
        };
        PlanOrder: {
            /**
             * @description Whether the plans that charge for the meter take new subscriptions.
             * @example false
             */
            active: boolean;
        };
        ReactivatedMeterAnswer: {
            /** @description The meter after the request. */
            meter: components["schemas"]["MeterAnswer"];
        };
        StoredEvent: {
            /**
             * @description Your id of the event.
             * @example req-1
             */
            event_id: string;
            /**
             * @description As it was sent.
             * @example ADD
             * @enum {string}
             */
            operation: "ADD" | "REMOVE";
            /**
             * Format: date-time
             * @description When the usage happened.
             * @example 2026-11-01T00:00:00.123456Z
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-01T00:00:00.200000Z
             */
            received_at: string;
            /**
             * @description Whether the event is in the totals.
             * @example true
             */
            counted: boolean;
            /** @description Why it is not in the totals; null for a counted event. */
            reason: ("filter_mismatch" | "target_not_counted" | "reversed") | null;
            /**
             * @description The version of the filters that judged it.
             * @example 1
             */
            meter_version: number;
            /**
             * @description What it adds to the total, signed; null when not counted.
             * @example 173
             */
            value: string | null;
            /**
             * @description True when its period was closed before it arrived.
             * @example false
             */
            late: boolean;
            /** @description The `event_id` that it takes back. */
            reverses: string | null;
            /**
             * @description Exactly as it was sent, every digit kept.
             * @example {
             *       "tokens": 173,
             *       "model": "large"
             *     }
             */
            payload: {
                [key: string]: unknown;
            };
        };
        StoredEventPage: {
            /** @description The items of this page. */
            items: components["schemas"]["StoredEvent"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        SubscriptionAnswer: {
            /**
             * @description The code of the subscription, unique in the account.
             * @example sub_1
             */
            id: string;
            /**
             * @description The plan of the subscription.
             * @example pro
             */
            plan_id: string;
            /**
             * @description Your own name for the customer, such as an e-mail address; no control characters.
             * @example customer-7
             */
            customer_reference: string;
            /**
             * @description `canceling` ends at `ends_at`; `canceled` has ended.
             * @example active
             * @enum {string}
             */
            status: "active" | "paused" | "canceling" | "canceled";
            /**
             * Format: date-time
             * @description When a canceling subscription ends, or a canceled one ended; null for the others.
             * @example 2026-11-22T09:30:00.000Z
             */
            ends_at: string | null;
            /**
             * @description The account that owns the subscription.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store that owns the subscription.
             * @example str_1
             */
            store_id: string;
            /**
             * @description The mode of the subscription.
             * @example stage
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the customer subscribed.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the subscription last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
        };
        SubscriptionAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["SubscriptionAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        SubscriptionImpact: {
            /**
             * @description The id of the subscription.
             * @example sub_1
             */
            id: string;
            /**
             * @description The plan of the subscription.
             * @example pro
             */
            plan_id: string;
            /**
             * @description The status before the deactivation.
             * @example active
             * @enum {string}
             */
            status_before: "active" | "paused" | "canceling" | "canceled";
            /**
             * @description The status after it.
             * @example canceling
             * @enum {string}
             */
            status_after: "active" | "paused" | "canceling" | "canceled";
        };
        SubscriptionOrder: {
            /**
             * @description What happens to the subscriptions of every plan that charges for the meter: `keep` changes none, `pause` pauses the active ones, `cancel_at_period_end` ends them with the calendar month (UTC), `cancel` ends them now.
             * @example cancel_at_period_end
             * @enum {string}
             */
            next_action: "keep" | "pause" | "cancel_at_period_end" | "cancel";
        };
        SubscriptionsImpact: {
            /**
             * @description Subscriptions that have not ended.
             * @example 12
             */
            total: number;
            /**
             * @description Subscriptions that change.
             * @example 12
             */
            changed: number;
            /** @description The changes, counted by status. */
            by_status_change: components["schemas"]["SubscriptionStatusChange"][];
            /** @description The first 100 subscriptions that change. */
            items: components["schemas"]["SubscriptionImpact"][];
        };
        SubscriptionStatusChange: {
            /**
             * @description The status before the deactivation.
             * @example active
             * @enum {string}
             */
            status_before: "active" | "paused" | "canceling" | "canceled";
            /**
             * @description The status after it.
             * @example canceling
             * @enum {string}
             */
            status_after: "active" | "paused" | "canceling" | "canceled";
            /**
             * @description How many subscriptions change so.
             * @example 12
             */
            count: number;
        };
        UpdateMeterBody: {
            /**
             * @description A label for people.
             * @example Generated tokens
             */
            name?: string;
            /**
             * @description False deactivates the meter and needs `subscription` and `plan`; true lets it accept events again.
             * @example false
             */
            active?: boolean;
            /** @description What a deactivation does to subscriptions. */
            subscription?: components["schemas"]["SubscriptionOrder"];
            /** @description What a deactivation does to plans. */
            plan?: components["schemas"]["PlanOrder"];
            /**
             * @description Which events the meter counts: an object of payload fields and the values that they must have, or a tree of `{"conjunction": "and" | "or", "clauses": [{"property", "operator", "value"}]}` with the operators eq, ne, in, nin, gt, gte, lt, lte, contains and exists. At most 50 clauses, nested 5 deep. Empty: every event counts. Changed filters hold for usage from then on.
             * @example {
             *       "model": [
             *         "large",
             *         "small"
             *       ]
             *     }
             */
            filters?: {
                [key: string]: unknown;
            };
            /** @description Never changes: it would change the meaning of counted usage. Create a new meter instead. */
            id?: unknown;
            /** @description Never changes: it would change the meaning of counted usage. Create a new meter instead. */
            aggregation_type?: unknown;
            /** @description Never changes: it would change the meaning of counted usage. Create a new meter instead. */
            aggregation_field?: unknown;
            /** @description Never changes: it would change the meaning of counted usage. Create a new meter instead. */
            group_by?: unknown;
        };
        UpdatePlanBody: {
            /**
             * @description A label for people.
             * @example Pro
             */
            name?: string;
            /**
             * @description Whether the plan takes new subscriptions.
             * @example true
             */
            active?: boolean;
        };
        UpdateSubscriptionBody: {
            /**
             * @description `pause` and `resume` an active subscription, `cancel` it now, or `cancel_at_period_end` with the calendar month (UTC), which `resume` takes back.
             * @example pause
             * @enum {string}
             */
            next_action: "pause" | "resume" | "cancel" | "cancel_at_period_end";
        };
        UsageAnswer: {
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
            /**
             * @description Always OK.
             * @enum {string}
             */
            responseStatus: "OK";
            /**
             * @description For a person.
             * @example Usage
             */
            message: string;
            /**
             * Format: date-time
             * @description Where the range begins.
             * @example 2026-11-01T00:00:00.000000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Where the range ends.
             * @example 2026-12-01T00:00:00.000000Z
             */
            to: string;
            /**
             * @description The size of the windows; null: one total.
             * @example DAY
             */
            windowSize: ("MINUTE" | "HOUR" | "DAY" | "MONTH") | null;
            /**
             * @description The time zone of the windows.
             * @example UTC
             */
            windowTimeZone: string;
            /** @description One row for each window and group, in the order of time. Without groups also the windows without usage. */
            data: components["schemas"]["UsageRow"][];
        };
        UsageParameters: {
            /**
             * Format: date-time
             * @description Where the range begins. Left out: with the quarter of an hour of the first usage.
             * @example 2026-11-01T00:00:00Z
             */
            from?: string;
            /**
             * Format: date-time
             * @description Where the range ends; usage at this moment is not in it. Left out: with that of the last usage.
             * @example 2026-12-01T00:00:00Z
             */
            to?: string;
            /**
             * @description Splits the range into windows, at most 10000. Left out: one total.
             * @example DAY
             * @enum {string}
             */
            windowSize?: "MINUTE" | "HOUR" | "DAY" | "MONTH";
            /**
             * @description The IANA time zone in which days and months begin. Default UTC.
             * @example Asia/Riyadh
             */
            windowTimeZone?: string;
            /**
             * @description Splits the totals by fields that the meter declares in `group_by`: an array, a repeated parameter, or names with commas between them.
             * @example [
             *       "model"
             *     ]
             */
            groupBy?: string[] | string;
            /**
             * @description Only usage whose fields have one of these values. The fields are those of `group_by`; values are compared as text. In a query string: `filterGroupBy[model]=large`.
             * @example {
             *       "model": [
             *         "large"
             *       ]
             *     }
             */
            filterGroupBy?: {
                [key: string]: string[] | string;
            };
        };
        UsageRow: {
            /**
             * @description The exact usage that arrived before its period's close; null where a maximum or latest value has no event.
             * @example 173
             */
            value: string | null;
            /**
             * @description What can be charged: `value`, or `0` where it is null or negative.
             * @example 173
             */
            billable: string;
            /**
             * Format: date-time
             * @description Where the window begins.
             * @example 2026-11-01T00:00:00.000Z
             */
            windowStart: string;
            /**
             * Format: date-time
             * @description Where the next window begins.
             * @example 2026-11-02T00:00:00.000Z
             */
            windowEnd: string;
            /**
             * @description The values of the `groupBy` fields; null groups the events without the field.
             * @example {
             *       "model": "large"
             *     }
             */
            groupBy: {
                [key: string]: string | null;
            };
            /**
             * @description The usage as known now; present where it arrived, or was taken back, after the close.
             * @example 180
             */
            adjustedValue?: string | null;
        };
        AddressBody: {
            /**
             * @description Street and number.
             * @example شارع الملك فهد ١
             */
            address1?: string | number | null;
            /**
             * @description Floor, flat or district.
             * @example حي العليا
             */
            address2?: string | number | null;
            /**
             * @description City.
             * @example الرياض
             */
            city?: string | number | null;
            /**
             * @description Country: its name or its ISO 3166 code.
             * @example SA
             */
            country?: string | number | null;
            /**
             * @description First name of the recipient.
             * @example عميل
             */
            firstName?: string | number | null;
            /**
             * @description Last name of the recipient.
             * @example تجريبي
             */
            lastName?: string | number | null;
            /**
             * @description Phone number of the recipient.
             * @example +12025550123
             */
            phone?: string | number | null;
            /**
             * @description Province or region.
             * @example الرياض
             */
            province?: string | number | null;
            /**
             * @description Postal code.
             * @example 11564
             */
            zip?: string | number | null;
            /**
             * @description How you deliver, in your words.
             * @example standard
             */
            shipping_method?: string | number | null;
        };
        BankResponseAnswer: {
            /**
             * @description The gateway's code of the result; empty until it answers.
             * @example 000
             */
            code?: string;
            /**
             * @description The gateway's text of the result.
             * @example Completed
             */
            message?: string;
            /**
             * @description The gateway's own id of the payment.
             * @example ga_1
             */
            reference?: string | null;
        };
        BillingAnswer: {
            /**
             * @description Street and number.
             * @example شارع الملك فهد ١
             */
            address1?: string;
            /**
             * @description Floor, flat or district.
             * @example حي العليا
             */
            address2?: string;
            /**
             * @description City.
             * @example الرياض
             */
            city?: string;
            /**
             * @description Country: its name or its ISO 3166 code.
             * @example SA
             */
            country?: string;
            /**
             * @description First name of the recipient.
             * @example عميل
             */
            firstName?: string;
            /**
             * @description Last name of the recipient.
             * @example تجريبي
             */
            lastName?: string;
            /**
             * @description Phone number of the recipient.
             * @example +12025550123
             */
            phone?: string;
            /**
             * @description Province or region.
             * @example الرياض
             */
            province?: string;
            /**
             * @description Postal code.
             * @example 11564
             */
            zip?: string;
            /**
             * @description How you deliver, in your words.
             * @example standard
             */
            shipping_method?: string;
        };
        BnplSetupAnswer: {
            /**
             * @description The id of the setup session.
             * @example wlt_01KAB3X4Y5Z6
             */
            wallet_id: string;
            /**
             * @description As it was sent.
             * @example walletprovider
             * @enum {string}
             */
            wallet_type: "walletprovider" | "bnpl-walletprovider";
            /**
             * @description The amount, in major units of the wallet's currency.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description Your name of the order. Pages, notifications, gateways and searches show it.
             * @example order-1001
             */
            order_reference: string;
            /**
             * Format: uri
             * @description As it was sent.
             * @example https://shop.example/paid
             */
            success_redirect_url: string;
            /**
             * Format: uri
             * @description As it was sent.
             * @example https://shop.example/failed
             */
            failure_redirect_url: string;
            /**
             * @description How the customer pays: `wallet`.
             * @enum {string}
             */
            payment_method_types: "wallet";
            /**
             * @description As it was sent.
             * @example طلب رقم 1001
             */
            description: string;
            /** @description The customer, when one was sent. */
            customer?: components["schemas"]["SentCustomerAnswer"];
            /**
             * @description The payment intent of the session.
             * @example pi_01KAB3X4Y5Z6
             */
            payment_intent_id: string;
            /**
             * Format: uri
             * @description Send the customer here. The page is open for 30 minutes.
             * @example https://pay.example/wallet/q7Zx0Jm2
             */
            redirect_url: string;
            /**
             * @description The currency of the amount.
             * @example PKR
             */
            currency: string;
        };
        CaptureBody: {
            /**
             * @description How much to capture, in major units of the currency of the payment. The rest is released. Left out: everything.
             * @example 1500.50
             */
            amount?: number | string;
        };
        CaptureNamedIntentBody: {
            /**
             * @description The intent: its `_id`. Required, here or as `_id`.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id?: string | null;
            /** @description Another name of `payment_intent_id`. Some published clients send it. */
            _id?: string | null;
            /**
             * @description How much to capture, in major units of the currency of the payment. The rest is released. Left out: everything.
             * @example 1500.50
             */
            amount?: number | string;
        };
        ChangeRefundBody: {
            /**
             * @description Your note about the refund. Customers do not see it.
             * @example One of two shirts came back
             */
            reason: string;
        };
        ChangesAnswer: {
            /** @description Before; null for an adjustment. */
            before: components["schemas"]["ReviewedStateAnswer"] | null;
            /** @description Afterwards; null for an adjustment. */
            after: components["schemas"]["ReviewedStateAnswer"] | null;
            /** @description The lines that were posted. */
            postings: components["schemas"]["PostedLineAnswer"][];
            /** @description Requests to the gateway that follow. */
            requests: components["schemas"]["FollowingRequestAnswer"][];
            /**
             * @description The types of the notifications that were sent.
             * @example [
             *       "PAYMENT_INTENT_NOTIFICATION"
             *     ]
             */
            notifications: string[];
        };
        ChangeStoreBody: {
            /**
             * @description The name that customers read on the pages.
             * @example متجر قافلة
             */
            name?: string | number;
            /**
             * @description The colour of buttons and headings. White text on it has a contrast of at least 4.5 : 1.
             * @example #0b5d57
             */
            color?: string;
            /**
             * @description The methods that the store accepts. `null`: all that the deployment has; an empty list: none.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods?: ("card" | "bnpl" | "wallet")[] | null;
        };
        ChargeTokenBody: {
            /**
             * @description The value of the token, as the subscription notification delivered it once. Required, here or as `pm_token`.
             * @example wt_3q2-7wAAuI0f5Yp1tZ9bX0c4kLhVgRrE8nDsMmQyJo
             */
            token?: string | null;
            /** @description Another name of `token`. Some published clients send it. */
            pm_token?: string | null;
            /**
             * @description The currency. Left out: the wallet's currency.
             * @example PKR
             */
            currency?: string;
            /**
             * @description How much to charge, in major units.
             * @example 300
             */
            amount: number | string;
            /**
             * @description Another name of `metadata.order_reference`. Your name of the order or renewal. Required, here or in `metadata`.
             * @example order-1001
             */
            order_reference?: string | number | null;
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata?: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /** @description The customer, for your notifications and searches. */
            customer?: components["schemas"]["CustomerBody"];
            /**
             * @description What the customer pays for.
             * @example Renewal in December
             */
            description?: string | number | null;
        };
        ConfirmBody: {
            /**
             * @description The person who decides, as your house names them. Qafila records it beside the key.
             * @example Amal Haddad, finance
             */
            person: string;
            /**
             * @description Anything else worth keeping.
             * @example The customer knows it by telephone
             */
            note?: string;
        };
        ConfirmIntentBody: {
            /**
             * @description The method with which the customer pays. The answer contains the page where they continue. Left out with a token.
             * @example card
             */
            payment_method?: ("card" | "bnpl" | "wallet") | null;
            /** @description Another name of `payment_method`. One method or a list, of which the first one counts. Some published clients send it. */
            payment_method_types?: (("card" | "bnpl" | "wallet") | ("card" | "bnpl" | "wallet")[]) | null;
            /** @description The token of a wallet, which is charged at once. Another method than `wallet` beside it is refused. */
            token?: string | null;
            /** @description Another name of `token`. Some published clients send it. */
            pm_token?: string | null;
        };
        ConnectGatewayBody: {
            /**
             * @description The credentials of your account at the gateway, by the names in `credential_fields`. They are tested at the gateway, stored encrypted, and never returned. Required for the first connection. Later each one that is sent replaces its predecessor, and the others stay.
             * @example {
             *       "secret_key": "sk_test_…",
             *       "webhook_secret": "whsec_…"
             *     }
             */
            credentials?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether new payments may go to the gateway. Those under way are finished anyway. Default true.
             * @example true
             */
            enabled?: boolean;
        };
        ConnectionAnswer: {
            /**
             * @description The id of the connection.
             * @example gwc_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description Whether new payments may go there.
             * @example true
             */
            enabled: boolean;
            /**
             * @description The gateway's id of your account.
             * @example acct_1Abc
             */
            gateway_account: string;
            /**
             * @description The gateway's name of your account.
             * @example Shop
             */
            gateway_account_name: string;
            /**
             * @description The last characters of each credential, to recognise it.
             * @example {
             *       "secret_key": "…7890",
             *       "webhook_secret": "…4321"
             *     }
             */
            credential_hints: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The address that the gateway must call. Enter it in the settings of your account there.
             * @example https://pay.example/public/v1/payment/callback/gwc_019ab3c4d5e6f708192a3b4c5d6
             */
            webhook_url: string;
            /**
             * Format: date-time
             * @description When the gateway last accepted the credentials.
             * @example 2026-11-22T09:30:00.000Z
             */
            tested_at: string;
            /**
             * Format: date-time
             * @description When it was connected.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The API key that connected it.
             * @example key_019ab3c4d5e6f708192a3b4c5d6
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description The API key that last changed it.
             * @example key_019ab3c4d5e6f708192a3b4c5d6
             */
            updated_by: string;
        };
        CreateAdjustmentBody: {
            /**
             * @description The payment intent whose books are wrong.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description Its transaction. Left out: the one that took the money, else the last one.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id?: string;
            /**
             * @description The account to debit.
             * @example gateway_receivable
             * @enum {string}
             */
            debit_account: "gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments";
            /**
             * @description The account to credit; another one.
             * @example suspense
             * @enum {string}
             */
            credit_account: "gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments";
            /**
             * @description The amount in major units of the currency of the intent.
             * @example 100.00
             */
            amount: number | string;
            /**
             * @description Why the books are wrong.
             * @example A reversal was booked that the gateway never paid out
             */
            reason: string;
            /**
             * @description What the decision relies on: a text, or a reference that others can look up.
             * @example Gateway's ticket 48211: captured on 1 November, statement line 17
             */
            evidence: string;
            /**
             * @description The person who decides, as your house names them. Qafila records it beside the key.
             * @example Amal Haddad, finance
             */
            person: string;
            /**
             * @description Anything else worth keeping.
             * @example The customer knows it by telephone
             */
            note?: string;
        };
        CreateCheckoutBody: {
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description The amount to pay, in major units of the currency, as a number or a decimal text. It is never rounded: more decimals than the currency has are refused.
             * @example 1500.50
             */
            amount: number | string;
            /** @description The customer. Fields may be left out or empty. */
            customer: components["schemas"]["CustomerBody"];
            /** @description Where the order is delivered. Fields may be left out or empty. */
            shipping: components["schemas"]["AddressBody"];
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Where the customer goes after a successful payment. `payment_intent_id`, `status` and `order_reference` are added to its query.
             * @example https://shop.example/paid
             */
            success_url: string;
            /**
             * Format: uri
             * @description Where the customer goes after a failed or cancelled payment, with the same query.
             * @example https://shop.example/failed
             */
            failure_url: string;
            /**
             * @description The methods to offer. Left out: all that are enabled for the store.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods?: ("card" | "bnpl" | "wallet")[] | null;
            /** @description Another name of `payment_methods`. One method or a list, as some published clients send it. */
            payment_method_types?: (("card" | "bnpl" | "wallet") | ("card" | "bnpl" | "wallet")[]) | null;
            /**
             * @description What the customer buys, in your words.
             * @example طلب رقم 1001
             */
            description?: string | number | null;
            /**
             * @description `automatic` captures the money at once. `manual` authorises it; you capture or void it within 7 days. Default `automatic`.
             * @example automatic
             */
            capture_method?: ("automatic" | "manual") | null;
            /** @description The billing address. */
            billingAddress?: components["schemas"]["AddressBody"] | null;
            /** @description The gateway that takes this payment. Routing rules and fallbacks do not apply to it. */
            gateway_instance_id?: string | null;
            /** @description Another name of `billingAddress`. Some published clients send it. */
            billing?: components["schemas"]["AddressBody"] | null;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly _id?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_client_secret?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly created_at?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly refund?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly object_name?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_status?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pm_token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly html_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly bank_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly last_payment_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly encryptionKey?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly routing_rules_history?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly subscription?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly checkout_page_url?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_captured?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_capturable?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_refunded?: unknown;
        };
        CreateIntentBody: {
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description The amount to pay, in major units of the currency, as a number or a decimal text. It is never rounded: more decimals than the currency has are refused.
             * @example 1500.50
             */
            amount: number | string;
            /** @description The customer. Fields may be left out or empty. */
            customer?: components["schemas"]["CustomerBody"];
            /** @description Where the order is delivered. Fields may be left out or empty. */
            shipping?: components["schemas"]["AddressBody"];
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Where the customer goes after a successful payment. `payment_intent_id`, `status` and `order_reference` are added to its query.
             * @example https://shop.example/paid
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description Where the customer goes after a failed or cancelled payment, with the same query.
             * @example https://shop.example/failed
             */
            failure_url?: string | null;
            /**
             * @description The methods to offer. Left out: all that are enabled for the store.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods?: ("card" | "bnpl" | "wallet")[] | null;
            /** @description Another name of `payment_methods`. One method or a list, as some published clients send it. */
            payment_method_types?: (("card" | "bnpl" | "wallet") | ("card" | "bnpl" | "wallet")[]) | null;
            /**
             * @description What the customer buys, in your words.
             * @example طلب رقم 1001
             */
            description?: string | number | null;
            /**
             * @description `automatic` captures the money at once. `manual` authorises it; you capture or void it within 7 days. Default `automatic`.
             * @example automatic
             */
            capture_method?: ("automatic" | "manual") | null;
            /** @description The billing address. */
            billingAddress?: components["schemas"]["AddressBody"] | null;
            /** @description The gateway that takes this payment. Routing rules and fallbacks do not apply to it. */
            gateway_instance_id?: string | null;
            /**
             * Format: uri
             * @description Another name of `success_url`. Some published clients send it.
             */
            success_redirect_url?: string | null;
            /**
             * Format: uri
             * @description Another name of `failure_url`. Some published clients send it.
             */
            failure_redirect_url?: string | null;
            /** @description Another name of `billingAddress`. Some published clients send it. */
            billing?: components["schemas"]["AddressBody"] | null;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly _id?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_client_secret?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly created_at?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly refund?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly object_name?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_status?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pm_token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly html_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly bank_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly last_payment_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly encryptionKey?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly routing_rules_history?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly subscription?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly checkout_page_url?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_captured?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_capturable?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_refunded?: unknown;
        };
        CreateLinkBody: {
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description The amount to pay, in major units of the currency, as a number or a decimal text. It is never rounded: more decimals than the currency has are refused.
             * @example 1500.50
             */
            amount: number | string;
            /** @description The customer. Fields may be left out or empty. */
            customer?: components["schemas"]["CustomerBody"];
            /** @description Where the order is delivered. Fields may be left out or empty. */
            shipping?: components["schemas"]["AddressBody"];
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata?: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Where the customer goes after a successful payment. `payment_intent_id`, `status` and `order_reference` are added to its query.
             * @example https://shop.example/paid
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description Where the customer goes after a failed or cancelled payment, with the same query.
             * @example https://shop.example/failed
             */
            failure_url?: string | null;
            /**
             * @description The methods to offer. Left out: all that are enabled for the store.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods?: ("card" | "bnpl" | "wallet")[] | null;
            /** @description Another name of `payment_methods`. One method or a list, as some published clients send it. */
            payment_method_types?: (("card" | "bnpl" | "wallet") | ("card" | "bnpl" | "wallet")[]) | null;
            /**
             * @description What the customer buys, in your words.
             * @example طلب رقم 1001
             */
            description?: string | number | null;
            /**
             * @description `automatic` captures the money at once. `manual` authorises it; you capture or void it within 7 days. Default `automatic`.
             * @example automatic
             */
            capture_method?: ("automatic" | "manual") | null;
            /** @description The billing address. */
            billingAddress?: components["schemas"]["AddressBody"] | null;
            /** @description The gateway that takes this payment. Routing rules and fallbacks do not apply to it. */
            gateway_instance_id?: string | null;
            /**
             * Format: uri
             * @description Another name of `success_url`. Some published clients send it.
             */
            success_redirect_url?: string | null;
            /**
             * Format: uri
             * @description Another name of `failure_url`. Some published clients send it.
             */
            failure_redirect_url?: string | null;
            /** @description Another name of `billingAddress`. Some published clients send it. */
            billing?: components["schemas"]["AddressBody"] | null;
            /** @description Another name of `metadata.order_reference`. Your name of the order. A link needs it, here or in `metadata`. */
            order_reference?: string | number;
            /**
             * @description How long the link works, in minutes. Default 1440, one day.
             * @example 1440
             */
            expires_in_minutes?: number;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly _id?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_client_secret?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly created_at?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly refund?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly object_name?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_status?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pm_token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly html_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly bank_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly last_payment_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly encryptionKey?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly routing_rules_history?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly subscription?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly checkout_page_url?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_captured?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_capturable?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_refunded?: unknown;
        };
        CreateRefundBody: {
            /**
             * @description The payment to refund: the `_id` of its intent.
             * @example pi_01KAB3X4Y5Z6
             */
            payment_intent_id: string;
            /**
             * @description How much to refund, in major units of the currency of the payment. Left out: everything that is not refunded yet.
             * @example 100.00
             */
            refunded_amount?: number | string;
            /** @description Another name of `refunded_amount`. Some published clients send it. */
            amount?: number | string;
            /**
             * @description Your note about the refund. Customers do not see it.
             * @example One of two shirts came back
             */
            reason?: string | null;
        };
        CreateRoutingRuleBody: {
            /**
             * @description Whether the rule is active. Default true.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description The gateways that are tried next, in this order, when the first one cannot take the payment.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b"
             *       }
             *     ]
             */
            fallback_gateway?: components["schemas"]["FallbackGateway"][];
            /**
             * @description Customer segments: `vip_customer`, `previous_customer`, `new_customer`. The rule applies to customers with at least one of them; an empty list means every customer.
             * @example [
             *       "vip_customer"
             *     ]
             */
            rule_attributes?: (string | number)[];
            /** @description Which payments the rule applies to. Without conditions: all. */
            conditions?: components["schemas"]["RoutingConditionsBody"];
            /**
             * @description Divides the volume of the rule. Shares add up to at most 100 percent; the rest goes to `gatewayType`.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b",
             *         "percent": 30
             *       }
             *     ]
             */
            split?: components["schemas"]["GatewayShare"][];
            /** @description Ignored. It is accepted so that a rule can be sent as it was read. */
            rule_id?: string;
            /**
             * @description The gateway that gets the payment.
             * @example cardgateway-a
             */
            gatewayType: string;
        };
        CredentialFieldAnswer: {
            /**
             * @description Its name in `credentials`.
             * @example secret_key
             */
            name: string;
            /**
             * @description Where to find it.
             * @example The secret key, under Developers.
             */
            description: string;
            /**
             * @description Whether the connection needs it.
             * @example true
             */
            required: boolean;
        };
        CustomerAnswer: {
            /**
             * @description Empty when you sent none.
             * @example عميل تجريبي
             */
            name: string;
            /**
             * @description Empty when you sent none.
             * @example customer@shop.example
             */
            email: string;
            /**
             * @description Empty when you sent none.
             * @example +12025550123
             */
            phone: string;
            /**
             * @description `no` when you sent none.
             * @example no
             */
            vip_customer: string;
            /**
             * @description `no` when you sent none.
             * @example yes
             */
            previous_customer: string;
        };
        CustomerBody: {
            /**
             * @description The customer's name.
             * @example عميل تجريبي
             */
            name?: string | number | null;
            /**
             * @description The customer's email address.
             * @example customer@shop.example
             */
            email?: string | number | null;
            /**
             * @description The customer's phone number, local or international.
             * @example +12025550123
             */
            phone?: string | number | null;
            /**
             * @description Whether you treat the customer as important: `yes` or `no`.
             * @example no
             */
            vip_customer?: string | number | null;
            /**
             * @description Whether the customer has bought from you before: `yes` or `no`.
             * @example yes
             */
            previous_customer?: string | number | null;
        };
        DecisionAnswer: {
            /**
             * @description The id of the decision.
             * @example rd_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description Whether it resolves an operation or corrects the books.
             * @enum {string}
             */
            kind: "resolve" | "adjustment";
            /**
             * @description `proposed`: another key must confirm it. `superseded`: the operation changed before it was confirmed, so that it changed nothing.
             * @example applied
             * @enum {string}
             */
            state: "proposed" | "applied" | "rejected" | "superseded";
            /**
             * @description The payment intent.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description The transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id: string;
            /**
             * @description The operation; null for an adjustment.
             * @example op_019ab3c4d5e6f708192a3b4c5d6
             */
            operation_id: string | null;
            /**
             * @description The queue in which the operation was; null for an adjustment.
             * @example unknown_outcome
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description The outcome; null for an adjustment.
             * @example done
             */
            outcome: ("done" | "failed") | null;
            /**
             * @description What really moved, or the amount of the adjustment, in major units; null where no money moved.
             * @example 1500.5
             */
            amount: number | null;
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description The debited account of an adjustment.
             * @example null
             */
            debit_account: ("gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments") | null;
            /**
             * @description The credited account of an adjustment.
             * @example null
             */
            credit_account: ("gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments") | null;
            /**
             * @description The reason of an adjustment; else empty.
             * @example
             */
            reason: string;
            /**
             * @description What the decision relies on: a text, or a reference that others can look up.
             * @example Gateway's ticket 48211: captured on 1 November, statement line 17
             */
            evidence: string;
            /**
             * @description Anything else worth keeping.
             * @example The customer knows it by telephone
             */
            note: string;
            /**
             * @description The id of the key that decided first.
             * @example key_9f86d081884c7d65
             */
            decided_by: string;
            /**
             * @description The person who decides, as your house names them. Qafila records it beside the key.
             * @example Amal Haddad, finance
             */
            person: string;
            /**
             * Format: date-time
             * @description When it was decided first.
             * @example 2026-11-22T09:30:00.000Z
             */
            decided_at: string;
            /**
             * @description The id of the second key, which confirmed or rejected it; null without one.
             * @example key_5feceb66ffc86f38
             */
            second_by: string | null;
            /**
             * @description The second person.
             * @example Omar Siddiqui, risk
             */
            second_person: string | null;
            /**
             * @description The note of the second person.
             * @example The customer knows it by telephone
             */
            second_note: string | null;
            /**
             * Format: date-time
             * @description When the second key decided, or when the proposal was superseded.
             * @example 2026-11-22T09:30:00.000Z
             */
            second_at: string | null;
            /** @description What it changed; null until it is applied. */
            changes: components["schemas"]["ChangesAnswer"] | null;
        };
        DecisionAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["DecisionAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        DeletedRoutingRule: {
            /**
             * @description The id of the deleted rule.
             * @example rule_01KAB3X4Y5Z6
             */
            rule_id: string;
        };
        DisconnectedGateway: {
            /**
             * @description The type that routing rules and `gateway_instance_id` name.
             * @example stripe
             */
            gateway_type: string;
        };
        DryRunAnswer: {
            /**
             * @description How many past payments were examined.
             * @example 250
             */
            payments: number;
            /**
             * @description How many of them would go to another gateway first.
             * @example 40
             */
            changed: number;
            /**
             * @description Payments by gateway: how many it got first, and how many it would get first.
             * @example {
             *       "cardgateway-a": {
             *         "now": 100,
             *         "then": 140
             *       },
             *       "cardgateway-b": {
             *         "now": 150,
             *         "then": 110
             *       }
             *     }
             */
            by_gateway: {
                [key: string]: {
                    /** @description Payments that this gateway got first. */
                    now: number;
                    /** @description Payments that it would get first. */
                    then: number;
                };
            };
            /** @description The first 20 payments that would change. */
            examples: components["schemas"]["DryRunExample"][];
        };
        DryRunBody: {
            /** @description The rules to try, the first one first. Left out: the rules of the store as they are. */
            rules?: components["schemas"]["CreateRoutingRuleBody"][];
        };
        DryRunExample: {
            /**
             * @description The payment intent.
             * @example pi_01KAB3X4Y5Z6
             */
            payment_intent_id: string;
            /**
             * @description The gateway that was asked first.
             * @example cardgateway-b
             */
            now: string;
            /**
             * @description The gateway that the rules would ask first; `none` when none supports the method.
             * @example cardgateway-a
             */
            then: string;
            /**
             * @description The rule that decides; null when none matches.
             * @example rules.0
             */
            rule_id: string | null;
            /** @description Every rule that was examined, in order, up to the one that decides. */
            considered: components["schemas"]["RuleVerdictAnswer"][];
        };
        FallbackGateway: {
            /**
             * @description The type of a gateway, as `gateways` of the store profile lists it.
             * @example cardgateway-a
             */
            gateway_type: string;
        };
        FollowingRequestAnswer: {
            /**
             * @description `capture` or `reverse`.
             * @example reverse
             */
            kind: string;
            /**
             * @description Its amount, in major units.
             * @example 1500.5
             */
            amount: number;
        };
        GatewayAnswer: {
            /**
             * @description The type that routing rules and `gateway_instance_id` name.
             * @example stripe
             */
            gateway_type: string;
            /**
             * @description Its name.
             * @example Stripe
             */
            title: string;
            /**
             * @description The methods that it takes.
             * @example [
             *       "card"
             *     ]
             */
            methods: ("card" | "bnpl" | "wallet")[];
            /** @description What it needs to connect. */
            credential_fields: components["schemas"]["CredentialFieldAnswer"][];
            /** @description Your account there; null while it is not connected. */
            connection: components["schemas"]["ConnectionAnswer"] | null;
        };
        GatewayOperationAnswer: {
            /**
             * @description The id of the operation; the gateway knows it.
             * @example op_019ab3c4d5e6f708192a3b4c5d6
             */
            id: string;
            /**
             * @description `pay`, `charge`, `capture`, `void`, `refund` or `reverse`.
             * @example pay
             */
            kind: string;
            /**
             * @description `pending` while its outcome is unknown.
             * @example done
             * @enum {string}
             */
            state: "pending" | "done" | "failed";
            /**
             * @description How often its outcome was inquired.
             * @example 0
             */
            inquiries: number;
            /**
             * @description The queue of manual review that an operation of this transaction is in; null without one. `unknown_outcome`: the gateway gives no clear answer. `contradiction`: it reported what cannot be. `reversal_refused`: it keeps money that came too late.
             * @example null
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description Why a person must look at it; null without a queue.
             * @example null
             */
            queue_why: string | null;
            /**
             * @description Its amount, in major units.
             * @example 1500.5
             */
            amount: number;
        };
        GatewaysAnswer: {
            /** @description The gateways that you can connect. */
            items: components["schemas"]["GatewayAnswer"][];
        };
        GatewayShare: {
            /**
             * @description The type of a gateway, as `gateways` of the store profile lists it.
             * @example cardgateway-b
             */
            gateway_type: string;
            /**
             * @description The share in percent, above 0 and up to 100.
             * @example 30
             */
            percent: number;
        };
        HtmlResponseAnswer: {
            /**
             * Format: uri
             * @description While the customer must act: the page to which you redirect them.
             * @example https://gateway.example/3ds/01KAB3X4Y5Z6
             */
            redirect_url?: string;
        };
        IntentAnswer: {
            /**
             * @description The id of the intent.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description Confirms this intent (`POST /public/v1/payment/intent/confirm`). Keep it on your server.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567
             */
            pi_client_secret: string;
            /**
             * Format: date-time
             * @description When the intent was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The amount to pay, in major units of the currency.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the currency, in capitals.
             * @example SAR
             */
            currency: string;
            /** @description What was refunded. */
            refund: components["schemas"]["IntentRefundAnswer"];
            /**
             * @description What this object is.
             * @enum {string}
             */
            object_name: "payment_intent";
            /** @description The customer. */
            customer: components["schemas"]["CustomerAnswer"];
            /**
             * @description Your description; empty when you sent none.
             * @example طلب رقم 1001
             */
            description: string;
            /**
             * @description `requires_payment_method`: the customer has not paid yet. `requires_action`: the customer is at the gateway. `processing`: the gateway has not answered yet. `requires_capture`: authorised, capture or void it. The others are final.
             * @example requires_payment_method
             * @enum {string}
             */
            pi_status: "requires_payment_method" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed" | "expired";
            /**
             * @description Reserved: Qafila never fills it.
             * @example
             */
            pm_token: string;
            /** @description The shipping address; fields that you did not send are empty. */
            shipping: components["schemas"]["ShippingAnswer"];
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description Reserved: Qafila never fills it.
             * @example null
             */
            token: string | null;
            /**
             * @description `manual`: the payment is authorised, and you capture or void it.
             * @example automatic
             * @enum {string}
             */
            capture_method: "automatic" | "manual";
            /** @description Empty unless the customer must act. */
            html_response: components["schemas"]["HtmlResponseAnswer"];
            /** @description What the gateway said to the last attempt; empty before the first. */
            bank_response: components["schemas"]["BankResponseAnswer"];
            /** @description The last attempt to pay; before the first only `token`. */
            last_payment_response: components["schemas"]["LastPaymentResponseAnswer"];
            /**
             * @description Reserved: Qafila never fills it.
             * @example null
             */
            encryptionKey: string | null;
            /** @description The billing address with the fields that you sent. */
            billingAddress: components["schemas"]["BillingAnswer"];
            /** @description Each choice of a gateway, the first one first. */
            routing_rules_history: components["schemas"]["RoutingStepAnswer"][];
            /**
             * @description Reserved: Qafila never fills it.
             * @example {}
             */
            subscription: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Where the customer pays, until the intent expires.
             * @example https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c
             */
            checkout_page_url: string;
            /**
             * @description What was captured, in major units: less than `amount` after a partial capture.
             * @example 0
             */
            amount_captured: number;
            /**
             * @description What can still be captured, in major units: 0 unless it is authorised.
             * @example 0
             */
            amount_capturable: number;
            /**
             * @description What was refunded, in major units.
             * @example 0
             */
            amount_refunded: number;
        };
        IntentAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["IntentAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        IntentRefundAnswer: {
            /**
             * @description The sum of all refunds, in major units.
             * @example 0
             */
            refunded_amount: number;
            /**
             * @description The id of the last refund that succeeded; null without one.
             * @example null
             */
            refund_object_id: string | null;
        };
        KeptCallbackAnswer: {
            /**
             * @description The gateway's id of the event.
             * @example evt_1Abc
             */
            event_id: string;
            /**
             * @description The gateway.
             * @example stripe
             */
            gateway_type: string;
            /**
             * @description `operation`: about a payment that this store did not request here, for instance a refund in the dashboard of the gateway. `token`, `dispute`, `payout`: what it says. `other`: everything else.
             * @example dispute
             * @enum {string}
             */
            kind: "operation" | "token" | "dispute" | "payout" | "other";
            /**
             * @description The gateway's name of the event.
             * @example charge.dispute.created
             */
            type: string;
            /**
             * @description What Qafila read of it. Amounts are minor units, as texts.
             * @example {
             *       "reference": "dp_1Abc",
             *       "status": "opened",
             *       "amount": "10000",
             *       "currency": "SAR"
             *     }
             */
            content: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it first came in.
             * @example 2026-11-22T09:30:00.000Z
             */
            received_at: string;
            /**
             * @description How often it came in.
             * @example 1
             */
            times: number;
        };
        KeptCallbackAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["KeptCallbackAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        LastPaymentResponseAnswer: {
            /**
             * @description Reserved: Qafila never fills it.
             * @example null
             */
            token: string | null;
            /**
             * @description The id of the transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id?: string;
            /**
             * @description What became of it.
             * @example CAPTURED
             * @enum {string}
             */
            status?: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description The gateway.
             * @example cardgateway-a
             */
            gateway?: string;
            /**
             * @description The gateway's code of the result; empty until it answers.
             * @example 000
             */
            status_code_from_bank?: string;
            /**
             * @description The gateway's text of the result.
             * @example Completed
             */
            status_message_from_bank?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            at?: string;
        };
        LedgerLineAnswer: {
            /**
             * Format: date-time
             * @description When it was posted.
             * @example 2026-11-22T09:30:00.000Z
             */
            at: string;
            /**
             * @description The posting; its lines sum to zero.
             * @example capture/txn_019ab3c4d5e6f708192a3b4c5d6
             */
            posting: string;
            /**
             * @description The account.
             * @example gateway_receivable
             * @enum {string}
             */
            account: "gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments";
            /**
             * @description The signed amount, in major units; a credit is negative.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The gateway whose books these are.
             * @example cardgateway-a
             */
            gateway: string;
        };
        NamedIntentBody: {
            /**
             * @description The intent: its `_id`. Required, here or as `_id`.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id?: string | null;
            /** @description Another name of `payment_intent_id`. Some published clients send it. */
            _id?: string | null;
        };
        OrderRoutingRulesBody: {
            /**
             * @description The `rule_id` of every rule of the store, the first to be tried first.
             * @example [
             *       "rule_01KAB3X4Y5Z6",
             *       "rule_01KAB3X4Y5Z7"
             *     ]
             */
            rule_ids: (string | number)[];
        };
        PostedLineAnswer: {
            /**
             * @description The posting; its lines sum to zero.
             * @example capture/txn_019ab3c4d5e6f708192a3b4c5d6
             */
            posting: string;
            /**
             * @description The account of the books.
             * @example gateway_receivable
             * @enum {string}
             */
            account: "gateway_receivable" | "merchant_payable" | "fees" | "dispute_reserve" | "suspense" | "payouts" | "adjustments";
            /**
             * @description The signed amount, in major units; a credit is negative.
             * @example 1500.5
             */
            amount: number;
        };
        QueueAnswer: {
            /** @description The oldest first, at most 500. */
            items: components["schemas"]["QueuedOperationAnswer"][];
        };
        QueuedOperationAnswer: {
            /**
             * @description The id of the operation; the gateway knows it.
             * @example op_019ab3c4d5e6f708192a3b4c5d6
             */
            operation_id: string;
            /**
             * @description The queue; null once it is resolved.
             * @example unknown_outcome
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description What happened, for the person who resolves it.
             * @example still unknown after 14 minutes
             */
            why: string | null;
            /**
             * @description `pay`, `charge`, `capture`, `void`, `refund` or `reverse`.
             * @example pay
             */
            kind: string;
            /**
             * @description `pending` while its outcome is unknown.
             * @enum {string}
             */
            state: "pending" | "done" | "failed";
            /**
             * @description The payment intent.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description The transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id: string;
            /**
             * @description The gateway to ask.
             * @example cardgateway-a
             */
            gateway: string;
            /**
             * @description The amount, in major units.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description How often its outcome was inquired.
             * @example 19
             */
            inquiries: number;
            /**
             * Format: date-time
             * @description When the gateway was asked first.
             * @example 2026-11-22T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description The decision that waits for a second key; null without one.
             * @example rd_019ab3c4d5e6f708192a3b4c5d6
             */
            proposal_id: string | null;
        };
        RefundAnswer: {
            /**
             * @description The id of the refund.
             * @example rf_01KAB3X4Y5Z6
             */
            _id: string;
            /**
             * @description What this object is.
             * @enum {string}
             */
            object_name: "refund";
            /**
             * @description The payment intent that is refunded.
             * @example pi_01KAB3X4Y5Z6
             */
            payment_intent_id: string;
            /**
             * @description The transaction that captured the money.
             * @example tx_01KAB3X4Y5Z6
             */
            transaction_id: string;
            /**
             * @description The refunded amount, in major units.
             * @example 100
             */
            refunded_amount: number;
            /**
             * @description The currency of the payment.
             * @example SAR
             */
            currency: string;
            /**
             * @description `pending` until the gateway reports the result; a notification reports it.
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description Your note about the refund; empty when there is none.
             * @example One of two shirts came back
             */
            reason: string;
            /**
             * @description The gateway's code of the result.
             * @example 00
             */
            status_code_from_bank: string;
            /**
             * @description The gateway's text of the result; empty while it is pending.
             * @example Completed
             */
            status_message_from_bank: string;
            /**
             * @description The store of the payment.
             * @example st_01KAB3X4Y5Z6
             */
            store_id: string;
            /**
             * @description The mode of the payment.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the refund was requested.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the gateway reported the result; null while it is pending.
             * @example 2026-11-22T09:30:00.000Z
             */
            settled_at: string | null;
            /** @description What happened, the request first. */
            history: components["schemas"]["RefundStepAnswer"][];
        };
        RefundAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["RefundAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        RefundStepAnswer: {
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-22T09:30:00.000Z
             */
            at: string;
            /**
             * @description The status since then.
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description Your reason for the request; the text of the gateway for the result.
             * @example One of two shirts came back
             */
            message: string;
        };
        ReportedAnswer: {
            /**
             * @description `captured`, `authorised`, `declined`, `pending`, `unknown`, …
             * @example captured
             */
            kind: string;
            /**
             * @description The amount that it names, in major units.
             * @example 1500.5
             */
            amount: number | null;
            /**
             * @description Its code of the result; empty without one.
             * @example 000
             */
            code: string;
            /**
             * @description Its text, or why the result is not known.
             * @example Completed
             */
            message: string;
        };
        ResolveBody: {
            /**
             * @description `done` or `failed`: what the gateway's staff said of the operation. `ask`: inquire the gateway once more.
             * @example done
             * @enum {string}
             */
            outcome: "done" | "failed" | "ask";
            /**
             * @description What really moved, in major units of the currency of the operation; it may be a part. Required with `done` of an operation that moves money, and only there.
             * @example 1500.50
             */
            amount?: number | string;
            /**
             * @description What the decision relies on: a text, or a reference that others can look up. Required with `done` and `failed`.
             * @example Gateway's ticket 48211: captured on 1 November, statement line 17
             */
            evidence?: string;
            /**
             * @description The person who decides, as your house names them. Qafila records it beside the key. Required with `done` and `failed`.
             * @example Amal Haddad, finance
             */
            person?: string;
            /**
             * @description Anything else worth keeping.
             * @example The customer knows it by telephone
             */
            note?: string;
        };
        ResolvedAnswer: {
            /**
             * @description The id of the operation; the gateway knows it.
             * @example op_019ab3c4d5e6f708192a3b4c5d6
             */
            operation_id: string;
            /**
             * @description The queue; null once it is resolved.
             * @example unknown_outcome
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description What happened, for the person who resolves it.
             * @example still unknown after 14 minutes
             */
            why: string | null;
            /**
             * @description `pay`, `charge`, `capture`, `void`, `refund` or `reverse`.
             * @example pay
             */
            kind: string;
            /**
             * @description `pending` while its outcome is unknown.
             * @enum {string}
             */
            state: "pending" | "done" | "failed";
            /**
             * @description The payment intent.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description The transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id: string;
            /**
             * @description The gateway to ask.
             * @example cardgateway-a
             */
            gateway: string;
            /**
             * @description The amount, in major units.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description How often its outcome was inquired.
             * @example 19
             */
            inquiries: number;
            /**
             * Format: date-time
             * @description When the gateway was asked first.
             * @example 2026-11-22T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description The decision that waits for a second key; null without one.
             * @example rd_019ab3c4d5e6f708192a3b4c5d6
             */
            proposal_id: string | null;
            /**
             * @description `applied`: it is decided. `proposed`: another key must confirm it. `asked`: the gateway was asked.
             * @example applied
             * @enum {string}
             */
            result: "applied" | "proposed" | "asked";
            /**
             * @description The decision; null after `ask`.
             * @example rd_019ab3c4d5e6f708192a3b4c5d6
             */
            decision_id: string | null;
            /** @description After `ask`: what the gateway reported. */
            reported: components["schemas"]["ReportedAnswer"] | null;
            /** @description What changed; null for a proposal. */
            changes: components["schemas"]["ChangesAnswer"] | null;
        };
        ReviewedStateAnswer: {
            /**
             * @description The state of the operation.
             * @example pending
             * @enum {string}
             */
            operation_state: "pending" | "done" | "failed";
            /**
             * @description Its queue of manual review.
             * @example unknown_outcome
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description The state of the payment intent.
             * @example processing
             * @enum {string}
             */
            pi_status: "requires_payment_method" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed" | "expired";
            /**
             * @description The status of the transaction.
             * @example TIMEOUT
             * @enum {string}
             */
            transaction_status: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description What the intent has captured, in major units.
             * @example 0
             */
            amount_captured: number;
            /**
             * @description What of it is refunded, in major units.
             * @example 0
             */
            amount_refunded: number;
        };
        RoutingConditionsAnswer: {
            /**
             * @description Only payments in one of these currencies.
             * @example [
             *       "SAR"
             *     ]
             */
            currencies?: string[];
            /**
             * @description The smallest amount, in major units. Needs exactly one entry in `currencies`.
             * @example 100
             */
            amount_min?: number;
            /**
             * @description The largest amount, in major units. Needs exactly one entry in `currencies`.
             * @example 5000
             */
            amount_max?: number;
            /**
             * @description Only payments to one of these countries, as your shipping addresses spell them; upper and lower case are equal.
             * @example [
             *       "SA"
             *     ]
             */
            countries?: (string | number)[];
            /**
             * @description Only payments by one of these methods.
             * @example [
             *       "card"
             *     ]
             */
            methods?: ("card" | "bnpl" | "wallet")[];
        };
        RoutingConditionsBody: {
            /**
             * @description Only payments in one of these currencies.
             * @example [
             *       "SAR"
             *     ]
             */
            currencies?: string[];
            /**
             * @description The smallest amount, in major units. Needs exactly one entry in `currencies`.
             * @example 100
             */
            amount_min?: number | string;
            /**
             * @description The largest amount, in major units. Needs exactly one entry in `currencies`.
             * @example 5000
             */
            amount_max?: number | string;
            /**
             * @description Only payments to one of these countries, as your shipping addresses spell them; upper and lower case are equal.
             * @example [
             *       "SA"
             *     ]
             */
            countries?: (string | number)[];
            /**
             * @description Only payments by one of these methods.
             * @example [
             *       "card"
             *     ]
             */
            methods?: ("card" | "bnpl" | "wallet")[];
        };
        RoutingRuleAnswer: {
            /**
             * @description The id of the rule.
             * @example rule_01KAB3X4Y5Z6
             */
            rule_id: string;
            /**
             * @description Whether the rule is active. Default true.
             * @example true
             */
            enabled: boolean;
            /**
             * @description The gateway that gets the payment.
             * @example cardgateway-a
             */
            gatewayType: string;
            /**
             * @description The gateways that are tried next, in this order, when the first one cannot take the payment.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b"
             *       }
             *     ]
             */
            fallback_gateway: components["schemas"]["FallbackGateway"][];
            /**
             * @description Customer segments: `vip_customer`, `previous_customer`, `new_customer`. The rule applies to customers with at least one of them; an empty list means every customer.
             * @example [
             *       "vip_customer"
             *     ]
             */
            rule_attributes: (string | number)[];
            /** @description Which payments the rule applies to. Without conditions: all. */
            conditions: components["schemas"]["RoutingConditionsAnswer"];
            /**
             * @description Divides the volume of the rule. Shares add up to at most 100 percent; the rest goes to `gatewayType`.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b",
             *         "percent": 30
             *       }
             *     ]
             */
            split: components["schemas"]["GatewayShare"][];
        };
        RoutingStepAnswer: {
            /**
             * Format: date-time
             * @description When the gateway was chosen.
             * @example 2026-11-22T09:30:00.000Z
             */
            at: string;
            /**
             * @description The routing rule that chose it; null when none matches.
             * @example rule_019ab3c4d5e6f708192a3b4c5d6
             */
            rule_id: string | null;
            /**
             * @description The gateway.
             * @example cardgateway-a
             */
            gateway_type: string;
            /**
             * @description The transaction at this gateway.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            attempt_id: string;
            /**
             * @description Why this gateway was chosen.
             * @example all conditions match
             */
            reason: string;
            /**
             * @description What the gateway answered.
             * @example captured
             */
            outcome: string;
            /**
             * @description How long the gateway took, in milliseconds; null until it answers.
             * @example 240
             */
            latency_ms: number | null;
            /** @description The rules that were considered, in their order. Left out for a fallback to the next gateway. */
            considered?: components["schemas"]["RuleVerdictAnswer"][];
        };
        RuleVerdictAnswer: {
            /**
             * @description The rule.
             * @example rule_019ab3c4d5e6f708192a3b4c5d6
             */
            rule_id: string;
            /**
             * @description Whether its conditions match the payment.
             * @example true
             */
            matched: boolean;
            /**
             * @description Why, in words.
             * @example all conditions match
             */
            why: string;
        };
        SentCustomerAnswer: {
            /**
             * @description The name, if one was sent.
             * @example عميل تجريبي
             */
            name?: string;
            /**
             * @description The email address, if one was sent.
             * @example customer@shop.example
             */
            email?: string;
            /**
             * @description The phone number, if one was sent.
             * @example +12025550123
             */
            phone?: string;
        };
        SetUpBnplBody: {
            /**
             * @description The wallet. A deployment has one, and both names mean it.
             * @example walletprovider
             * @enum {string}
             */
            wallet_type: "walletprovider" | "bnpl-walletprovider";
            /**
             * @description The amount of the order, in major units of the wallet's currency.
             * @example 1500.5
             */
            amount: number | string;
            /**
             * @description The currency of the amount: the wallet's, or left out.
             * @example PKR
             */
            currency?: string;
            /**
             * @description Your name of the order. Pages, notifications, gateways and searches show it.
             * @example order-1001
             */
            order_reference: string | number;
            /**
             * Format: uri
             * @description Where the customer continues after success. The id of the result is added to the query.
             * @example https://shop.example/paid
             */
            success_redirect_url: string;
            /**
             * Format: uri
             * @description Where the customer continues after a failure, a cancellation or the expiry.
             * @example https://shop.example/failed
             */
            failure_redirect_url: string;
            /**
             * @description How the customer pays: `wallet`.
             * @enum {string}
             */
            payment_method_types: "wallet";
            /**
             * @description What the customer pays for. The wallet shows it.
             * @example طلب رقم 1001
             */
            description: string | number;
            /** @description The customer. The answer and the notification return it. */
            customer?: components["schemas"]["CustomerBody"];
        };
        SetUpSubscriptionBody: {
            /**
             * @description The wallet. A deployment has one, and both names mean it.
             * @example walletprovider
             * @enum {string}
             */
            wallet_type: "walletprovider" | "bnpl-walletprovider";
            /**
             * @description The phone number of the customer's wallet: 7 to 15 digits, with or without `+`.
             * @example +12025550123
             */
            phone: string | number;
            /**
             * Format: uri
             * @description Where the customer continues after success. The id of the result is added to the query.
             * @example https://shop.example/paid
             */
            success_redirect_url: string;
            /**
             * Format: uri
             * @description Where the customer continues after a failure, a cancellation or the expiry.
             * @example https://shop.example/failed
             */
            failure_redirect_url: string;
            /**
             * @description How the customer pays: `wallet`.
             * @enum {string}
             */
            payment_method_types: "wallet";
        };
        ShippingAnswer: {
            /**
             * @description Street and number.
             * @example شارع الملك فهد ١
             */
            address1: string;
            /**
             * @description Floor, flat or district.
             * @example حي العليا
             */
            address2: string;
            /**
             * @description City.
             * @example الرياض
             */
            city: string;
            /**
             * @description Country: its name or its ISO 3166 code.
             * @example SA
             */
            country: string;
            /**
             * @description First name of the recipient.
             * @example عميل
             */
            firstName: string;
            /**
             * @description Last name of the recipient.
             * @example تجريبي
             */
            lastName: string;
            /**
             * @description Phone number of the recipient.
             * @example +12025550123
             */
            phone: string;
            /**
             * @description Province or region.
             * @example الرياض
             */
            province: string;
            /**
             * @description Postal code.
             * @example 11564
             */
            zip: string;
            /**
             * @description How you deliver, in your words.
             * @example standard
             */
            shipping_method: string;
        };
        StoreAnswer: {
            /**
             * @description The name that customers read on the pages.
             * @example متجر قافلة
             */
            name: string;
            /**
             * @description The colour of buttons and headings. White text on it has a contrast of at least 4.5 : 1.
             * @example #0b5d57
             */
            color: string;
            /**
             * @description The methods that the store accepts. `null`: all that the deployment has; an empty list: none.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods: ("card" | "bnpl" | "wallet")[] | null;
            /**
             * @description The methods that a page offers now: enabled here, and taken by a gateway.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            offered: ("card" | "bnpl" | "wallet")[];
            /** @description The gateways of the deployment. */
            gateways: components["schemas"]["StoreGatewayAnswer"][];
        };
        StoreGatewayAnswer: {
            /**
             * @description The type that routing rules and `gateway_instance_id` name.
             * @example cardgateway-a
             */
            gateway_type: string;
            /**
             * @description The methods that it takes.
             * @example [
             *       "card"
             *     ]
             */
            methods: ("card" | "bnpl" | "wallet")[];
        };
        SubscriptionSetupAnswer: {
            /**
             * Format: uri
             * @description Send the customer here. The page asks for PIN and code, and is open for 30 minutes.
             * @example https://pay.example/wallet/q7Zx0Jm2
             */
            redirect_url: string;
            /**
             * @description The id of the setup: `_id` of its notification, and of its token.
             * @example tok_01KAB3X4Y5Z6
             */
            _id: string;
        };
        TransactionAnswer: {
            /**
             * @description The id of the transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description The intent that it pays.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description Your name of the order.
             * @example order-1001
             */
            order_reference: string;
            /**
             * @description What became of this attempt. `LATE_CAPTURED`: money that came after the intent had ended.
             * @example CAPTURED
             * @enum {string}
             */
            status: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description The present status of the intent.
             * @example succeeded
             * @enum {string}
             */
            pi_status: "requires_payment_method" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed" | "expired";
            /**
             * @description The amount of the attempt, in major units.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description What this attempt captured, in major units.
             * @example 1500.5
             */
            captured_amount: number;
            /**
             * @description What was refunded of it, in major units.
             * @example 0
             */
            refunded_amount: number;
            /**
             * @description The method.
             * @example card
             * @enum {string}
             */
            payment_method_types: "card" | "bnpl" | "wallet";
            /**
             * @description The gateway.
             * @example cardgateway-a
             */
            gateway: string;
            /**
             * @description The gateway's own id; null until it answers.
             * @example ga_1
             */
            gateway_reference: string | null;
            /**
             * @description The gateway's code of the result.
             * @example 000
             */
            status_code_from_bank: string;
            /**
             * @description The gateway's text of the result.
             * @example Completed
             */
            status_message_from_bank: string;
            /**
             * @description `3DS2` for a card that was authenticated with it.
             * @example 3DS2
             */
            secure: string | null;
            /**
             * @description Brand, first six and last four digits of a card; the masked phone of a wallet. Never more.
             * @example {
             *       "brand": "visa",
             *       "bin": "411111",
             *       "last4": "1111"
             *     }
             */
            instrument: {
                [key: string]: unknown;
            };
            /** @description The customer of the intent. */
            customer: components["schemas"]["TransactionCustomerAnswer"];
            /**
             * @description The queue of manual review that an operation of this transaction is in; null without one. `unknown_outcome`: the gateway gives no clear answer. `contradiction`: it reported what cannot be. `reversal_refused`: it keeps money that came too late.
             * @example null
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description The store.
             * @example str_1
             */
            store_id: string;
            /**
             * @description The mode.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updated_at: string;
        };
        TransactionAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["TransactionAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        TransactionAttemptAnswer: {
            /**
             * @description The id of the transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description Its status.
             * @example CAPTURED
             * @enum {string}
             */
            status: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description Its gateway.
             * @example cardgateway-a
             */
            gateway: string;
            /**
             * @description Its method.
             * @example card
             * @enum {string}
             */
            payment_method_types: "card" | "bnpl" | "wallet";
            /**
             * @description The gateway's code of the result.
             * @example 000
             */
            status_code_from_bank: string;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
        };
        TransactionCustomerAnswer: {
            /**
             * @description Null when you sent none.
             * @example عميل تجريبي
             */
            name: string | null;
            /**
             * @description Null when you sent none.
             * @example customer@shop.example
             */
            email: string | null;
            /**
             * @description Null when you sent none.
             * @example +12025550123
             */
            phone: string | null;
        };
        TransactionEventAnswer: {
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-22T09:30:00.000Z
             */
            at: string;
            /**
             * @description The transaction that it changed.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            transaction_id: string;
            /**
             * @description The status from then on.
             * @example CAPTURED
             * @enum {string}
             */
            status: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description Who caused it: `customer`, `merchant`, `gateway`, `inquiry`, `clock` or `person`.
             * @example gateway
             */
            actor: string;
            /**
             * @description What else is known.
             * @example
             */
            note: string;
        };
        TransactionInFullAnswer: {
            /**
             * @description The id of the transaction.
             * @example txn_019ab3c4d5e6f708192a3b4c5d6
             */
            _id: string;
            /**
             * @description The intent that it pays.
             * @example pi_019ab3c4d5e6f708192a3b4c5d6
             */
            payment_intent_id: string;
            /**
             * @description Your name of the order.
             * @example order-1001
             */
            order_reference: string;
            /**
             * @description What became of this attempt. `LATE_CAPTURED`: money that came after the intent had ended.
             * @example CAPTURED
             * @enum {string}
             */
            status: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
            /**
             * @description The present status of the intent.
             * @example succeeded
             * @enum {string}
             */
            pi_status: "requires_payment_method" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed" | "expired";
            /**
             * @description The amount of the attempt, in major units.
             * @example 1500.5
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency: string;
            /**
             * @description What this attempt captured, in major units.
             * @example 1500.5
             */
            captured_amount: number;
            /**
             * @description What was refunded of it, in major units.
             * @example 0
             */
            refunded_amount: number;
            /**
             * @description The method.
             * @example card
             * @enum {string}
             */
            payment_method_types: "card" | "bnpl" | "wallet";
            /**
             * @description The gateway.
             * @example cardgateway-a
             */
            gateway: string;
            /**
             * @description The gateway's own id; null until it answers.
             * @example ga_1
             */
            gateway_reference: string | null;
            /**
             * @description The gateway's code of the result.
             * @example 000
             */
            status_code_from_bank: string;
            /**
             * @description The gateway's text of the result.
             * @example Completed
             */
            status_message_from_bank: string;
            /**
             * @description `3DS2` for a card that was authenticated with it.
             * @example 3DS2
             */
            secure: string | null;
            /**
             * @description Brand, first six and last four digits of a card; the masked phone of a wallet. Never more.
             * @example {
             *       "brand": "visa",
             *       "bin": "411111",
             *       "last4": "1111"
             *     }
             */
            instrument: {
                [key: string]: unknown;
            };
            /** @description The customer of the intent. */
            customer: components["schemas"]["TransactionCustomerAnswer"];
            /**
             * @description The queue of manual review that an operation of this transaction is in; null without one. `unknown_outcome`: the gateway gives no clear answer. `contradiction`: it reported what cannot be. `reversal_refused`: it keeps money that came too late.
             * @example null
             */
            queue: ("unknown_outcome" | "contradiction" | "reversal_refused") | null;
            /**
             * @description The store.
             * @example str_1
             */
            store_id: string;
            /**
             * @description The mode.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updated_at: string;
            /** @description All attempts to pay the intent, the first one first. */
            attempts: components["schemas"]["TransactionAttemptAnswer"][];
            /** @description What happened to these attempts, in its order. */
            timeline: components["schemas"]["TransactionEventAnswer"][];
            /** @description Each choice of a gateway. */
            routing: components["schemas"]["RoutingStepAnswer"][];
            /** @description The lines of the intent in the books. */
            ledger: components["schemas"]["LedgerLineAnswer"][];
            /** @description The requests to gateways. */
            operations: components["schemas"]["GatewayOperationAnswer"][];
            /** @description Decisions of persons about the intent, adjustments included, in their order. */
            reviews: components["schemas"]["DecisionAnswer"][];
        };
        UpdateIntentBody: {
            /**
             * @description The ISO 4217 code of the currency.
             * @example SAR
             */
            currency?: string;
            /**
             * @description The amount to pay, in major units of the currency, as a number or a decimal text. It is never rounded: more decimals than the currency has are refused.
             * @example 1500.50
             */
            amount?: number | string;
            /** @description The customer. Fields may be left out or empty. */
            customer?: components["schemas"]["CustomerBody"];
            /** @description Where the order is delivered. Fields may be left out or empty. */
            shipping?: components["schemas"]["AddressBody"];
            /**
             * @description Information about the order, kept and returned as you send it: at most 50 fields and 16384 bytes as JSON. Send a number that a double cannot hold as text.
             * @example {
             *       "order_reference": "order-1001"
             *     }
             */
            metadata?: {
                /** @description Your name of the order. Pages, notifications, gateways and searches show it. Left out: the id of the intent takes its place. */
                order_reference?: string | number;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description Where the customer goes after a successful payment. `payment_intent_id`, `status` and `order_reference` are added to its query.
             * @example https://shop.example/paid
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description Where the customer goes after a failed or cancelled payment, with the same query.
             * @example https://shop.example/failed
             */
            failure_url?: string | null;
            /**
             * @description The methods to offer. Left out: all that are enabled for the store.
             * @example [
             *       "card",
             *       "wallet"
             *     ]
             */
            payment_methods?: ("card" | "bnpl" | "wallet")[] | null;
            /** @description Another name of `payment_methods`. One method or a list, as some published clients send it. */
            payment_method_types?: (("card" | "bnpl" | "wallet") | ("card" | "bnpl" | "wallet")[]) | null;
            /**
             * @description What the customer buys, in your words.
             * @example طلب رقم 1001
             */
            description?: string | number | null;
            /**
             * @description `automatic` captures the money at once. `manual` authorises it; you capture or void it within 7 days. Default `automatic`.
             * @example automatic
             */
            capture_method?: ("automatic" | "manual") | null;
            /** @description The billing address. */
            billingAddress?: components["schemas"]["AddressBody"] | null;
            /** @description The gateway that takes this payment. Routing rules and fallbacks do not apply to it. */
            gateway_instance_id?: string | null;
            /**
             * Format: uri
             * @description Another name of `success_url`. Some published clients send it.
             */
            success_redirect_url?: string | null;
            /**
             * Format: uri
             * @description Another name of `failure_url`. Some published clients send it.
             */
            failure_redirect_url?: string | null;
            /** @description Another name of `billingAddress`. Some published clients send it. */
            billing?: components["schemas"]["AddressBody"] | null;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly _id?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_client_secret?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly created_at?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly refund?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly object_name?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pi_status?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly pm_token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly token?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly html_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly bank_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly last_payment_response?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly encryptionKey?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly routing_rules_history?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly subscription?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly checkout_page_url?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_captured?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_capturable?: unknown;
            /** @description Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored. */
            readonly amount_refunded?: unknown;
        };
        UpdateRoutingRuleBody: {
            /**
             * @description Whether the rule is active. Default true.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description The gateways that are tried next, in this order, when the first one cannot take the payment.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b"
             *       }
             *     ]
             */
            fallback_gateway?: components["schemas"]["FallbackGateway"][];
            /**
             * @description Customer segments: `vip_customer`, `previous_customer`, `new_customer`. The rule applies to customers with at least one of them; an empty list means every customer.
             * @example [
             *       "vip_customer"
             *     ]
             */
            rule_attributes?: (string | number)[];
            /** @description Which payments the rule applies to. Without conditions: all. */
            conditions?: components["schemas"]["RoutingConditionsBody"];
            /**
             * @description Divides the volume of the rule. Shares add up to at most 100 percent; the rest goes to `gatewayType`.
             * @example [
             *       {
             *         "gateway_type": "cardgateway-b",
             *         "percent": 30
             *       }
             *     ]
             */
            split?: components["schemas"]["GatewayShare"][];
            /** @description Ignored. It is accepted so that a rule can be sent as it was read. */
            rule_id?: string;
            /**
             * @description The gateway that gets the payment.
             * @example cardgateway-a
             */
            gatewayType?: string;
        };
        WalletTokenAnswer: {
            /**
             * @description The id of the token. It is not the value with which you charge.
             * @example tok_01KAB3X4Y5Z6
             */
            _id: string;
            /**
             * @description What this object is.
             * @enum {string}
             */
            object_name: "wallet_token";
            /**
             * @description The wallet.
             * @example walletprovider
             */
            wallet_type: string;
            /**
             * @description `suspended` after 3 consecutive declines for which no retry can help; `revoked` by you or by a newer token. Neither can be charged.
             * @enum {string}
             */
            state: "active" | "suspended" | "revoked";
            /**
             * @description The phone number of the wallet, masked.
             * @example ••••••••01
             */
            phone: string;
            /**
             * @description The store of the token.
             * @example st_01KAB3X4Y5Z6
             */
            store_id: string;
            /**
             * @description The mode of the token.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * @description The account of the store.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * Format: date-time
             * @description When its setup was started.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
        };
        WalletTokenAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WalletTokenAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        /** @description Success envelope; `data` is the result of the operation. */
        ShipmentSuccess: {
            /**
             * @description The HTTP status as text.
             * @example 200
             */
            code: string;
            /**
             * @description Always `Success`.
             * @example Success
             * @constant
             */
            status: "Success";
            /**
             * @description What happened, for a developer.
             * @example Shipment created
             */
            message: string;
            /**
             * @description The result of the operation.
             * @example {}
             */
            data: Record<string, never>;
        };
        /** @description Error envelope of the shipment API. */
        ShipmentError: {
            /**
             * @description The HTTP status as text.
             * @example 400
             */
            errorCode: string;
            /**
             * @description For a developer: it names the field, the rule and what to do.
             * @example shipToInfo.phone must be a valid phone number, best as +966501234567.
             */
            errorMessage: string;
            /**
             * @description Always `Error`.
             * @example Error
             * @constant
             */
            errorStatus: "Error";
            /**
             * @description For the person who uses the client: English or Arabic, by `Accept-Language`.
             * @example The phone number is not valid.
             */
            userMessage: string;
            /**
             * @description All violations at once.
             * @example [
             *       {
             *         "code": "PHONE_INVALID",
             *         "field": "shipToInfo.phone",
             *         "message": "shipToInfo.phone must be a valid phone number, best as +966501234567.",
             *         "request_id": "6f1a8c1e-2f5b-4d0e-9a38-1c5f1f0d7a11"
             *       }
             *     ]
             */
            details: {
                /**
                 * @description For a program.
                 * @example PHONE_INVALID
                 */
                code: string;
                /**
                 * @description The field, parameter or header at fault; null when there is none.
                 * @example shipToInfo.phone
                 */
                field: string | null;
                /**
                 * @description The rule of this field.
                 * @example shipToInfo.phone must be a valid phone number, best as +966501234567.
                 */
                message: string;
                /**
                 * @description Finds the request in the logs.
                 * @example 6f1a8c1e-2f5b-4d0e-9a38-1c5f1f0d7a11
                 */
                request_id: string;
            }[];
        };
        AwbAnswer: {
            /**
             * Format: uri
             * @description The label as PDF. Every holder of the address can open it until `expiresAt`, without a token.
             * @example https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.pdf?package=0&expires=1795426200&signature=LEc6
             */
            awbUrl: string;
            /**
             * @description The courier's waybill number.
             * @example SBX0000012345
             */
            awb: string;
            /**
             * @description How many packages the shipment has.
             * @example 1
             */
            packages: number;
            /**
             * Format: date-time
             * @description When the addresses expire: 24 hours from now.
             * @example 2026-11-23T09:30:00.000Z
             */
            expiresAt: string;
            /** @description The same label in other formats. */
            formats: components["schemas"]["AwbFormats"];
        };
        AwbFormats: {
            /**
             * Format: uri
             * @description PDF with one page for each package.
             * @example https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.pdf?package=0&expires=1795426200&signature=LEc6
             */
            pdf: string;
            /**
             * Format: uri
             * @description ZPL for label printers, all packages.
             * @example https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.zpl?package=0&expires=1795426200&signature=LEc6
             */
            zpl: string;
            /**
             * @description PNG, one file for each package.
             * @example [
             *       "https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.png?package=1&expires=1795426200&signature=LEc6"
             *     ]
             */
            png: string[];
        };
        BookingRetryAnswer: {
            /**
             * @description `true`: the courier is asked again, and an event reports the result. `false`: nothing changed.
             * @example true
             */
            retried: boolean;
            /**
             * @description The state of the shipment after this request.
             * @example PENDING
             * @enum {string}
             */
            shipmentStatus: "PENDING" | "BOOKING_FAILED" | "BOOKED" | "READY_FOR_PICKUP" | "PICKUP_FAILED" | "CANCEL_REQUESTED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "AVAILABLE_FOR_PICKUP" | "DELIVERY_FAILED" | "ON_HOLD" | "RETURN_TO_ORIGIN" | "DELIVERED" | "CANCELLED" | "CANCELLED_BY_COURIER" | "RETURNED" | "LOST";
        };
        ChangeCourierBody: {
            /**
             * @description `false` takes the courier from new shipments of the company; those under way keep it.
             * @example false
             */
            enabled: boolean;
        };
        CouriersAnswer: {
            /**
             * @description The ids of the couriers. A shipment that names none goes to the first.
             * @example [
             *       "sandbox-express",
             *       "sandbox-economy"
             *     ]
             */
            couriers: string[];
        };
        CreateReturnBody: {
            /**
             * @description Your reference, unique in the company: a second shipment with it is refused with 409 `REFERENCE_DUPLICATE`.
             * @example order-1001
             */
            referenceNumber: string;
            /**
             * @description A courier of `GET /oe/aggtr/api/v1/shipments/couriers`. Left out: the first of them.
             * @example sandbox-express
             */
            courierId?: string | null;
            /**
             * @description The courier's service.
             * @example NEXT_DAY
             */
            serviceCode?: string | null;
            /**
             * @description Nothing is collected for a return, so only `PREPAID`, the default, is possible.
             * @example PREPAID
             */
            paymentMode?: ("PREPAID" | "COD") | null;
            /**
             * @description The currency of all amounts: ISO 4217, three capitals.
             * @example SAR
             */
            currency: string;
            /**
             * @description Nothing is collected for a return: 0, or left out.
             * @example 0
             */
            codAmount?: number | string | null;
            /** @description The receiver. */
            shipToInfo: components["schemas"]["ShipmentReceiver"];
            /** @description The sender, usually your warehouse. */
            shipFromInfo: components["schemas"]["ShipmentSender"];
            /** @description The packages, 1 to 250. Each has its own label. */
            packagesInfo: components["schemas"]["ShipmentPackage"][];
            /** @description What the order costs. Required with COD and across a border. The sums must be exact. */
            pricing?: components["schemas"]["ShipmentPricing"] | null;
            /**
             * @description Who pays the duties: the receiver (`DAP`) or you (`DDP`). Required across a border.
             * @example DAP
             */
            incoterm?: ("DAP" | "DDP") | null;
            /** @description The declaration for customs. Required across a border. */
            customs?: components["schemas"]["ShipmentCustoms"] | null;
            /**
             * @description The insured amount, in major units.
             * @example 90.00
             */
            insuranceAmount?: number | string | null;
            /**
             * @description What the driver should know, at most 1000 characters.
             * @example الاتصال قبل التسليم
             */
            instructions?: string | null;
            /**
             * @description Any JSON of yours, at most 16384 bytes. It is answered as it was sent.
             * @example {
             *       "channel": "app"
             *     }
             */
            metadata?: unknown | null;
            /**
             * @description Always `RETURN`.
             * @example RETURN
             * @enum {string}
             */
            shipmentType: "RETURN";
        };
        CreateShipmentBody: {
            /**
             * @description Your reference, unique in the company: a second shipment with it is refused with 409 `REFERENCE_DUPLICATE`.
             * @example order-1001
             */
            referenceNumber: string;
            /**
             * @description A courier of `GET /oe/aggtr/api/v1/shipments/couriers`. Left out: the first of them.
             * @example sandbox-express
             */
            courierId?: string | null;
            /**
             * @description The courier's service.
             * @example NEXT_DAY
             */
            serviceCode?: string | null;
            /**
             * @description `COD`: the driver collects `codAmount` in cash. Default `PREPAID`.
             * @example COD
             */
            paymentMode?: ("PREPAID" | "COD") | null;
            /**
             * @description The currency of all amounts: ISO 4217, three capitals.
             * @example SAR
             */
            currency: string;
            /**
             * @description What the driver collects, in major units: more than 0 and at most `pricing.totalAmount`. Required with COD, and not allowed without it.
             * @example 126.50
             */
            codAmount?: number | string | null;
            /** @description The receiver. */
            shipToInfo: components["schemas"]["ShipmentReceiver"];
            /** @description The sender, usually your warehouse. */
            shipFromInfo: components["schemas"]["ShipmentSender"];
            /** @description The packages, 1 to 250. Each has its own label. */
            packagesInfo: components["schemas"]["ShipmentPackage"][];
            /** @description What the order costs. Required with COD and across a border. The sums must be exact. */
            pricing?: components["schemas"]["ShipmentPricing"] | null;
            /**
             * @description Who pays the duties: the receiver (`DAP`) or you (`DDP`). Required across a border.
             * @example DAP
             */
            incoterm?: ("DAP" | "DDP") | null;
            /** @description The declaration for customs. Required across a border. */
            customs?: components["schemas"]["ShipmentCustoms"] | null;
            /**
             * @description The insured amount, in major units.
             * @example 90.00
             */
            insuranceAmount?: number | string | null;
            /**
             * @description What the driver should know, at most 1000 characters.
             * @example الاتصال قبل التسليم
             */
            instructions?: string | null;
            /**
             * @description Any JSON of yours, at most 16384 bytes. It is answered as it was sent.
             * @example {
             *       "channel": "app"
             *     }
             */
            metadata?: unknown | null;
            /**
             * @description As the countries of the two parties say. Left out: it follows from them.
             * @example DOMESTIC
             */
            shipmentType?: ("DOMESTIC" | "INTERNATIONAL") | null;
        };
        ProofOfDelivery: {
            /**
             * @description The name of the person who signed.
             * @example نورة
             */
            signedBy: string;
        };
        ScanLocation: {
            /**
             * @description The city.
             * @example Riyadh
             */
            city: string | null;
            /**
             * @description The country: ISO 3166.
             * @example SA
             */
            countryCode: string | null;
        };
        ShipmentAnswer: {
            /**
             * @description The id of the shipment.
             * @example shp_01KAB3X4Y5Z6
             */
            shipmentId: string;
            /**
             * @description The state of the shipment.
             * @example IN_TRANSIT
             * @enum {string}
             */
            shipmentStatus: "PENDING" | "BOOKING_FAILED" | "BOOKED" | "READY_FOR_PICKUP" | "PICKUP_FAILED" | "CANCEL_REQUESTED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "AVAILABLE_FOR_PICKUP" | "DELIVERY_FAILED" | "ON_HOLD" | "RETURN_TO_ORIGIN" | "DELIVERED" | "CANCELLED" | "CANCELLED_BY_COURIER" | "RETURNED" | "LOST";
            /**
             * @description Your reference.
             * @example order-1001
             */
            referenceNumber: string;
            /**
             * @description What kind of shipment it is.
             * @example DOMESTIC
             * @enum {string}
             */
            shipmentType: "DOMESTIC" | "INTERNATIONAL" | "RETURN";
            /**
             * @description The courier.
             * @example sandbox-express
             */
            courierId: string;
            /**
             * @description The courier's waybill number; null until the courier has booked the shipment.
             * @example SBX0000012345
             */
            awb: string | null;
            /**
             * @description Of a return: the shipment that comes back. Null otherwise.
             * @example null
             */
            originalShipmentId: string | null;
            /**
             * @description Whether you asked to cancel it and the courier has not agreed yet.
             * @example false
             */
            cancelRequested: boolean;
            /**
             * @description The currency of its amounts.
             * @example SAR
             */
            currency: string;
            /**
             * @description What the driver collects, in major units; 0 without COD.
             * @example 126.5
             */
            codAmount: number;
            /**
             * @description What the driver has collected, in major units; null until the courier reports it.
             * @example null
             */
            codCollected: number | null;
            /**
             * @description What a person must check: `SCAN_AFTER_CANCEL` (a scan of a cancelled shipment), `SCAN_WITHOUT_WAY` (a scan that does not follow from the state before), `CANCEL_CONFIRMED_AFTER_PICKUP`, `SECOND_WAYBILL`, `BOOKED_AFTER_END` and `COURIER_SILENT` (no answer for about 10 minutes). `clear-alarms` removes them.
             * @example []
             */
            alarms: ("SCAN_AFTER_CANCEL" | "SCAN_WITHOUT_WAY" | "CANCEL_CONFIRMED_AFTER_PICKUP" | "SECOND_WAYBILL" | "BOOKED_AFTER_END" | "COURIER_SILENT")[];
            /**
             * @description Your `metadata` as it was sent; `{}` when there is none.
             * @example {
             *       "channel": "app"
             *     }
             */
            metadata: unknown;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its state last changed.
             * @example 2026-11-22T11:05:00.000Z
             */
            updatedAt: string;
        };
        ShipmentAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["ShipmentAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        ShipmentCreatedAnswer: {
            /**
             * @description The id of the new shipment.
             * @example shp_01KAB3X4Y5Z6
             */
            shipmentId: string;
            /** @description What a courier may reject, only when there is something. The shipment is created all the same. */
            warnings?: components["schemas"]["ShipmentWarning"][];
        };
        ShipmentCustoms: {
            /**
             * @description What kind of goods it is.
             * @example MERCHANDISE
             */
            contentType: string;
            /**
             * @description Why the goods leave the country.
             * @example SALE
             */
            reasonForExport?: string | null;
            /**
             * @description The number of the invoice.
             * @example INV-1002
             */
            invoiceNumber: string;
            /**
             * @description The date of the invoice.
             * @example 2026-11-21
             */
            invoiceDate?: string | null;
            /**
             * @description The Import One-Stop Shop number of the European Union: IM and 10 digits.
             * @example IM0123456789
             */
            iossNumber?: string | null;
            /**
             * @description The EORI number of the exporter.
             * @example DE123456789012345
             */
            eoriNumber?: string | null;
            /**
             * @description The VAT number of the exporter.
             * @example 300000000000003
             */
            vatNumber?: string | null;
        };
        ShipmentEmptyAnswer: Record<string, never>;
        ShipmentHistoryEntry: {
            /**
             * @description The id of the entry.
             * @example 4711
             */
            eventId: string;
            /**
             * @description The state that it reports.
             * @example IN_TRANSIT
             * @enum {string}
             */
            status: "PENDING" | "BOOKING_FAILED" | "BOOKED" | "READY_FOR_PICKUP" | "PICKUP_FAILED" | "CANCEL_REQUESTED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "AVAILABLE_FOR_PICKUP" | "DELIVERY_FAILED" | "ON_HOLD" | "RETURN_TO_ORIGIN" | "DELIVERED" | "CANCELLED" | "CANCELLED_BY_COURIER" | "RETURNED" | "LOST";
            /**
             * @description Where it comes from: a call of the courier (`webhook`), our question (`poll`), its answer to a booking or cancellation (`courier`), you (`merchant`), or later scans that prove it (`inferred`).
             * @example webhook
             * @enum {string}
             */
            source: "webhook" | "poll" | "courier" | "merchant" | "inferred";
            /**
             * @description Why, for instance of a failed delivery.
             * @example NOT_HOME
             */
            reasonCode: string | null;
            /**
             * @description The courier's own code of the scan.
             * @example DEX08
             */
            courierStatusCode: string | null;
            /**
             * @description The courier's own words.
             * @example Customer not home
             */
            description: string | null;
            /**
             * @description The courier's own words in Arabic.
             * @example العميل غير موجود
             */
            descriptionAr: string | null;
            /** @description Where it happened; null when the courier does not say. */
            location: components["schemas"]["ScanLocation"] | null;
            /**
             * Format: date-time
             * @description When it happened, by the courier's clock.
             * @example 2026-11-22T09:30:00.000Z
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When we learned of it.
             * @example 2026-11-22T09:30:02.000Z
             */
            receivedAt: string;
            /**
             * @description The package, counted from 1; null: the whole shipment.
             * @example 1
             */
            packageNumber: number | null;
            /** @description Of a delivery: who took it. */
            proofOfDelivery: components["schemas"]["ProofOfDelivery"] | null;
            /**
             * @description The cash that the driver collected, in major units; null when the scan reports none.
             * @example null
             */
            codCollected: number | null;
        };
        ShipmentItem: {
            /**
             * @description Your article number. It identifies the item in a return; without it the name does.
             * @example SHIRT-M
             */
            sku?: string | null;
            /**
             * @description What it is.
             * @example قميص قطني
             */
            name: string;
            /**
             * @description How many pieces, 1 to 1000000.
             * @example 2
             */
            quantity: number | string;
            /**
             * @description The price of one piece before discount and tax, in major units.
             * @example 50.00
             */
            unitPrice: number | string;
            /**
             * @description What is taken off this line, in major units.
             * @example 10.00
             */
            discountAmount?: number | string | null;
            /**
             * @description The rate of the tax in percent, with at most 4 decimals.
             * @example 15
             */
            taxRate?: number | string | null;
            /**
             * @description The tax of this line after its discount, in major units. With `taxRate` it must follow from it.
             * @example 13.50
             */
            taxAmount?: number | string | null;
            /**
             * @description The customs tariff code: 6 to 12 digits. Across a border it is required, to a Gulf state with 12.
             * @example 610910000000
             */
            hsCode?: string | null;
            /**
             * @description Where it was made: ISO 3166. Required across a border.
             * @example SA
             */
            originCountry?: string | null;
            /**
             * @description The weight of one piece in kg, with at most 3 decimals.
             * @example 0.25
             */
            unitWeight?: number | string | null;
        };
        ShipmentPackage: {
            /**
             * @description Your reference of this package. A return that names it takes its pieces from this package.
             * @example box-1
             */
            packageReference?: string | null;
            /**
             * @description The weight in kg, more than 0, with at most 3 decimals.
             * @example 1.25
             */
            weight: number | string;
            /**
             * @description The length in cm, with at most 1 decimal. With `width` and `height`.
             * @example 30
             */
            length?: number | string | null;
            /**
             * @description The width in cm, with at most 1 decimal.
             * @example 20
             */
            width?: number | string | null;
            /**
             * @description The height in cm, with at most 1 decimal.
             * @example 10
             */
            height?: number | string | null;
            /**
             * @description What is in the package, for the label.
             * @example قمصان قطنية
             */
            description: string;
            /**
             * @description The value for customs, in major units. Required across a border.
             * @example 90.00
             */
            declaredValue?: number | string | null;
            /** @description The goods in the package. Customs need them across a border, and a return names them. */
            items?: components["schemas"]["ShipmentItem"][] | null;
        };
        ShipmentPricing: {
            /**
             * @description The sum of quantity × unitPrice, in major units.
             * @example 100.00
             */
            subTotal: number | string;
            /**
             * @description All that is taken off, in major units: the lines' own discounts and the order's.
             * @example 10.00
             */
            discountAmount?: number | string | null;
            /**
             * @description The tax after discount, in major units, rounded once for the document or line by line. Left out: it follows from the items' rates.
             * @example 13.50
             */
            taxAmount?: number | string | null;
            /**
             * @description The price of shipping, in major units.
             * @example 23.00
             */
            shippingAmount?: number | string | null;
            /**
             * @description subTotal − discountAmount + taxAmount + shippingAmount, exact to the minor unit.
             * @example 126.50
             */
            totalAmount: number | string;
        };
        ShipmentReceiver: {
            /**
             * @description The name of the person, as the label shows it.
             * @example نورة عبد الله القحطاني
             */
            name: string;
            /**
             * @description The country of the address: ISO 3166, two capitals.
             * @example SA
             */
            countryCode: string;
            /**
             * @description The company, if it differs from `name`.
             * @example متجر قافلة
             */
            companyName?: string | null;
            /**
             * @description The phone number that the driver calls: E.164, or as dialled in the receiver's own country. With cash on delivery it must be a mobile number.
             * @example +966501234567
             */
            phone: string;
            /**
             * @description A second phone number.
             * @example +966551234567
             */
            alternatePhone?: string | null;
            /**
             * @description The e-mail address.
             * @example customer@shop.example
             */
            email?: string | null;
            /**
             * @description The street.
             * @example طريق الملك فهد
             */
            addressLine1: string;
            /**
             * @description Floor, flat or what else a driver needs.
             * @example الدور 3، شقة 12
             */
            addressLine2?: string | null;
            /**
             * @description The district of the city.
             * @example العليا
             */
            district?: string | null;
            /**
             * @description The city.
             * @example الرياض
             */
            city: string;
            /**
             * @description The province or state.
             * @example منطقة الرياض
             */
            province?: string | null;
            /**
             * @description The postal code. Its form is checked if the country has one.
             * @example 12333
             */
            postalCode?: string | null;
            /**
             * @description The short form of the National Address: 4 letters and 4 digits. An address in Saudi Arabia needs it, or `buildingNumber`, `addressLine1`, `district`, `postalCode` and `city`.
             * @example RRRD2929
             */
            shortAddress?: string | null;
            /**
             * @description The building number: 4 digits.
             * @example 2929
             */
            buildingNumber?: string | null;
            /**
             * @description The additional number: 4 digits.
             * @example 8118
             */
            additionalNumber?: string | null;
            /**
             * @description The latitude in degrees, -90 to 90.
             * @example 24.7136
             */
            latitude?: number | string | null;
            /**
             * @description The longitude in degrees, -180 to 180.
             * @example 46.6753
             */
            longitude?: number | string | null;
            /**
             * @description The tax number, for customs.
             * @example 300000000000003
             */
            taxId?: string | null;
        };
        ShipmentSender: {
            /**
             * @description The name of the person, as the label shows it.
             * @example نورة عبد الله القحطاني
             */
            name: string;
            /**
             * @description The country of the address: ISO 3166, two capitals.
             * @example SA
             */
            countryCode: string;
            /**
             * @description The company, if it differs from `name`.
             * @example متجر قافلة
             */
            companyName?: string | null;
            /**
             * @description The phone number: E.164, or as dialled in the party's own country.
             * @example +966501234567
             */
            phone: string;
            /**
             * @description A second phone number.
             * @example +966551234567
             */
            alternatePhone?: string | null;
            /**
             * @description The e-mail address.
             * @example customer@shop.example
             */
            email?: string | null;
            /**
             * @description The street.
             * @example طريق الملك فهد
             */
            addressLine1: string;
            /**
             * @description Floor, flat or what else a driver needs.
             * @example الدور 3، شقة 12
             */
            addressLine2?: string | null;
            /**
             * @description The district of the city.
             * @example العليا
             */
            district?: string | null;
            /**
             * @description The city.
             * @example الرياض
             */
            city: string;
            /**
             * @description The province or state.
             * @example منطقة الرياض
             */
            province?: string | null;
            /**
             * @description The postal code. Its form is checked if the country has one.
             * @example 12333
             */
            postalCode?: string | null;
            /**
             * @description The short form of the National Address: 4 letters and 4 digits. An address in Saudi Arabia needs it, or `buildingNumber`, `addressLine1`, `district`, `postalCode` and `city`.
             * @example RRRD2929
             */
            shortAddress?: string | null;
            /**
             * @description The building number: 4 digits.
             * @example 2929
             */
            buildingNumber?: string | null;
            /**
             * @description The additional number: 4 digits.
             * @example 8118
             */
            additionalNumber?: string | null;
            /**
             * @description The latitude in degrees, -90 to 90.
             * @example 24.7136
             */
            latitude?: number | string | null;
            /**
             * @description The longitude in degrees, -180 to 180.
             * @example 46.6753
             */
            longitude?: number | string | null;
            /**
             * @description The tax number, for customs.
             * @example 300000000000003
             */
            taxId?: string | null;
        };
        ShipmentWarning: {
            /**
             * @description `PHONE_NOT_MOBILE`: the receiver's phone is a landline. `POSTCODE_MISSING`: across a border, in a country with postal codes. `NATIONAL_ADDRESS_MISSING`: of a Saudi address. `VOLUMETRIC_WEIGHT`: a package weighs less than its length × width × height in cm³ ÷ 5000.
             * @example PHONE_NOT_MOBILE
             * @enum {string}
             */
            code: "PHONE_NOT_MOBILE" | "POSTCODE_MISSING" | "NATIONAL_ADDRESS_MISSING" | "VOLUMETRIC_WEIGHT";
            /**
             * @description The field of the body.
             * @example shipToInfo.phone
             */
            field: string;
            /**
             * @description What may go wrong.
             * @example shipToInfo.phone is a landline: the courier cannot send text messages to it.
             */
            message: string;
        };
        TrackingAnswer: {
            /**
             * @description The id of the shipment.
             * @example shp_01KAB3X4Y5Z6
             */
            shipmentId: string;
            /**
             * @description The state of the shipment.
             * @example IN_TRANSIT
             * @enum {string}
             */
            shipmentStatus: "PENDING" | "BOOKING_FAILED" | "BOOKED" | "READY_FOR_PICKUP" | "PICKUP_FAILED" | "CANCEL_REQUESTED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "AVAILABLE_FOR_PICKUP" | "DELIVERY_FAILED" | "ON_HOLD" | "RETURN_TO_ORIGIN" | "DELIVERED" | "CANCELLED" | "CANCELLED_BY_COURIER" | "RETURNED" | "LOST";
            /**
             * @description Your reference.
             * @example order-1001
             */
            referenceNumber: string;
            /**
             * @description What kind of shipment it is.
             * @example DOMESTIC
             * @enum {string}
             */
            shipmentType: "DOMESTIC" | "INTERNATIONAL" | "RETURN";
            /**
             * @description The courier.
             * @example sandbox-express
             */
            courierId: string;
            /**
             * @description The courier's waybill number; null until the courier has booked the shipment.
             * @example SBX0000012345
             */
            awb: string | null;
            /**
             * @description Of a return: the shipment that comes back. Null otherwise.
             * @example null
             */
            originalShipmentId: string | null;
            /**
             * @description Whether you asked to cancel it and the courier has not agreed yet.
             * @example false
             */
            cancelRequested: boolean;
            /**
             * @description The currency of its amounts.
             * @example SAR
             */
            currency: string;
            /**
             * @description What the driver collects, in major units; 0 without COD.
             * @example 126.5
             */
            codAmount: number;
            /**
             * @description What the driver has collected, in major units; null until the courier reports it.
             * @example null
             */
            codCollected: number | null;
            /**
             * @description What a person must check: `SCAN_AFTER_CANCEL` (a scan of a cancelled shipment), `SCAN_WITHOUT_WAY` (a scan that does not follow from the state before), `CANCEL_CONFIRMED_AFTER_PICKUP`, `SECOND_WAYBILL`, `BOOKED_AFTER_END` and `COURIER_SILENT` (no answer for about 10 minutes). `clear-alarms` removes them.
             * @example []
             */
            alarms: ("SCAN_AFTER_CANCEL" | "SCAN_WITHOUT_WAY" | "CANCEL_CONFIRMED_AFTER_PICKUP" | "SECOND_WAYBILL" | "BOOKED_AFTER_END" | "COURIER_SILENT")[];
            /**
             * @description Your `metadata` as it was sent; `{}` when there is none.
             * @example {
             *       "channel": "app"
             *     }
             */
            metadata: unknown;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its state last changed.
             * @example 2026-11-22T11:05:00.000Z
             */
            updatedAt: string;
            /** @description What happened by the courier's time, oldest first: at most the newest 1000. */
            history: components["schemas"]["ShipmentHistoryEntry"][];
        };
        CreatedWebhookEndpointAnswer: {
            /**
             * @description The id of the endpoint.
             * @example ep_5Yy0bDqO6hH1aWc2
             */
            id: string;
            /**
             * @description Where webhooks are sent.
             * @example https://hooks.example.com/qafila
             */
            url: string;
            /**
             * @description Your note about the endpoint; empty when there is none.
             * @example Orders of the shop in Riyadh
             */
            description: string;
            /**
             * @description What the endpoint subscribes to.
             * @example [
             *       "shipment.*",
             *       "meter.created"
             *     ]
             */
            event_types: string[];
            /**
             * @description Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters.
             * @example [
             *       {
             *         "path": "$.customer.country",
             *         "in": [
             *           "SA",
             *           "AE"
             *         ]
             *       }
             *     ]
             */
            filters: components["schemas"]["WebhookFilter"][];
            /**
             * @description `paused`: events are numbered and wait. `disabled`: nothing is sent, and what waits becomes dead letters.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** @description Why the endpoint is disabled: `gone` (it answered 410), `failing` (five days without a success) or `paused_too_long` (until the end of retention); null otherwise. */
            status_reason: string | null;
            /**
             * @description `key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits.
             * @example none
             * @enum {string}
             */
            ordering: "none" | "key";
            /**
             * @description The most requests in a second; null: no bound.
             * @example 50
             */
            rate_limit_per_second: number | null;
            /**
             * @description The most requests at the same time.
             * @example 32
             */
            concurrency_max: number;
            /**
             * @description The names of your custom headers, in lower case. Their values are never shown.
             * @example [
             *       "authorization"
             *     ]
             */
            header_names: string[];
            /**
             * @description The account of the endpoint.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store of the endpoint.
             * @example str_9c2e46805f1d7a3b
             */
            store_id: string;
            /**
             * @description The mode of the endpoint.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the endpoint was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description The secret that signs (HMAC-SHA256). Keep it safe.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description The public key of the ed25519 pair; null without `ed25519: true`.
             * @example whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A=
             */
            public_key: string | null;
        };
        CreateEventTypeBody: {
            /**
             * @description The name of the type: `custom.` and words of lower-case letters, digits, `_` and `-`, separated by dots. The first words are families: `custom.order.shipped` is in `custom.order.*` and `custom.*`.
             * @example custom.order.shipped
             */
            name: string;
            /**
             * @description When such an event occurs, for the readers of the list.
             * @example An order left the warehouse.
             */
            description?: string;
            /**
             * @description The JSON Schema (2020-12) of the body. Without `pattern`, `$ref` and combinations (`anyOf` …). At most 16,384 bytes and 16 schemas deep.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "order": {
             *           "type": "string"
             *         },
             *         "lines": {
             *           "type": "integer",
             *           "minimum": 1
             *         }
             *       },
             *       "required": [
             *         "order"
             *       ]
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description A body that matches the schema. Test events send it.
             * @example {
             *       "order": "A-1001",
             *       "lines": 2
             *     }
             */
            sample: {
                [key: string]: unknown;
            };
        };
        CreateWebhookEndpointBody: {
            /**
             * @description Your note about the endpoint.
             * @example Orders of the shop in Riyadh
             */
            description?: string;
            /**
             * @description Headers that are sent with each delivery, such as a token: at most 20, together 4,096 bytes. They are stored encrypted. An update replaces all of them; an empty object removes them.
             * @example {
             *       "authorization": "Bearer your-token"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters. Left out: none. An update replaces all of them; an empty array removes them. They decide about events from now on.
             * @example [
             *       {
             *         "path": "$.customer.country",
             *         "in": [
             *           "SA",
             *           "AE"
             *         ]
             *       }
             *     ]
             */
            filters?: components["schemas"]["WebhookFilter"][];
            /**
             * @description `key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits. Default `none`.
             * @example none
             * @enum {string}
             */
            ordering?: "none" | "key";
            /**
             * @description The most requests in a second. Null or left out: no bound; the dispatcher finds out how much your server takes.
             * @example 50
             */
            rate_limit_per_second?: number | null;
            /**
             * @description The most requests at the same time. Default 64, unless the operator sets another default.
             * @example 32
             */
            concurrency_max?: number;
            /**
             * Format: uri
             * @description Where webhooks are sent by POST: `https`, in stage also `http`. Without credentials and fragment, and not an address inside a private network. At most 2,048 characters.
             * @example https://hooks.example.com/qafila
             */
            url: string;
            /**
             * @description What the endpoint subscribes to: `*`, names, or families such as `meter.*`. Events named `webhook.…` need their name or `webhook.*`.
             * @example [
             *       "shipment.*",
             *       "meter.created"
             *     ]
             */
            event_types: string[];
            /**
             * @description The secret that signs: `whsec_` and the base64 of 24 to 64 bytes. Left out: one is generated.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
            /**
             * @description True: an ed25519 key pair signs too (`v1a`); the answer contains its `public_key`.
             * @example false
             */
            ed25519?: boolean;
        };
        CreateWebhookReplayBody: {
            /**
             * @description Only events from this moment on, by the event's own time. A date begins at midnight UTC.
             * @example 2026-11-01T00:00:00Z
             */
            from: string;
            /**
             * @description Only events before this moment, by the event's own time. A date begins at midnight UTC.
             * @example 2026-11-02T00:00:00Z
             */
            to: string;
            /**
             * @description Only events of these types: names, or families such as `meter.*`.
             * @example [
             *       "meter.*"
             *     ]
             */
            event_types?: string[];
            /**
             * @description `all`: every delivery, in any state. `failed`: the dead letters. `missing`: events that never became a delivery of this endpoint, under new numbers. Default `all`.
             * @example all
             * @enum {string}
             */
            status?: "all" | "failed" | "missing";
            /**
             * @description The most deliveries in a second. Default 100.
             * @example 100
             */
            rate_per_second?: number;
            /**
             * @description True: only counts, and nothing is created.
             * @example false
             */
            dry_run?: boolean;
        };
        DeadWebhookDelivery: {
            /**
             * @description `exhausted`: the schedule was used up. `endpoint_disabled`: nothing is sent to the endpoint.
             * @enum {string}
             */
            reason: "exhausted" | "endpoint_disabled";
            /**
             * Format: date-time
             * @description When it became a dead letter.
             * @example 2026-11-22T09:30:00.000Z
             */
            died_at: string;
        };
        DeletedEventTypeAnswer: {
            /**
             * @description The name of the deleted type.
             * @example custom.order.shipped
             */
            name: string;
        };
        DeletedWebhookEndpointAnswer: {
            /**
             * @description The id of the deleted endpoint.
             * @example ep_5Yy0bDqO6hH1aWc2
             */
            id: string;
        };
        ExpiredSequences: {
            /**
             * @description The first number of the range.
             * @example 1041
             */
            from: number;
            /**
             * @description The last number of the range.
             * @example 1041
             */
            to: number;
        };
        PreviousWebhookSecret: {
            /**
             * @description An earlier secret.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * Format: date-time
             * @description When it stops to sign.
             * @example 2026-11-22T09:30:00.000Z
             */
            expires_at: string;
        };
        PublishedEventAnswer: {
            /**
             * @description Your id of the event, unique in the store and mode. The same event sent again is published once; another event with this id is refused. An id is known until retention deletes its event (30 days).
             * @example order-1001-shipped
             */
            event_id: string;
            /**
             * @description The header `webhook-id` of its deliveries: the same in every attempt and for every endpoint.
             * @example evt_9f86d081884c7d659a2feaa0c55ad015
             */
            webhook_id: string;
            /**
             * @description The name of the type: `custom.` and words of lower-case letters, digits, `_` and `-`, separated by dots. The first words are families: `custom.order.shipped` is in `custom.order.*` and `custom.*`.
             * @example custom.order.shipped
             */
            type: string;
            /**
             * @description True: the event was published before, and is not published again.
             * @example false
             */
            duplicate: boolean;
        };
        PublishEventBody: {
            /**
             * @description Your id of the event, unique in the store and mode. The same event sent again is published once; another event with this id is refused. An id is known until retention deletes its event (30 days).
             * @example order-1001-shipped
             */
            event_id: string;
            /**
             * @description The name of a type that is registered.
             * @example custom.order.shipped
             */
            type: string;
            /**
             * @description The body of the webhook. It matches the schema of the type and has at most 32,768 bytes.
             * @example {
             *       "order": "A-1001",
             *       "lines": 2
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description What the event is about, such as an order: endpoints with `ordering: key` get the events of one key in order. Left out: the event has a key of its own.
             * @example order-1001
             */
            key?: string;
        };
        RedrivenWebhooksAnswer: {
            /**
             * @description Whether it was only counted.
             * @example false
             */
            dry_run: boolean;
            /**
             * @description How many dead letters are sent again.
             * @example 12
             */
            count: number;
            /**
             * @description True: the request reached its limit. Send it again, or start a replay with `status: failed`.
             * @example false
             */
            more: boolean;
        };
        RedriveWebhooksBody: {
            /**
             * @description Only events of these types: names, or families such as `meter.*`.
             * @example [
             *       "meter.*"
             *     ]
             */
            event_types?: string[];
            /**
             * @description Only events from this moment on, by the event's own time. A date begins at midnight UTC.
             * @example 2026-11-01T00:00:00Z
             */
            from?: string;
            /**
             * @description Only events before this moment, by the event's own time. A date begins at midnight UTC.
             * @example 2026-11-02T00:00:00Z
             */
            to?: string;
            /**
             * @description True: only counts.
             * @example false
             */
            dry_run?: boolean;
        };
        ResentWebhookAnswer: {
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.
             * @example evt_01KAB3X4Y5Z6
             */
            webhook_id: string;
            /**
             * @description It waits for its next attempt.
             * @enum {string}
             */
            status: "pending";
        };
        RotateWebhookSecretBody: {
            /**
             * @description The secret that signs: `whsec_` and the base64 of 24 to 64 bytes. Left out: one is generated.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
            /**
             * @description Which secret is replaced. Default `hmac`. An ed25519 pair is always generated.
             * @example hmac
             * @enum {string}
             */
            kind?: "hmac" | "ed25519";
            /**
             * @description True when the old secret has leaked: it ends now, and not after 24 hours.
             * @example false
             */
            end_previous?: boolean;
        };
        TestWebhookAnswer: {
            /**
             * @description The id of the sample; it begins with `test_`.
             * @example test_6f1a8c1e
             */
            webhook_id: string;
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The type of the event.
             * @example meter.created
             */
            event_type: string;
            /**
             * @description The body of the webhook, byte for byte as it is sent.
             * @example {
             *       "id": "tokens",
             *       "name": "Generated tokens",
             *       "active": true,
             *       "aggregation_type": "sum",
             *       "aggregation_field": "tokens",
             *       "filters": {},
             *       "account_id": "5f1d7a3b9c2e4680",
             *       "store_id": "str_1",
             *       "mode": "stage",
             *       "createdAt": "2026-11-01T00:00:00.000Z",
             *       "updatedAt": "2026-11-01T00:00:00.000Z"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        TestWebhookBody: {
            /**
             * @description Any type of `GET /public/v1/webhook/event-types`. Left out: the first one that the endpoint subscribes to.
             * @example meter.created
             */
            event_type?: string;
        };
        UpdateEventTypeBody: {
            /**
             * @description When such an event occurs, for the readers of the list.
             * @example An order left the warehouse.
             */
            description?: string;
            /**
             * @description The JSON Schema (2020-12) of the body. Without `pattern`, `$ref` and combinations (`anyOf` …). At most 16,384 bytes and 16 schemas deep.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "order": {
             *           "type": "string"
             *         },
             *         "lines": {
             *           "type": "integer",
             *           "minimum": 1
             *         }
             *       },
             *       "required": [
             *         "order"
             *       ]
             *     }
             */
            schema?: {
                [key: string]: unknown;
            };
            /**
             * @description A body that matches the schema. Test events send it.
             * @example {
             *       "order": "A-1001",
             *       "lines": 2
             *     }
             */
            sample?: {
                [key: string]: unknown;
            };
        };
        UpdateWebhookEndpointBody: {
            /**
             * @description Your note about the endpoint.
             * @example Orders of the shop in Riyadh
             */
            description?: string;
            /**
             * @description Headers that are sent with each delivery, such as a token: at most 20, together 4,096 bytes. They are stored encrypted. An update replaces all of them; an empty object removes them.
             * @example {
             *       "authorization": "Bearer your-token"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters. Left out: none. An update replaces all of them; an empty array removes them. They decide about events from now on.
             * @example [
             *       {
             *         "path": "$.customer.country",
             *         "in": [
             *           "SA",
             *           "AE"
             *         ]
             *       }
             *     ]
             */
            filters?: components["schemas"]["WebhookFilter"][];
            /**
             * @description `key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits. Default `none`.
             * @example none
             * @enum {string}
             */
            ordering?: "none" | "key";
            /**
             * @description The most requests in a second. Null or left out: no bound; the dispatcher finds out how much your server takes.
             * @example 50
             */
            rate_limit_per_second?: number | null;
            /**
             * @description The most requests at the same time. Default 64, unless the operator sets another default.
             * @example 32
             */
            concurrency_max?: number;
            /**
             * Format: uri
             * @description Where webhooks are sent by POST: `https`, in stage also `http`. Without credentials and fragment, and not an address inside a private network. At most 2,048 characters.
             * @example https://hooks.example.com/qafila
             */
            url?: string;
            /**
             * @description What the endpoint subscribes to: `*`, names, or families such as `meter.*`. Events named `webhook.…` need their name or `webhook.*`.
             * @example [
             *       "shipment.*",
             *       "meter.created"
             *     ]
             */
            event_types?: string[];
            /**
             * @description The same as pause and resume.
             * @example enabled
             * @enum {string}
             */
            status?: "enabled" | "paused";
        };
        WebhookAttempt: {
            /**
             * @description The number of the attempt, from 1.
             * @example 1
             */
            attempt: number;
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-22T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description Until the complete answer, or until the attempt was given up, in milliseconds.
             * @example 84
             */
            latency_ms: number;
            /**
             * @description `gone`: your server answered 410. `interrupted`: our process ended before the result was known; the delivery is sent again.
             * @example delivered
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "gone" | "interrupted";
            /**
             * @description The HTTP status of your answer; null when there was no answer.
             * @example 200
             */
            status: number | null;
            /** @description Why the attempt failed; null when it succeeded. */
            error: string | null;
        };
        WebhookAttemptWithAnswer: {
            /**
             * @description The number of the attempt, from 1.
             * @example 1
             */
            attempt: number;
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-22T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description Until the complete answer, or until the attempt was given up, in milliseconds.
             * @example 84
             */
            latency_ms: number;
            /**
             * @description `gone`: your server answered 410. `interrupted`: our process ended before the result was known; the delivery is sent again.
             * @example delivered
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "gone" | "interrupted";
            /**
             * @description The HTTP status of your answer; null when there was no answer.
             * @example 200
             */
            status: number | null;
            /** @description Why the attempt failed; null when it succeeded. */
            error: string | null;
            /**
             * @description Why it was made. `interrupted`: an attempt before it was interrupted. `recovery`: the endpoint had recovered.
             * @enum {string}
             */
            cause: "first" | "retry" | "resend" | "redrive" | "replay" | "interrupted" | "recovery";
            /**
             * @description The first 4 KiB of your answer; null when there was no answer.
             * @example ok
             */
            excerpt: string | null;
        };
        WebhookDeadLetterAnswer: {
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.
             * @example evt_01KAB3X4Y5Z6
             */
            webhook_id: string;
            /**
             * @description The type of the event.
             * @example meter.created
             */
            event_type: string;
            /**
             * Format: date-time
             * @description When the event became true.
             * @example 2026-11-22T09:30:00.000Z
             */
            time: string;
            /**
             * @description How many attempts were made.
             * @example 10
             */
            attempts: number;
            /**
             * @description `exhausted`: the schedule was used up. `endpoint_disabled`: nothing is sent to the endpoint.
             * @enum {string}
             */
            reason: "exhausted" | "endpoint_disabled";
            /**
             * @description The HTTP status of your last answer; null when there was none.
             * @example 500
             */
            last_status: number | null;
            /**
             * @description Why the last attempt failed; null when there was none.
             * @example answered 500
             */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it became a dead letter.
             * @example 2026-11-22T09:30:00.000Z
             */
            died_at: string;
        };
        WebhookDeadLetterAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookDeadLetterAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        WebhookDeliveryAnswer: {
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.
             * @example evt_01KAB3X4Y5Z6
             */
            webhook_id: string;
            /**
             * @description The type of the event.
             * @example meter.created
             */
            event_type: string;
            /**
             * Format: date-time
             * @description When the event became true.
             * @example 2026-11-22T09:30:00.000Z
             */
            time: string;
            /**
             * Format: date-time
             * @description When the delivery was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description `pending`: an attempt is still to come. `dead`: no attempt comes by itself.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead";
            /**
             * Format: date-time
             * @description When the next attempt is due. Null when none is, and while the delivery waits for its turn or for an earlier one of its key.
             */
            next_attempt_at: string | null;
            /**
             * @description Why it is a dead letter; null when it is none.
             * @example null
             */
            dead: components["schemas"]["DeadWebhookDelivery"] | null;
            /**
             * @description How many attempts were made.
             * @example 1
             */
            attempts: number;
            /** @description The newest attempt; null before the first one. */
            last_attempt: components["schemas"]["WebhookAttempt"] | null;
        };
        WebhookDeliveryAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookDeliveryAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        WebhookDeliveryDetailAnswer: {
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.
             * @example evt_01KAB3X4Y5Z6
             */
            webhook_id: string;
            /**
             * @description The type of the event.
             * @example meter.created
             */
            event_type: string;
            /**
             * Format: date-time
             * @description When the event became true.
             * @example 2026-11-22T09:30:00.000Z
             */
            time: string;
            /**
             * Format: date-time
             * @description When the delivery was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description `pending`: an attempt is still to come. `dead`: no attempt comes by itself.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead";
            /**
             * Format: date-time
             * @description When the next attempt is due. Null when none is, and while the delivery waits for its turn or for an earlier one of its key.
             */
            next_attempt_at: string | null;
            /**
             * @description Why it is a dead letter; null when it is none.
             * @example null
             */
            dead: components["schemas"]["DeadWebhookDelivery"] | null;
            /**
             * @description How many attempts were made.
             * @example 1
             */
            attempt_count: number;
            /** @description The attempts, the oldest first; of more than 200 the newest ones. */
            attempts: components["schemas"]["WebhookAttemptWithAnswer"][];
            /**
             * @description The body of the webhook, byte for byte as it is sent.
             * @example {
             *       "id": "tokens",
             *       "name": "Generated tokens",
             *       "active": true,
             *       "aggregation_type": "sum",
             *       "aggregation_field": "tokens",
             *       "filters": {},
             *       "account_id": "5f1d7a3b9c2e4680",
             *       "store_id": "str_1",
             *       "mode": "stage",
             *       "createdAt": "2026-11-01T00:00:00.000Z",
             *       "updatedAt": "2026-11-01T00:00:00.000Z"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        WebhookEndpointAnswer: {
            /**
             * @description The id of the endpoint.
             * @example ep_5Yy0bDqO6hH1aWc2
             */
            id: string;
            /**
             * @description Where webhooks are sent.
             * @example https://hooks.example.com/qafila
             */
            url: string;
            /**
             * @description Your note about the endpoint; empty when there is none.
             * @example Orders of the shop in Riyadh
             */
            description: string;
            /**
             * @description What the endpoint subscribes to.
             * @example [
             *       "shipment.*",
             *       "meter.created"
             *     ]
             */
            event_types: string[];
            /**
             * @description Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters.
             * @example [
             *       {
             *         "path": "$.customer.country",
             *         "in": [
             *           "SA",
             *           "AE"
             *         ]
             *       }
             *     ]
             */
            filters: components["schemas"]["WebhookFilter"][];
            /**
             * @description `paused`: events are numbered and wait. `disabled`: nothing is sent, and what waits becomes dead letters.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** @description Why the endpoint is disabled: `gone` (it answered 410), `failing` (five days without a success) or `paused_too_long` (until the end of retention); null otherwise. */
            status_reason: string | null;
            /**
             * @description `key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits.
             * @example none
             * @enum {string}
             */
            ordering: "none" | "key";
            /**
             * @description The most requests in a second; null: no bound.
             * @example 50
             */
            rate_limit_per_second: number | null;
            /**
             * @description The most requests at the same time.
             * @example 32
             */
            concurrency_max: number;
            /**
             * @description The names of your custom headers, in lower case. Their values are never shown.
             * @example [
             *       "authorization"
             *     ]
             */
            header_names: string[];
            /**
             * @description The account of the endpoint.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store of the endpoint.
             * @example str_9c2e46805f1d7a3b
             */
            store_id: string;
            /**
             * @description The mode of the endpoint.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the endpoint was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
        };
        WebhookEndpointAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookEndpointAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        WebhookEndpointStateAnswer: {
            /**
             * @description The id of the endpoint.
             * @example ep_5Yy0bDqO6hH1aWc2
             */
            id: string;
            /**
             * @description Where webhooks are sent.
             * @example https://hooks.example.com/qafila
             */
            url: string;
            /**
             * @description Your note about the endpoint; empty when there is none.
             * @example Orders of the shop in Riyadh
             */
            description: string;
            /**
             * @description What the endpoint subscribes to.
             * @example [
             *       "shipment.*",
             *       "meter.created"
             *     ]
             */
            event_types: string[];
            /**
             * @description Conditions on the body: of the events in `event_types`, only those are sent that fulfil all filters.
             * @example [
             *       {
             *         "path": "$.customer.country",
             *         "in": [
             *           "SA",
             *           "AE"
             *         ]
             *       }
             *     ]
             */
            filters: components["schemas"]["WebhookFilter"][];
            /**
             * @description `paused`: events are numbered and wait. `disabled`: nothing is sent, and what waits becomes dead letters.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** @description Why the endpoint is disabled: `gone` (it answered 410), `failing` (five days without a success) or `paused_too_long` (until the end of retention); null otherwise. */
            status_reason: string | null;
            /**
             * @description `key`: later events of one meter, intent or shipment wait for the earlier one. `none`: nothing waits.
             * @example none
             * @enum {string}
             */
            ordering: "none" | "key";
            /**
             * @description The most requests in a second; null: no bound.
             * @example 50
             */
            rate_limit_per_second: number | null;
            /**
             * @description The most requests at the same time.
             * @example 32
             */
            concurrency_max: number;
            /**
             * @description The names of your custom headers, in lower case. Their values are never shown.
             * @example [
             *       "authorization"
             *     ]
             */
            header_names: string[];
            /**
             * @description The account of the endpoint.
             * @example 5f1d7a3b9c2e4680
             */
            account_id: string;
            /**
             * @description The store of the endpoint.
             * @example str_9c2e46805f1d7a3b
             */
            store_id: string;
            /**
             * @description The mode of the endpoint.
             * @enum {string}
             */
            mode: "stage" | "live";
            /**
             * Format: date-time
             * @description When the endpoint was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed.
             * @example 2026-11-22T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description The last number given to a delivery: a receiver that has all numbers up to it has every event.
             * @example 1042
             */
            last_sequence: number;
            /**
             * @description Deliveries that wait for an attempt. Exact up to 100,000.
             * @example 0
             */
            pending: number;
            /**
             * @description Dead letters. Counted up to 100,000.
             * @example 0
             */
            dead: number;
            /**
             * Format: date-time
             * @description Since when no attempt has succeeded; null while the endpoint is healthy.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When an attempt last succeeded; null when none has.
             * @example 2026-11-22T09:30:00.000Z
             */
            last_success_at: string | null;
        };
        WebhookEvent: {
            /**
             * @description The number of the delivery at this endpoint: 1, 2, 3 … without a gap (header `webhook-sequence`).
             * @example 1042
             */
            sequence: number;
            /**
             * @description The id of the event (header `webhook-id`): the same in every attempt and for every endpoint.
             * @example evt_01KAB3X4Y5Z6
             */
            webhook_id: string;
            /**
             * @description The type of the event.
             * @example meter.created
             */
            event_type: string;
            /**
             * Format: date-time
             * @description When the event became true.
             * @example 2026-11-22T09:30:00.000Z
             */
            time: string;
            /**
             * @description The body of the webhook, byte for byte as it is sent.
             * @example {
             *       "id": "tokens",
             *       "name": "Generated tokens",
             *       "active": true,
             *       "aggregation_type": "sum",
             *       "aggregation_field": "tokens",
             *       "filters": {},
             *       "account_id": "5f1d7a3b9c2e4680",
             *       "store_id": "str_1",
             *       "mode": "stage",
             *       "createdAt": "2026-11-01T00:00:00.000Z",
             *       "updatedAt": "2026-11-01T00:00:00.000Z"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        WebhookEventsAnswer: {
            /** @description The events, in their order. */
            items: components["schemas"]["WebhookEvent"][];
            /** @description Ranges of numbers between `after` and the last item whose events are past retention. */
            expired: components["schemas"]["ExpiredSequences"][];
            /**
             * @description The last number given to a delivery.
             * @example 1042
             */
            last_sequence: number;
            /**
             * @description The `after` of the next request; null when this answer reaches `last_sequence`.
             * @example null
             */
            next_after: number | null;
            /** @description Proves `last_sequence` with the secrets of the endpoint. */
            high_water: components["schemas"]["WebhookHighWater"];
        };
        WebhookEventTypeAnswer: {
            /**
             * @description The name of the type.
             * @example meter.created
             */
            name: string;
            /**
             * @description When such an event occurs.
             * @example A meter was defined.
             */
            summary: string;
            /**
             * @description Every text in an endpoint's `event_types` that subscribes to it.
             * @example [
             *       "meter.created",
             *       "meter.*",
             *       "*"
             *     ]
             */
            patterns: string[];
            /**
             * @description The JSON Schema (2020-12) of the body.
             * @example {
             *       "$schema": "https://json-schema.org/draft/2020-12/schema",
             *       "title": "meter.created",
             *       "type": "object",
             *       "properties": {
             *         "id": {
             *           "type": "string"
             *         },
             *         "name": {
             *           "type": "string"
             *         },
             *         "active": {
             *           "type": "boolean"
             *         },
             *         "aggregation_type": {
             *           "enum": [
             *             "count",
             *             "sum",
             *             "latest",
             *             "max"
             *           ]
             *         },
             *         "aggregation_field": {
             *           "type": [
             *             "string",
             *             "null"
             *           ]
             *         },
             *         "filters": {
             *           "type": "object"
             *         },
             *         "account_id": {
             *           "type": "string"
             *         },
             *         "store_id": {
             *           "type": "string"
             *         },
             *         "mode": {
             *           "type": "string"
             *         },
             *         "createdAt": {
             *           "type": "string",
             *           "format": "date-time"
             *         },
             *         "updatedAt": {
             *           "type": "string",
             *           "format": "date-time"
             *         }
             *       },
             *       "required": [
             *         "id",
             *         "name",
             *         "active",
             *         "aggregation_type",
             *         "aggregation_field",
             *         "filters",
             *         "account_id",
             *         "store_id",
             *         "mode",
             *         "createdAt",
             *         "updatedAt"
             *       ]
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description A body as it could arrive.
             * @example {
             *       "id": "tokens",
             *       "name": "Generated tokens",
             *       "active": true,
             *       "aggregation_type": "sum",
             *       "aggregation_field": "tokens",
             *       "filters": {},
             *       "account_id": "5f1d7a3b9c2e4680",
             *       "store_id": "str_1",
             *       "mode": "stage",
             *       "createdAt": "2026-11-01T00:00:00.000Z",
             *       "updatedAt": "2026-11-01T00:00:00.000Z"
             *     }
             */
            sample: {
                [key: string]: unknown;
            };
        };
        WebhookEventTypeAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookEventTypeAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        WebhookFilter: {
            /**
             * @description Where the value is in the body: `$`, then `.name` for a field and `[0]` for a place in an array, such as `$.customer.country` or `$.lines[0].sku`.
             * @example $.customer.country
             */
            path: string;
            /**
             * @description The value is equal to this one: a string, a number, true, false or null.
             * @example SA
             */
            equals?: string | number | boolean | null;
            /**
             * @description The value is equal to one of these.
             * @example [
             *       "SA",
             *       "AE"
             *     ]
             */
            in?: (string | number | boolean | null)[];
            /**
             * @description True: there is a value, even null. False: there is none.
             * @example true
             */
            exists?: boolean;
        };
        WebhookHighWater: {
            /**
             * @description The same as `last_sequence`.
             * @example 1042
             */
            sequence: number;
            /**
             * @description When it was signed, in Unix seconds.
             * @example 1795340000
             */
            timestamp: number;
            /**
             * @description `v1,` and base64 of HMAC-SHA256 over `id:timestamp:sequence`, with the id of the endpoint; one for each HMAC secret, separated by spaces.
             * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
             */
            signature: string;
        };
        WebhookReplayAnswer: {
            /**
             * @description The id of the replay.
             * @example rp_9f86d081884c7d659a2feaa0
             */
            id: string;
            /**
             * @description Whether it still sends.
             * @example running
             * @enum {string}
             */
            status: "running" | "completed" | "cancelled";
            /**
             * @description `all`: every delivery, in any state. `failed`: the dead letters. `missing`: events that never became a delivery of this endpoint, under new numbers.
             * @example all
             * @enum {string}
             */
            selection: "all" | "failed" | "missing";
            /**
             * Format: date-time
             * @description Only events from this moment on, by the event's own time.
             * @example 2026-11-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Only events before this moment, by the event's own time.
             * @example 2026-11-02T00:00:00.000Z
             */
            to: string;
            /**
             * @description Only events of these types; null: of all types.
             * @example [
             *       "meter.*"
             *     ]
             */
            event_types: string[] | null;
            /**
             * @description The most deliveries in a second.
             * @example 100
             */
            rate_per_second: number;
            /**
             * @description How many deliveries matched when it was created.
             * @example 240
             */
            matching: number;
            /**
             * @description False: at least `matching`; more than 250,000 rows were not read.
             * @example true
             */
            matching_exact: boolean;
            /**
             * @description How many deliveries it has queued so far.
             * @example 120
             */
            resent: number;
            /**
             * @description How many it skipped, because they were already waiting to be sent.
             * @example 0
             */
            already_pending: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-22T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was completed or cancelled; null before.
             */
            finished_at: string | null;
        };
        WebhookReplayAnswerPage: {
            /** @description The items of this page. */
            items: components["schemas"]["WebhookReplayAnswer"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example WyJyZl8wMSJd
             */
            next_cursor: string | null;
        };
        WebhookReplayCountAnswer: {
            /**
             * @description Always true: nothing was created.
             * @example true
             */
            dry_run: boolean;
            /**
             * @description How many deliveries match.
             * @example 240
             */
            count: number;
            /**
             * @description False: at least `count`; more than 250,000 rows were not read.
             * @example true
             */
            exact: boolean;
        };
        WebhookSecretsAnswer: {
            /**
             * @description The current secret.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
            /** @description Secrets that sign beside it until they expire. */
            previous: components["schemas"]["PreviousWebhookSecret"][];
            /**
             * @description The public key of the ed25519 pair; null when the endpoint has none.
             * @example whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A=
             */
            public_key: string | null;
        };
    };
    responses: {
        /**
         * @description `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         */
        "Payment.400.validation_error.unknown_field": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `missing_header`: The header `x-api-key` or `x-account-id` is missing.
         *
         *     `invalid_header`: A header of the authentication is repeated, or contains characters that no key has.
         *
         *     `invalid_api_key`: The API key does not exist or is revoked.
         */
        "Payment.401.missing_header.invalid_header.invalid_api_key": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `missing_header`: The header `x-api-key` or `x-account-id` is missing.
         *
         *     `invalid_header`: A header of the authentication is repeated, or contains characters that no key has.
         *
         *     `invalid_api_key`: The API key does not exist or is revoked.
         *
         *     `signature_required`: The operation, or this store, needs signed requests, and the header `x-signature` is missing.
         *
         *     `signature_mismatch`: The signature does not belong to the bytes of the body.
         */
        "Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `account_mismatch`: The API key belongs to another account than `x-account-id` names.
         *
         *     `mode_mismatch`: A stage key was sent to the live address, or a live key to the stage address.
         *
         *     `missing_scope`: The API key is valid and lacks the scope that the operation needs.
         */
        "Payment.403.account_mismatch.mode_mismatch.missing_scope": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `not_found`: The store of the key has no object with this id, or there is no such path. */
        "Payment.404.not_found": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `last_active_key`: The key is the last active one of the store. */
        "Payment.409.last_active_key": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `too_many_keys`: The store has two active API keys. */
        "Payment.409.too_many_keys": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `too_many_secrets`: The service account has two live secrets.
         *
         *     `service_account_revoked`: The service account is revoked.
         */
        "Payment.409.too_many_secrets.service_account_revoked": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `too_many_service_accounts`: The store has ten service accounts. */
        "Payment.409.too_many_service_accounts": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `body_too_large`: The body has more bytes than the operation accepts. */
        "Payment.413.body_too_large": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `unsupported_media_type`: The body is compressed, or its Content-Type is not `application/json`. */
        "Payment.415.unsupported_media_type": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `rate_limited`: The key or the network sends more requests than it may. */
        "Payment.429.rate_limited": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `internal_error`: A defect of Qafila. */
        "Payment.500.internal_error": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `bad_gateway`: The service behind the gateway closed the connection. The request may have been carried out. */
        "Payment.502.bad_gateway": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `service_unavailable`: The service or its database cannot be reached.
         *
         *     `timeout`: The database took too long for this request.
         */
        "Payment.503.service_unavailable.timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `gateway_timeout`: The service behind the gateway did not answer in time. The request may have been carried out. */
        "Payment.504.gateway_timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `invalid_request`: A parameter of the token request is missing, unknown, sent twice, or not a text.
         *
         *     `unsupported_grant_type`: The grant is not `client_credentials`.
         *
         *     `invalid_scope`: The service account does not have the requested scope.
         */
        "Token.400.invalid_request.unsupported_grant_type.invalid_scope": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `invalid_client`: Client id, secret and company code do not belong together, or one is revoked. */
        "Token.401.invalid_client": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `invalid_request`: The body has more bytes than the operation accepts. */
        "Token.413.body_too_large": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `invalid_request`: The body is compressed, or its Content-Type is not `application/json`. */
        "Token.415.unsupported_media_type": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /**
         * @description `temporarily_unavailable`: The client failed too often from this network.
         *
         *     `temporarily_unavailable`: The key or the network sends more requests than it may.
         */
        "Token.429.too_many_attempts.rate_limited": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `server_error`: A defect of Qafila. */
        "Token.500.internal_error": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `temporarily_unavailable`: The service behind the gateway closed the connection. The request may have been carried out. */
        "Token.502.bad_gateway": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /**
         * @description `temporarily_unavailable`: The service or its database cannot be reached.
         *
         *     `temporarily_unavailable`: The database took too long for this request.
         */
        "Token.503.service_unavailable.timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `temporarily_unavailable`: The service behind the gateway did not answer in time. The request may have been carried out. */
        "Token.504.gateway_timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /**
         * @description `immutable_field`: The field never changes: it would change the meaning of usage that is counted already.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.immutable_field.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `meter_inactive`: The meter is inactive: it accepts no events, and a plan cannot charge for it.
         *
         *     `missing_field`: The payload lacks the field that the meter aggregates.
         *
         *     `forbidden_character`: A text of the payload contains one of the characters `% ? { } $ ^ * @ < >`.
         *
         *     `timestamp_in_future`: The timestamp of the usage is more than 5 minutes ahead of our clock.
         *
         *     `operation_not_supported`: A meter of `latest` or `max` cannot take a value away.
         *
         *     `unknown_target`: The meter has no event with the id in `reverses`.
         *
         *     `not_reversible`: The event in `reverses` is itself a retraction.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.meter_inactive.missing_field.forbidden_character.timestamp_in_future.operation_not_supported.unknown_target.not_reversible.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `too_many_windows`: The range has more than 10,000 windows of this size.
         *
         *     `too_many_rows`: The answer has more than 100,000 rows.
         *
         *     `too_many_events`: The query would read more than 5,000,000 events one by one, for minutes or bounds within a quarter hour.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         */
        "Payment.400.too_many_windows.too_many_rows.too_many_events.validation_error.unknown_field": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `too_many_windows`: The range has more than 10,000 windows of this size.
         *
         *     `too_many_rows`: The answer has more than 100,000 rows.
         *
         *     `too_many_events`: The query would read more than 5,000,000 events one by one, for minutes or bounds within a quarter hour.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.too_many_windows.too_many_rows.too_many_events.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `unknown_meter`: The plan names a meter that the store does not have.
         *
         *     `meter_inactive`: The meter is inactive: it accepts no events, and a plan cannot charge for it.
         *
         *     `one_time_only`: A recurring plan cannot charge for a meter of `latest` or `max`.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.unknown_meter.meter_inactive.one_time_only.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `duplicate_event`: The meter has an event with this `event_id`. `identical` says whether it is the same event; `first_received_at` says since when.
         *
         *     `already_reversed`: The event in `reverses` was taken back before, by another retraction.
         */
        "Payment.409.duplicate_event.already_reversed": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `illegal_transition`: The object is in a state that does not allow the operation. */
        "Payment.409.illegal_transition": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `meter_exists`: The account has a meter with this id, perhaps in another store. */
        "Payment.409.meter_exists": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `plan_exists`: The account has a plan with this id, perhaps in another store. */
        "Payment.409.plan_exists": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `plan_inactive`: The plan is inactive and takes no new subscriptions.
         *
         *     `subscription_exists`: The account has a subscription with this id.
         */
        "Payment.409.plan_inactive.subscription_exists": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `too_many_versions`: The filters of the meter changed 999 times. */
        "Payment.409.too_many_versions": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `credentials_refused`: The gateway does not accept these credentials, or they are of the other mode.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.credentials_refused.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `excess_precision`: The amount has more decimals than its currency.
         *
         *     `method_not_enabled`: The method is known, and the store, the intent or its pinned gateway does not offer it.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.excess_precision.method_not_enabled.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `excess_precision`: The amount has more decimals than its currency.
         *
         *     `unknown_method`: A payment method has a name that Qafila does not know.
         *
         *     `method_not_enabled`: The method is known, and the store, the intent or its pinned gateway does not offer it.
         *
         *     `no_payment_method`: The store has no method with which anybody could pay.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.excess_precision.unknown_method.method_not_enabled.no_payment_method.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `excess_precision`: The amount has more decimals than its currency.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         */
        "Payment.400.excess_precision.validation_error.unknown_field": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `excess_precision`: The amount has more decimals than its currency.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.excess_precision.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `idempotency_key_required`: The operation takes money without the customer, and the header `idempotency-key` is missing.
         *
         *     `excess_precision`: The amount has more decimals than its currency.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.idempotency_key_required.excess_precision.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `unknown_gateway`: The deployment has no gateway of this type.
         *
         *     `excess_precision`: The amount has more decimals than its currency.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.unknown_gateway.excess_precision.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `unknown_method`: A payment method has a name that Qafila does not know.
         *
         *     `method_not_enabled`: The method is known, and the store, the intent or its pinned gateway does not offer it.
         *
         *     `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `unknown_field`: The body or the query contains a name that the operation does not have.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.unknown_method.method_not_enabled.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `validation_error`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `malformed_json`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Payment.400.validation_error.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `signature_mismatch`: The signature does not belong to the bytes of the body. */
        "Payment.401.signature_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `payment_declined`: The gateway or the bank declined the payment. `error.decline_code` has its code, `data` the intent. */
        "Payment.402.payment_declined": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `same_key`: The key proposed the decision itself.
         *
         *     `account_mismatch`: The API key belongs to another account than `x-account-id` names.
         *
         *     `mode_mismatch`: A stage key was sent to the live address, or a live key to the stage address.
         *
         *     `missing_scope`: The API key is valid and lacks the scope that the operation needs.
         */
        "Payment.403.same_key.account_mismatch.mode_mismatch.missing_scope": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `already_decided`: The proposal is applied, rejected or superseded.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.already_decided.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `already_decided`: The proposal is applied, rejected or superseded.
         *
         *     `not_in_review`: The operation is not in manual review: it never was, the gateway has reported its result, or it is decided. `error.operation_state` has its state.
         *
         *     `nothing_to_change`: The outcome is what is known already, or cannot be recorded for this operation.
         *
         *     `contradiction`: What was reported contradicts what is known of the payment.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.already_decided.not_in_review.nothing_to_change.contradiction.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `gateway_account_changed`: The new credentials open another account than the connection, whose payments could no longer be refunded.
         *
         *     `gateway_connection_changed`: Another request changed the connection while the gateway tested these credentials.
         */
        "Payment.409.gateway_account_changed.gateway_connection_changed": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `gateway_in_use`: Payments at this gateway are under way or authorised. */
        "Payment.409.gateway_in_use": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `idempotency_in_progress`: The first request under this idempotency key is not finished yet. */
        "Payment.409.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `capture_refused`: The gateway refused to capture the authorised amount.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.capture_refused.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `expired`: The time to pay has passed.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.expired.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `expired`: The time to pay has passed.
         *
         *     `token_suspended`: The wallet token is suspended after several hard declines.
         *
         *     `token_revoked`: The wallet token is revoked.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.expired.token_suspended.token_revoked.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `refund_refused`: The gateway refused to pay the refund out. `error.refund_id` names the refund, `error.gateway_code` the reason.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.refund_refused.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `illegal_transition`: The object is in a state that does not allow the operation.
         *
         *     `void_refused`: The gateway refused to release the authorisation.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.illegal_transition.void_refused.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `not_in_review`: The operation is not in manual review: it never was, the gateway has reported its result, or it is decided. `error.operation_state` has its state.
         *
         *     `already_proposed`: A decision about the operation waits for a second key. `error.decision_id` names it.
         *
         *     `nothing_to_change`: The outcome is what is known already, or cannot be recorded for this operation.
         *
         *     `contradiction`: What was reported contradicts what is known of the payment.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.not_in_review.already_proposed.nothing_to_change.contradiction.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `token_suspended`: The wallet token is suspended after several hard declines.
         *
         *     `token_revoked`: The wallet token is revoked.
         *
         *     `idempotency_in_progress`: The first request under this idempotency key is not finished yet.
         */
        "Payment.409.token_suspended.token_revoked.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `too_many_rules`: The store has as many routing rules as it may have. */
        "Payment.409.too_many_rules": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `amount_exceeds_authorised`: A capture is more than the authorised amount, which the message and `error.amount_max` show.
         *
         *     `idempotency_mismatch`: The idempotency key was used with another request in the last 24 hours.
         */
        "Payment.422.amount_exceeds_authorised.idempotency_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `amount_impossible`: The operation cannot have moved this amount. `error.amount_max` has the largest possible one.
         *
         *     `idempotency_mismatch`: The idempotency key was used with another request in the last 24 hours.
         */
        "Payment.422.amount_impossible.idempotency_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `idempotency_mismatch`: The idempotency key was used with another request in the last 24 hours. */
        "Payment.422.idempotency_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `refund_exceeds_captured`: A refund is more than what is left of the captured amount, which the message and `error.amount_max` show. Pending refunds count.
         *
         *     `idempotency_mismatch`: The idempotency key was used with another request in the last 24 hours.
         */
        "Payment.422.refund_exceeds_captured.idempotency_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `gateway_unavailable`: No gateway of the deployment takes this payment now.
         *
         *     `service_unavailable`: The service or its database cannot be reached.
         *
         *     `timeout`: The database took too long for this request.
         */
        "Payment.503.gateway_unavailable.service_unavailable.timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `PHONE_INVALID`: A phone number is not one of its party's country, or is no mobile number where cash is collected.
         *
         *     `COUNTRY_INVALID`: A country is missing or is not a code of ISO 3166.
         *
         *     `POSTCODE_INVALID`: The postal code does not have the form that its country uses.
         *
         *     `NATIONAL_ADDRESS_REQUIRED`: A Saudi address has no National Address, or its short form is not 4 letters and 4 digits.
         *
         *     `AMOUNT_PRECISION`: An amount has more decimals than its currency.
         *
         *     `PRICING_MISMATCH`: The amounts of `pricing` or of an item do not add up, exact to the minor unit.
         *
         *     `COD_NOT_ALLOWED`: `codAmount` does not fit `paymentMode`, or the shipment is a return.
         *
         *     `COD_EXCEEDS_TOTAL`: `codAmount` is more than `pricing.totalAmount`.
         *
         *     `CUSTOMS_REQUIRED`: The shipment crosses a border, and something that customs need is missing.
         *
         *     `HS_CODE_INVALID`: A customs tariff code is missing or has the wrong number of digits.
         *
         *     `SHIPMENT_TYPE_MISMATCH`: `shipmentType` does not fit the countries of the parties, or the operation.
         *
         *     `PACKAGE_LIMIT`: `packagesInfo` is missing, empty, or has more than 250 packages.
         *
         *     `COURIER_UNKNOWN`: The courier that the body names is not one of the company.
         *
         *     `VALIDATION_FAILED`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `UNKNOWN_FIELD`: The body or the query contains a name that the operation does not have.
         *
         *     `VALIDATION_FAILED`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Shipment.400.PHONE_INVALID.COUNTRY_INVALID.POSTCODE_INVALID.NATIONAL_ADDRESS_REQUIRED.AMOUNT_PRECISION.PRICING_MISMATCH.COD_NOT_ALLOWED.COD_EXCEEDS_TOTAL.CUSTOMS_REQUIRED.HS_CODE_INVALID.SHIPMENT_TYPE_MISMATCH.PACKAGE_LIMIT.COURIER_UNKNOWN.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `VALIDATION_FAILED`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `VALIDATION_FAILED`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Shipment.400.validation_error.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `VALIDATION_FAILED`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `UNKNOWN_FIELD`: The body or the query contains a name that the operation does not have.
         */
        "Shipment.400.validation_error.unknown_field": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `VALIDATION_FAILED`: A field or parameter is missing or breaks a rule. `param` names the first one, `details` names all.
         *
         *     `UNKNOWN_FIELD`: The body or the query contains a name that the operation does not have.
         *
         *     `VALIDATION_FAILED`: The body is not valid JSON, is not UTF-8, or contains a name twice.
         */
        "Shipment.400.validation_error.unknown_field.malformed_json": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `SIGNATURE_MISMATCH`: The signature does not belong to the bytes of the body. */
        "Shipment.401.signature_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `TOKEN_MISSING`: The request has no access token.
         *
         *     `TOKEN_INVALID`: The access token is not one of this deployment, is revoked, or is damaged.
         *
         *     `TOKEN_EXPIRED`: The access token is older than its lifetime.
         */
        "Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `AWB_URL_INVALID`: The address of the label file is not one that Qafila signed. */
        "Shipment.403.AWB_URL_INVALID": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `SCOPE_MISSING`: The access token is valid and lacks the scope that the operation needs. */
        "Shipment.403.SCOPE_MISSING": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `COURIER_NOT_FOUND`: The deployment has no courier with the id in the path. */
        "Shipment.404.COURIER_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `SHIPMENT_NOT_FOUND`: The company of the token has no shipment with this id. */
        "Shipment.404.SHIPMENT_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `SHIPMENT_NOT_FOUND`: The company of the token has no shipment with this id.
         *
         *     `COURIER_NOT_FOUND`: The deployment has no courier with the id in the path.
         */
        "Shipment.404.SHIPMENT_NOT_FOUND.COURIER_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `SHIPMENT_NOT_FOUND`: The company of the token has no shipment with this id.
         *
         *     `NOT_FOUND`: The store of the key has no object with this id, or there is no such path.
         */
        "Shipment.404.SHIPMENT_NOT_FOUND.not_found": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `AWB_CHANGED`: The label has changed since its address was given out.
         *
         *     `AWB_NOT_READY`: The courier has not booked the shipment, so there is no label yet.
         */
        "Shipment.409.AWB_CHANGED.AWB_NOT_READY": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `AWB_NOT_READY`: The courier has not booked the shipment, so there is no label yet. */
        "Shipment.409.AWB_NOT_READY": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `IDEMPOTENCY_IN_PROGRESS`: The first request under this idempotency key is not finished yet. */
        "Shipment.409.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `NOT_CANCELLABLE`: The courier already has the parcels, or the shipment has ended.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request under this idempotency key is not finished yet.
         */
        "Shipment.409.NOT_CANCELLABLE.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `REFERENCE_DUPLICATE`: The company already has a shipment with this `referenceNumber`.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request under this idempotency key is not finished yet.
         */
        "Shipment.409.REFERENCE_DUPLICATE.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `REFERENCE_DUPLICATE`: The company already has a shipment with this `referenceNumber`.
         *
         *     `RETURN_NOT_ALLOWED`: The shipment is not delivered, or is a return itself.
         *
         *     `RETURN_QUANTITY_EXCEEDED`: The return names more pieces than were delivered and are not yet returned.
         *
         *     `IDEMPOTENCY_IN_PROGRESS`: The first request under this idempotency key is not finished yet.
         */
        "Shipment.409.REFERENCE_DUPLICATE.RETURN_NOT_ALLOWED.RETURN_QUANTITY_EXCEEDED.idempotency_in_progress": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `AWB_URL_EXPIRED`: The address of the label file has expired. */
        "Shipment.410.AWB_URL_EXPIRED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `BODY_TOO_LARGE`: The body has more bytes than the operation accepts. */
        "Shipment.413.body_too_large": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is compressed, or its Content-Type is not `application/json`. */
        "Shipment.415.unsupported_media_type": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used with another request in the last 24 hours. */
        "Shipment.422.idempotency_mismatch": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `RATE_LIMITED`: The key or the network sends more requests than it may. */
        "Shipment.429.rate_limited": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `INTERNAL_ERROR`: A defect of Qafila. */
        "Shipment.500.internal_error": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `BAD_GATEWAY`: The service behind the gateway closed the connection. The request may have been carried out. */
        "Shipment.502.bad_gateway": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /**
         * @description `SERVICE_UNAVAILABLE`: The service or its database cannot be reached.
         *
         *     `TIMEOUT`: The database took too long for this request.
         */
        "Shipment.503.service_unavailable.timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `GATEWAY_TIMEOUT`: The service behind the gateway did not answer in time. The request may have been carried out. */
        "Shipment.504.gateway_timeout": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ShipmentError"];
            };
        };
        /** @description `endpoint_disabled`: The webhook endpoint is disabled: nothing is sent to it. */
        "Payment.409.endpoint_disabled": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `endpoint_disabled`: The webhook endpoint is disabled: nothing is sent to it.
         *
         *     `attempts_used_up`: The delivery has made 10,000 attempts, resends included.
         */
        "Payment.409.endpoint_disabled.attempts_used_up": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `endpoint_disabled`: The webhook endpoint is disabled: nothing is sent to it.
         *
         *     `too_many_replays`: Five replays of the webhook endpoint are running.
         */
        "Payment.409.endpoint_disabled.too_many_replays": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `event_id_reused`: Another event was published with this `event_id`. */
        "Payment.409.event_id_reused": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /**
         * @description `event_type_exists`: The store has registered an event type of this name.
         *
         *     `too_many_event_types`: The store has 500 event types of its own.
         */
        "Payment.409.event_type_exists.too_many_event_types": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `replay_completed`: The replay is completed. */
        "Payment.409.replay_completed": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
        /** @description `too_many_endpoints`: The store has 10,000 webhook endpoints. */
        "Payment.409.too_many_endpoints": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Finds this request in the logs: the caller's own id, if one was sent. */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    rotateHmacSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecretBody"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "kind": "api",
                     *         "version": 2,
                     *         "secret": "5f1d7a3b…",
                     *         "previous_expires_at": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RotatedSecretAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listHmacSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "kind": "api",
                     *             "version": 2,
                     *             "current": true,
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "expires_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SecretsAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "key_id": "key_9f86d081884c7d65",
                     *             "prefix": "sk_stage_9f86d",
                     *             "mode": "stage",
                     *             "scopes": [
                     *               "payments:write",
                     *               "payments:read"
                     *             ],
                     *             "rate_limit_per_second": 100000,
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "last_used_at": "2026-11-22T09:30:00.000Z",
                     *             "revoked_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["KeysAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateKeyBody"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "key_id": "key_9f86d081884c7d65",
                     *         "prefix": "sk_stage_9f86d",
                     *         "mode": "stage",
                     *         "scopes": [
                     *           "payments:write",
                     *           "payments:read"
                     *         ],
                     *         "rate_limit_per_second": 100000,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "last_used_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null,
                     *         "api_key": "sk_stage_…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["CreatedKeyAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.too_many_keys"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example key_9f86d081884c7d65
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "key_id": "key_9f86d081884c7d65",
                     *         "prefix": "sk_stage_9f86d",
                     *         "mode": "stage",
                     *         "scopes": [
                     *           "payments:write",
                     *           "payments:read"
                     *         ],
                     *         "rate_limit_per_second": 100000,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "last_used_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["KeyAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.last_active_key"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service accounts. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "client_id": "sa_stage_5f1d7a3b9c2e4680aa55c3d1",
                     *             "name": "Warehouse Jeddah",
                     *             "company_code": "demo-1a2b3c4d",
                     *             "mode": "stage",
                     *             "scopes": [
                     *               "shipments:write",
                     *               "shipments:read"
                     *             ],
                     *             "rate_limit_per_second": 100000,
                     *             "secrets": [
                     *               {
                     *                 "secret_id": "sec_4680aa55c3d15f1d",
                     *                 "prefix": "cs_stage_7a3b9",
                     *                 "created_at": "2026-11-22T09:30:00.000Z",
                     *                 "last_used_at": "2026-11-22T09:30:00.000Z",
                     *                 "revoked_at": null
                     *               }
                     *             ],
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "revoked_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ServiceAccountsAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountBody"];
            };
        };
        responses: {
            /** @description The new service account. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "client_id": "sa_stage_5f1d7a3b9c2e4680aa55c3d1",
                     *         "name": "Warehouse Jeddah",
                     *         "company_code": "demo-1a2b3c4d",
                     *         "mode": "stage",
                     *         "scopes": [
                     *           "shipments:write",
                     *           "shipments:read"
                     *         ],
                     *         "rate_limit_per_second": 100000,
                     *         "secrets": [
                     *           {
                     *             "secret_id": "sec_4680aa55c3d15f1d",
                     *             "prefix": "cs_stage_7a3b9",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "last_used_at": "2026-11-22T09:30:00.000Z",
                     *             "revoked_at": null
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null,
                     *         "client_secret": "cs_stage_…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["CreatedServiceAccountAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.too_many_service_accounts"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    addServiceAccountSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The client id of the service account.
                 * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "secret_id": "sec_4680aa55c3d15f1d",
                     *         "prefix": "cs_stage_7a3b9",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "last_used_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null,
                     *         "client_id": "sa_stage_5f1d7a3b9c2e4680aa55c3d1",
                     *         "client_secret": "cs_stage_…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["CreatedClientSecretAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.too_many_secrets.service_account_revoked"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    revokeServiceAccountSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The client id of the service account.
                 * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
                 */
                client_id: string;
                /**
                 * @description The id of the secret.
                 * @example sec_4680aa55c3d15f1d
                 */
                secret_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked secret. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "secret_id": "sec_4680aa55c3d15f1d",
                     *         "prefix": "cs_stage_7a3b9",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "last_used_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ClientSecretAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    revokeServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The client id of the service account.
                 * @example sa_stage_5f1d7a3b9c2e4680aa55c3d1
                 */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked service account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "client_id": "sa_stage_5f1d7a3b9c2e4680aa55c3d1",
                     *         "name": "Warehouse Jeddah",
                     *         "company_code": "demo-1a2b3c4d",
                     *         "mode": "stage",
                     *         "scopes": [
                     *           "shipments:write",
                     *           "shipments:read"
                     *         ],
                     *         "rate_limit_per_second": 100000,
                     *         "secrets": [
                     *           {
                     *             "secret_id": "sec_4680aa55c3d15f1d",
                     *             "prefix": "cs_stage_7a3b9",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "last_used_at": "2026-11-22T09:30:00.000Z",
                     *             "revoked_at": null
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "revoked_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ServiceAccountAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenBody"];
            };
        };
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFUzI1NiJ9.…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 3600,
                     *       "scope": "shipments:write shipments:read"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            400: components["responses"]["Token.400.invalid_request.unsupported_grant_type.invalid_scope"];
            401: components["responses"]["Token.401.invalid_client"];
            413: components["responses"]["Token.413.body_too_large"];
            415: components["responses"]["Token.415.unsupported_media_type"];
            429: components["responses"]["Token.429.too_many_attempts.rate_limited"];
            500: components["responses"]["Token.500.internal_error"];
            502: components["responses"]["Token.502.bad_gateway"];
            503: components["responses"]["Token.503.service_unavailable.timeout"];
            504: components["responses"]["Token.504.gateway_timeout"];
        };
    };
    createAccessTokenByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EarlierTokenBody"];
                "application/x-www-form-urlencoded": components["schemas"]["EarlierTokenBody"];
            };
        };
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFUzI1NiJ9.…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 3600,
                     *       "scope": "shipments:write shipments:read"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            400: components["responses"]["Token.400.invalid_request.unsupported_grant_type.invalid_scope"];
            401: components["responses"]["Token.401.invalid_client"];
            413: components["responses"]["Token.413.body_too_large"];
            415: components["responses"]["Token.415.unsupported_media_type"];
            429: components["responses"]["Token.429.too_many_attempts.rate_limited"];
            500: components["responses"]["Token.500.internal_error"];
            502: components["responses"]["Token.502.bad_gateway"];
            503: components["responses"]["Token.503.service_unavailable.timeout"];
            504: components["responses"]["Token.504.gateway_timeout"];
        };
    };
    listTokenKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "EC",
                     *           "crv": "P-256",
                     *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                     *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                     *           "kid": "cn-I_WNMClehiVp51i",
                     *           "use": "sig",
                     *           "alg": "ES256"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PublicKeysAnswer"];
                };
            };
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listMeters: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only active or only inactive meters.
                 * @example true
                 */
                active?: boolean;
                /**
                 * @description Only meters of this aggregation.
                 * @example sum
                 */
                aggregation_type?: "count" | "sum" | "latest" | "max";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of meters. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "tokens",
                     *             "name": "Generated tokens",
                     *             "active": true,
                     *             "aggregation_type": "sum",
                     *             "aggregation_field": "tokens",
                     *             "filters": {
                     *               "model": [
                     *                 "large",
                     *                 "small"
                     *               ]
                     *             },
                     *             "account_id": "5f1d7a3b9c2e4680",
                     *             "store_id": "str_1",
                     *             "mode": "stage",
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T09:30:00.000Z",
                     *             "group_by": [
                     *               "model"
                     *             ],
                     *             "version": 1
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["MeterAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createMeter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMeterBody"];
            };
        };
        responses: {
            /** @description The new meter. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tokens",
                     *       "name": "Generated tokens",
                     *       "active": true,
                     *       "aggregation_type": "sum",
                     *       "aggregation_field": "tokens",
                     *       "filters": {
                     *         "model": [
                     *           "large",
                     *           "small"
                     *         ]
                     *       },
                     *       "account_id": "5f1d7a3b9c2e4680",
                     *       "store_id": "str_1",
                     *       "mode": "stage",
                     *       "createdAt": "2026-11-22T09:30:00.000Z",
                     *       "updatedAt": "2026-11-22T09:30:00.000Z",
                     *       "group_by": [
                     *         "model"
                     *       ],
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MeterAnswer"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.meter_exists"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getMeter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meter. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tokens",
                     *       "name": "Generated tokens",
                     *       "active": true,
                     *       "aggregation_type": "sum",
                     *       "aggregation_field": "tokens",
                     *       "filters": {
                     *         "model": [
                     *           "large",
                     *           "small"
                     *         ]
                     *       },
                     *       "account_id": "5f1d7a3b9c2e4680",
                     *       "store_id": "str_1",
                     *       "mode": "stage",
                     *       "createdAt": "2026-11-22T09:30:00.000Z",
                     *       "updatedAt": "2026-11-22T09:30:00.000Z",
                     *       "group_by": [
                     *         "model"
                     *       ],
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MeterAnswer"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateMeter: {
        parameters: {
            query?: {
                /**
                 * @description With `true` nothing changes: the answer says what the same request would do.
                 * @example true
                 */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMeterBody"];
            };
        };
        responses: {
            /** @description The changed meter. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeterAnswer"] | (components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ChangedMeterAnswer"];
                    });
                };
            };
            400: components["responses"]["Payment.400.immutable_field.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.too_many_versions"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    deactivateMeter: {
        parameters: {
            query?: {
                /**
                 * @description With `true` nothing changes: the answer says what the same request would do.
                 * @example true
                 */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeactivateMeterBody"];
            };
        };
        responses: {
            /** @description The meter, and what happened. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "meter": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {
                     *             "model": [
                     *               "large",
                     *               "small"
                     *             ]
                     *           },
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-22T09:30:00.000Z",
                     *           "updatedAt": "2026-11-22T09:30:00.000Z",
                     *           "group_by": [
                     *             "model"
                     *           ],
                     *           "version": 1
                     *         },
                     *         "impact": {
                     *           "plans_total": 1,
                     *           "plans": [
                     *             {
                     *               "id": "pro",
                     *               "active_before": true,
                     *               "active_after": false
                     *             }
                     *           ],
                     *           "subscriptions": {
                     *             "total": 12,
                     *             "changed": 12,
                     *             "by_status_change": [
                     *               {
                     *                 "status_before": "active",
                     *                 "status_after": "canceling",
                     *                 "count": 12
                     *               }
                     *             ],
                     *             "items": [
                     *               {
                     *                 "id": "sub_1",
                     *                 "plan_id": "pro",
                     *                 "status_before": "active",
                     *                 "status_after": "canceling"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ChangedMeterAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    reactivateMeter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active meter. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "meter": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {
                     *             "model": [
                     *               "large",
                     *               "small"
                     *             ]
                     *           },
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-22T09:30:00.000Z",
                     *           "updatedAt": "2026-11-22T09:30:00.000Z",
                     *           "group_by": [
                     *             "model"
                     *           ],
                     *           "version": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ReactivatedMeterAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    sendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBody"];
            };
        };
        responses: {
            /** @description The event is stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "event_id": "req-1",
                     *         "counted": true,
                     *         "reason": null,
                     *         "meter_version": 1,
                     *         "window": {
                     *           "start": "2026-11-01T00:00:00.000000Z",
                     *           "end": "2026-12-01T00:00:00.000000Z"
                     *         },
                     *         "value": "173",
                     *         "late": false,
                     *         "received_at": "2026-11-01T00:00:00.200000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["EventReceipt"];
                    };
                };
            };
            400: components["responses"]["Payment.400.meter_inactive.missing_field.forbidden_character.timestamp_in_future.operation_not_supported.unknown_target.not_reversible.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.duplicate_event.already_reversed"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    sendEventBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatchBody"];
            };
        };
        responses: {
            /** @description Each event has its own result. */
            207: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "index": 0,
                     *             "event_id": "req-1",
                     *             "status": 200,
                     *             "receipt": {
                     *               "event_id": "req-1",
                     *               "counted": true,
                     *               "reason": null,
                     *               "meter_version": 1,
                     *               "window": {
                     *                 "start": "2026-11-01T00:00:00.000000Z",
                     *                 "end": "2026-12-01T00:00:00.000000Z"
                     *               },
                     *               "value": "173",
                     *               "late": false,
                     *               "received_at": "2026-11-01T00:00:00.200000Z"
                     *             },
                     *             "error": {
                     *               "code": "validation_error",
                     *               "message": "timestamp must be in UTC: end it with Z.",
                     *               "param": "timestamp",
                     *               "details": [
                     *                 {
                     *                   "code": "validation_error",
                     *                   "field": "payload.tokens",
                     *                   "message": "payload.tokens must be a number."
                     *                 }
                     *               ],
                     *               "first_received_at": "2026-11-22T09:30:00.000Z"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["EventBatchAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    submitEventBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBulkBody"];
            };
        };
        responses: {
            /** @description The events are taken. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "bulk_id": "blk_8f14e45fceea167a5a36dedd",
                     *         "events": 10000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["EventBulkAccepted"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getEventBulk: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
                /**
                 * @description The `bulk_id` that the submission answered.
                 * @example blk_8f14e45fceea167a5a36dedd
                 */
                bulkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results so far. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "bulk_id": "blk_8f14e45fceea167a5a36dedd",
                     *         "events": 10000,
                     *         "accepted": 9989,
                     *         "duplicates": 10,
                     *         "rejected": 1,
                     *         "pending": 0,
                     *         "done": true,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "problems": {
                     *           "items": [
                     *             {
                     *               "index": 7,
                     *               "event_id": "req-8",
                     *               "status": 400,
                     *               "code": "validation_error",
                     *               "message": "timestamp must be in UTC: end it with Z."
                     *             }
                     *           ],
                     *           "next_cursor": "WyJyZl8wMSJd"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["EventBulkAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    queryUsage: {
        parameters: {
            query?: {
                /**
                 * @description Where the range begins. Left out: with the quarter of an hour of the first usage.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Where the range ends; usage at this moment is not in it. Left out: with that of the last usage.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Splits the range into windows, at most 10000. Left out: one total.
                 * @example DAY
                 */
                windowSize?: "MINUTE" | "HOUR" | "DAY" | "MONTH";
                /**
                 * @description The IANA time zone in which days and months begin. Default UTC.
                 * @example Asia/Riyadh
                 */
                windowTimeZone?: string;
                /**
                 * @description Splits the totals by fields that the meter declares in `group_by`: an array, a repeated parameter, or names with commas between them.
                 * @example [
                 *       "model"
                 *     ]
                 */
                groupBy?: string[] | string;
                /**
                 * @description Only usage whose fields have one of these values. The fields are those of `group_by`; values are compared as text. In a query string: `filterGroupBy[model]=large`.
                 * @example {
                 *       "model": [
                 *         "large"
                 *       ]
                 *     }
                 */
                filterGroupBy?: {
                    [key: string]: string[] | string;
                };
            };
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Usage",
                     *       "from": "2026-11-01T00:00:00.000000Z",
                     *       "to": "2026-12-01T00:00:00.000000Z",
                     *       "windowSize": "DAY",
                     *       "windowTimeZone": "UTC",
                     *       "data": [
                     *         {
                     *           "value": "173",
                     *           "billable": "173",
                     *           "windowStart": "2026-11-01T00:00:00.000Z",
                     *           "windowEnd": "2026-11-02T00:00:00.000Z",
                     *           "groupBy": {
                     *             "model": "large"
                     *           },
                     *           "adjustedValue": "180"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageAnswer"];
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["Payment.400.too_many_windows.too_many_rows.too_many_events.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    queryUsageByBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UsageParameters"];
            };
        };
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Usage",
                     *       "from": "2026-11-01T00:00:00.000000Z",
                     *       "to": "2026-12-01T00:00:00.000000Z",
                     *       "windowSize": "DAY",
                     *       "windowTimeZone": "UTC",
                     *       "data": [
                     *         {
                     *           "value": "173",
                     *           "billable": "173",
                     *           "windowStart": "2026-11-01T00:00:00.000Z",
                     *           "windowEnd": "2026-11-02T00:00:00.000Z",
                     *           "groupBy": {
                     *             "model": "large"
                     *           },
                     *           "adjustedValue": "180"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageAnswer"];
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["Payment.400.too_many_windows.too_many_rows.too_many_events.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only usage that happened at this moment or later.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only usage that happened before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Only events that are in the totals, or only those that are not.
                 * @example true
                 */
                counted?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "event_id": "req-1",
                     *             "operation": "ADD",
                     *             "timestamp": "2026-11-01T00:00:00.123456Z",
                     *             "received_at": "2026-11-01T00:00:00.200000Z",
                     *             "counted": true,
                     *             "reason": "filter_mismatch",
                     *             "meter_version": 1,
                     *             "value": "173",
                     *             "late": false,
                     *             "reverses": null,
                     *             "payload": {
                     *               "tokens": 173,
                     *               "model": "large"
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["StoredEventPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the meter.
                 * @example tokens
                 */
                id: string;
                /**
                 * @description Your `event_id`.
                 * @example req-1
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "event_id": "req-1",
                     *         "operation": "ADD",
                     *         "timestamp": "2026-11-01T00:00:00.123456Z",
                     *         "received_at": "2026-11-01T00:00:00.200000Z",
                     *         "counted": true,
                     *         "reason": "filter_mismatch",
                     *         "meter_version": 1,
                     *         "value": "173",
                     *         "late": false,
                     *         "reverses": null,
                     *         "payload": {
                     *           "tokens": 173,
                     *           "model": "large"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["StoredEvent"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only active or only inactive plans.
                 * @example true
                 */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of plans. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "pro",
                     *             "name": "Pro",
                     *             "active": true,
                     *             "recurring": true,
                     *             "meters": [
                     *               {
                     *                 "meter_id": "tokens",
                     *                 "price": {
                     *                   "model": "per_unit",
                     *                   "unit_amount": "0.000002",
                     *                   "currency": "SAR"
                     *                 }
                     *               }
                     *             ],
                     *             "account_id": "5f1d7a3b9c2e4680",
                     *             "store_id": "str_1",
                     *             "mode": "stage",
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["PlanAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePlanBody"];
            };
        };
        responses: {
            /** @description The new plan. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pro",
                     *         "name": "Pro",
                     *         "active": true,
                     *         "recurring": true,
                     *         "meters": [
                     *           {
                     *             "meter_id": "tokens",
                     *             "price": {
                     *               "model": "per_unit",
                     *               "unit_amount": "0.000002",
                     *               "currency": "SAR"
                     *             }
                     *           }
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["PlanAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.unknown_meter.meter_inactive.one_time_only.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.plan_exists"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pro",
                     *         "name": "Pro",
                     *         "active": true,
                     *         "recurring": true,
                     *         "meters": [
                     *           {
                     *             "meter_id": "tokens",
                     *             "price": {
                     *               "model": "per_unit",
                     *               "unit_amount": "0.000002",
                     *               "currency": "SAR"
                     *             }
                     *           }
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["PlanAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updatePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePlanBody"];
            };
        };
        responses: {
            /** @description The changed plan. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pro",
                     *         "name": "Pro",
                     *         "active": true,
                     *         "recurring": true,
                     *         "meters": [
                     *           {
                     *             "meter_id": "tokens",
                     *             "price": {
                     *               "model": "per_unit",
                     *               "unit_amount": "0.000002",
                     *               "currency": "SAR"
                     *             }
                     *           }
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["PlanAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only subscriptions in this status.
                 * @example active
                 */
                status?: "active" | "paused" | "canceling" | "canceled";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of subscriptions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "sub_1",
                     *             "plan_id": "pro",
                     *             "customer_reference": "customer-7",
                     *             "status": "active",
                     *             "ends_at": "2026-11-22T09:30:00.000Z",
                     *             "account_id": "5f1d7a3b9c2e4680",
                     *             "store_id": "str_1",
                     *             "mode": "stage",
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SubscriptionAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscriptionBody"];
            };
        };
        responses: {
            /** @description The new subscription. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "sub_1",
                     *         "plan_id": "pro",
                     *         "customer_reference": "customer-7",
                     *         "status": "active",
                     *         "ends_at": "2026-11-22T09:30:00.000Z",
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SubscriptionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.plan_inactive.subscription_exists"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "sub_1",
                     *         "plan_id": "pro",
                     *         "customer_reference": "customer-7",
                     *         "status": "active",
                     *         "ends_at": "2026-11-22T09:30:00.000Z",
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SubscriptionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                sid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriptionBody"];
            };
        };
        responses: {
            /** @description The changed subscription. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "sub_1",
                     *         "plan_id": "pro",
                     *         "customer_reference": "customer-7",
                     *         "status": "active",
                     *         "ends_at": "2026-11-22T09:30:00.000Z",
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SubscriptionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listCharges: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the plan.
                 * @example pro
                 */
                id: string;
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of charges. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "period_start": "2026-11-01T00:00:00.000Z",
                     *             "period_end": "2026-12-01T00:00:00.000Z",
                     *             "closed_at": "2026-12-04T00:01:30.000Z",
                     *             "lines": [
                     *               {
                     *                 "meter_id": "tokens",
                     *                 "price": {
                     *                   "model": "per_unit",
                     *                   "unit_amount": "0.000002",
                     *                   "currency": "SAR"
                     *                 },
                     *                 "units": "1250",
                     *                 "charged_units": "250",
                     *                 "amount": "125.5",
                     *                 "currency": "SAR",
                     *                 "explanation": "Fixed fee of 100.5 SAR with 1000 units included, plus 250 further units at 0.1 SAR each."
                     *               }
                     *             ],
                     *             "totals": [
                     *               {
                     *                 "currency": "SAR",
                     *                 "amount": "125.5"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ChargeAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCheckoutBody"];
            };
        };
        responses: {
            /** @description The intent, with its page in `checkout_page_url`. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.unknown_method.method_not_enabled.no_payment_method.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listIntents: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only intents with this `pi_status`.
                 * @example succeeded
                 */
                status?: "requires_payment_method" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "failed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of intents. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "refund": {
                     *               "refunded_amount": 0,
                     *               "refund_object_id": null
                     *             },
                     *             "object_name": "payment_intent",
                     *             "customer": {
                     *               "name": "عميل تجريبي",
                     *               "email": "customer@shop.example",
                     *               "phone": "+12025550123",
                     *               "vip_customer": "no",
                     *               "previous_customer": "yes"
                     *             },
                     *             "description": "طلب رقم 1001",
                     *             "pi_status": "requires_payment_method",
                     *             "pm_token": "",
                     *             "shipping": {
                     *               "address1": "شارع الملك فهد ١",
                     *               "address2": "حي العليا",
                     *               "city": "الرياض",
                     *               "country": "SA",
                     *               "firstName": "عميل",
                     *               "lastName": "تجريبي",
                     *               "phone": "+12025550123",
                     *               "province": "الرياض",
                     *               "zip": "11564",
                     *               "shipping_method": "standard"
                     *             },
                     *             "metadata": {
                     *               "order_reference": "order-1001"
                     *             },
                     *             "token": null,
                     *             "capture_method": "automatic",
                     *             "html_response": {
                     *               "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *             },
                     *             "bank_response": {
                     *               "code": "000",
                     *               "message": "Completed",
                     *               "reference": "ga_1"
                     *             },
                     *             "last_payment_response": {
                     *               "token": null,
                     *               "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "status": "CAPTURED",
                     *               "gateway": "cardgateway-a",
                     *               "status_code_from_bank": "000",
                     *               "status_message_from_bank": "Completed",
                     *               "at": "2026-11-22T09:30:00.000Z"
                     *             },
                     *             "encryptionKey": null,
                     *             "billingAddress": {
                     *               "address1": "شارع الملك فهد ١",
                     *               "address2": "حي العليا",
                     *               "city": "الرياض",
                     *               "country": "SA",
                     *               "firstName": "عميل",
                     *               "lastName": "تجريبي",
                     *               "phone": "+12025550123",
                     *               "province": "الرياض",
                     *               "zip": "11564",
                     *               "shipping_method": "standard"
                     *             },
                     *             "routing_rules_history": [
                     *               {
                     *                 "at": "2026-11-22T09:30:00.000Z",
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "gateway_type": "cardgateway-a",
                     *                 "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "reason": "all conditions match",
                     *                 "outcome": "captured",
                     *                 "latency_ms": 240,
                     *                 "considered": [
                     *                   {
                     *                     "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                     "matched": true,
                     *                     "why": "all conditions match"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "subscription": {},
                     *             "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *             "amount_captured": 0,
                     *             "amount_capturable": 0,
                     *             "amount_refunded": 0
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntentBody"];
            };
        };
        responses: {
            /** @description The intent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.unknown_method.method_not_enabled.no_payment_method.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkBody"];
            };
        };
        responses: {
            /** @description The intent, with the link in `checkout_page_url`. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.unknown_method.method_not_enabled.no_payment_method.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getIntent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The intent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIntentBody"];
            };
        };
        responses: {
            /** @description The changed intent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.unknown_method.method_not_enabled.no_payment_method.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.expired.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    cancelIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled intent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    confirmIntent: {
        parameters: {
            query: {
                /**
                 * @description The `pi_client_secret` of the intent. It names the intent that is confirmed.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567
                 */
                pi_client_secret: string;
            };
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmIntentBody"];
            };
        };
        responses: {
            /** @description The payment is made, or the customer continues elsewhere. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.unknown_method.method_not_enabled.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            402: components["responses"]["Payment.402.payment_declined"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.expired.token_suspended.token_revoked.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getIntentDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The intent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    captureNamedIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CaptureNamedIntentBody"];
            };
        };
        responses: {
            /** @description The money is captured. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.capture_refused.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.amount_exceeds_authorised.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    voidNamedIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NamedIntentBody"];
            };
        };
        responses: {
            /** @description The authorisation is released. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.void_refused.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    captureIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CaptureBody"];
            };
        };
        responses: {
            /** @description The money is captured. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.capture_refused.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.amount_exceeds_authorised.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    voidIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorisation is released. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.void_refused.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only refunds of this payment intent.
                 * @example pi_01KAB3X4Y5Z6
                 */
                payment_intent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of refunds. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "rf_01KAB3X4Y5Z6",
                     *             "object_name": "refund",
                     *             "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *             "transaction_id": "tx_01KAB3X4Y5Z6",
                     *             "refunded_amount": 100,
                     *             "currency": "SAR",
                     *             "status": "succeeded",
                     *             "reason": "One of two shirts came back",
                     *             "status_code_from_bank": "00",
                     *             "status_message_from_bank": "Completed",
                     *             "store_id": "st_01KAB3X4Y5Z6",
                     *             "mode": "stage",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "settled_at": "2026-11-22T09:30:00.000Z",
                     *             "history": [
                     *               {
                     *                 "at": "2026-11-22T09:30:00.000Z",
                     *                 "status": "succeeded",
                     *                 "message": "One of two shirts came back"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RefundAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefundBody"];
            };
        };
        responses: {
            /** @description The gateway has answered. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rf_01KAB3X4Y5Z6",
                     *         "object_name": "refund",
                     *         "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *         "transaction_id": "tx_01KAB3X4Y5Z6",
                     *         "refunded_amount": 100,
                     *         "currency": "SAR",
                     *         "status": "succeeded",
                     *         "reason": "One of two shirts came back",
                     *         "status_code_from_bank": "00",
                     *         "status_message_from_bank": "Completed",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "settled_at": "2026-11-22T09:30:00.000Z",
                     *         "history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "status": "succeeded",
                     *             "message": "One of two shirts came back"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RefundAnswer"];
                    };
                };
            };
            /** @description The gateway has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rf_01KAB3X4Y5Z6",
                     *         "object_name": "refund",
                     *         "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *         "transaction_id": "tx_01KAB3X4Y5Z6",
                     *         "refunded_amount": 100,
                     *         "currency": "SAR",
                     *         "status": "succeeded",
                     *         "reason": "One of two shirts came back",
                     *         "status_code_from_bank": "00",
                     *         "status_message_from_bank": "Completed",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "settled_at": "2026-11-22T09:30:00.000Z",
                     *         "history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "status": "succeeded",
                     *             "message": "One of two shirts came back"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RefundAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.refund_refused.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.refund_exceeds_captured.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the refund.
                 * @example rf_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rf_01KAB3X4Y5Z6",
                     *         "object_name": "refund",
                     *         "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *         "transaction_id": "tx_01KAB3X4Y5Z6",
                     *         "refunded_amount": 100,
                     *         "currency": "SAR",
                     *         "status": "succeeded",
                     *         "reason": "One of two shirts came back",
                     *         "status_code_from_bank": "00",
                     *         "status_message_from_bank": "Completed",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "settled_at": "2026-11-22T09:30:00.000Z",
                     *         "history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "status": "succeeded",
                     *             "message": "One of two shirts came back"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RefundAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the refund.
                 * @example rf_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRefundBody"];
            };
        };
        responses: {
            /** @description The changed refund. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rf_01KAB3X4Y5Z6",
                     *         "object_name": "refund",
                     *         "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *         "transaction_id": "tx_01KAB3X4Y5Z6",
                     *         "refunded_amount": 100,
                     *         "currency": "SAR",
                     *         "status": "succeeded",
                     *         "reason": "One of two shirts came back",
                     *         "status_code_from_bank": "00",
                     *         "status_message_from_bank": "Completed",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "settled_at": "2026-11-22T09:30:00.000Z",
                     *         "history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "status": "succeeded",
                     *             "message": "One of two shirts came back"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RefundAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    setUpBnpl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUpBnplBody"];
            };
        };
        responses: {
            /** @description The setup session. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "wallet_id": "wlt_01KAB3X4Y5Z6",
                     *         "wallet_type": "walletprovider",
                     *         "amount": 1500.5,
                     *         "order_reference": "order-1001",
                     *         "success_redirect_url": "https://shop.example/paid",
                     *         "failure_redirect_url": "https://shop.example/failed",
                     *         "payment_method_types": "wallet",
                     *         "description": "طلب رقم 1001",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123"
                     *         },
                     *         "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *         "redirect_url": "https://pay.example/wallet/q7Zx0Jm2",
                     *         "currency": "PKR"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["BnplSetupAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.method_not_enabled.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    setUpWalletSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUpSubscriptionBody"];
            };
        };
        responses: {
            /** @description The page of the setup. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "redirect_url": "https://pay.example/wallet/q7Zx0Jm2",
                     *         "_id": "tok_01KAB3X4Y5Z6"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["SubscriptionSetupAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWalletTokens: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only tokens of this phone number. Characters that are no digits are ignored.
                 * @example +12025550123
                 */
                phone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "tok_01KAB3X4Y5Z6",
                     *             "object_name": "wallet_token",
                     *             "wallet_type": "walletprovider",
                     *             "state": "active",
                     *             "phone": "••••••••01",
                     *             "store_id": "st_01KAB3X4Y5Z6",
                     *             "mode": "stage",
                     *             "account_id": "5f1d7a3b9c2e4680",
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WalletTokenAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWalletToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the wallet token.
                 * @example tok_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "tok_01KAB3X4Y5Z6",
                     *         "object_name": "wallet_token",
                     *         "wallet_type": "walletprovider",
                     *         "state": "active",
                     *         "phone": "••••••••01",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WalletTokenAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    revokeWalletToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the wallet token.
                 * @example tok_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "tok_01KAB3X4Y5Z6",
                     *         "object_name": "wallet_token",
                     *         "wallet_type": "walletprovider",
                     *         "state": "active",
                     *         "phone": "••••••••01",
                     *         "store_id": "st_01KAB3X4Y5Z6",
                     *         "mode": "stage",
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WalletTokenAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    chargeWalletToken: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeTokenBody"];
            };
        };
        responses: {
            /** @description The money is taken; `data` is the payment intent of the charge. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The wallet has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.idempotency_key_required.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            402: components["responses"]["Payment.402.payment_declined"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.token_suspended.token_revoked.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    chargeTokenizedPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeTokenBody"];
            };
        };
        responses: {
            /** @description The money is taken; `data` is the payment intent of the charge. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            /** @description The wallet has not answered yet. A notification reports the result. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "pi_client_secret": "pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "refund": {
                     *           "refunded_amount": 0,
                     *           "refund_object_id": null
                     *         },
                     *         "object_name": "payment_intent",
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123",
                     *           "vip_customer": "no",
                     *           "previous_customer": "yes"
                     *         },
                     *         "description": "طلب رقم 1001",
                     *         "pi_status": "requires_payment_method",
                     *         "pm_token": "",
                     *         "shipping": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "metadata": {
                     *           "order_reference": "order-1001"
                     *         },
                     *         "token": null,
                     *         "capture_method": "automatic",
                     *         "html_response": {
                     *           "redirect_url": "https://gateway.example/3ds/01KAB3X4Y5Z6"
                     *         },
                     *         "bank_response": {
                     *           "code": "000",
                     *           "message": "Completed",
                     *           "reference": "ga_1"
                     *         },
                     *         "last_payment_response": {
                     *           "token": null,
                     *           "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *           "status": "CAPTURED",
                     *           "gateway": "cardgateway-a",
                     *           "status_code_from_bank": "000",
                     *           "status_message_from_bank": "Completed",
                     *           "at": "2026-11-22T09:30:00.000Z"
                     *         },
                     *         "encryptionKey": null,
                     *         "billingAddress": {
                     *           "address1": "شارع الملك فهد ١",
                     *           "address2": "حي العليا",
                     *           "city": "الرياض",
                     *           "country": "SA",
                     *           "firstName": "عميل",
                     *           "lastName": "تجريبي",
                     *           "phone": "+12025550123",
                     *           "province": "الرياض",
                     *           "zip": "11564",
                     *           "shipping_method": "standard"
                     *         },
                     *         "routing_rules_history": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "subscription": {},
                     *         "checkout_page_url": "https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c",
                     *         "amount_captured": 0,
                     *         "amount_capturable": 0,
                     *         "amount_refunded": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["IntentAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.idempotency_key_required.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            402: components["responses"]["Payment.402.payment_declined"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.token_suspended.token_revoked.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listRoutingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, in the order in which they are tried. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "rule_id": "rule_01KAB3X4Y5Z6",
                     *         "enabled": true,
                     *         "gatewayType": "cardgateway-a",
                     *         "fallback_gateway": [
                     *           {
                     *             "gateway_type": "cardgateway-b"
                     *           }
                     *         ],
                     *         "rule_attributes": [
                     *           "vip_customer"
                     *         ],
                     *         "conditions": {
                     *           "currencies": [
                     *             "SAR"
                     *           ],
                     *           "amount_min": 100,
                     *           "amount_max": 5000,
                     *           "countries": [
                     *             "SA"
                     *           ],
                     *           "methods": [
                     *             "card"
                     *           ]
                     *         },
                     *         "split": [
                     *           {
                     *             "gateway_type": "cardgateway-b",
                     *             "percent": 30
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RoutingRuleAnswer"][];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createRoutingRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoutingRuleBody"];
            };
        };
        responses: {
            /** @description The rule. It applies to the next payment. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "rule_id": "rule_01KAB3X4Y5Z6",
                     *         "enabled": true,
                     *         "gatewayType": "cardgateway-a",
                     *         "fallback_gateway": [
                     *           {
                     *             "gateway_type": "cardgateway-b"
                     *           }
                     *         ],
                     *         "rule_attributes": [
                     *           "vip_customer"
                     *         ],
                     *         "conditions": {
                     *           "currencies": [
                     *             "SAR"
                     *           ],
                     *           "amount_min": 100,
                     *           "amount_max": 5000,
                     *           "countries": [
                     *             "SA"
                     *           ],
                     *           "methods": [
                     *             "card"
                     *           ]
                     *         },
                     *         "split": [
                     *           {
                     *             "gateway_type": "cardgateway-b",
                     *             "percent": 30
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RoutingRuleAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.unknown_gateway.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.too_many_rules"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    orderRoutingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRoutingRulesBody"];
            };
        };
        responses: {
            /** @description The rules in their new order. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "rule_id": "rule_01KAB3X4Y5Z6",
                     *         "enabled": true,
                     *         "gatewayType": "cardgateway-a",
                     *         "fallback_gateway": [
                     *           {
                     *             "gateway_type": "cardgateway-b"
                     *           }
                     *         ],
                     *         "rule_attributes": [
                     *           "vip_customer"
                     *         ],
                     *         "conditions": {
                     *           "currencies": [
                     *             "SAR"
                     *           ],
                     *           "amount_min": 100,
                     *           "amount_max": 5000,
                     *           "countries": [
                     *             "SA"
                     *           ],
                     *           "methods": [
                     *             "card"
                     *           ]
                     *         },
                     *         "split": [
                     *           {
                     *             "gateway_type": "cardgateway-b",
                     *             "percent": 30
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RoutingRuleAnswer"][];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    testRoutingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DryRunBody"];
            };
        };
        responses: {
            /** @description What the rules would have chosen. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "payments": 250,
                     *         "changed": 40,
                     *         "by_gateway": {
                     *           "cardgateway-a": {
                     *             "now": 100,
                     *             "then": 140
                     *           },
                     *           "cardgateway-b": {
                     *             "now": 150,
                     *             "then": 110
                     *           }
                     *         },
                     *         "examples": [
                     *           {
                     *             "payment_intent_id": "pi_01KAB3X4Y5Z6",
                     *             "now": "cardgateway-b",
                     *             "then": "cardgateway-a",
                     *             "rule_id": "rules.0",
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DryRunAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.unknown_gateway.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    deleteRoutingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `rule_id` of the rule.
                 * @example rule_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "rule_id": "rule_01KAB3X4Y5Z6"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DeletedRoutingRule"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateRoutingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `rule_id` of the rule.
                 * @example rule_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRoutingRuleBody"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "rule_id": "rule_01KAB3X4Y5Z6",
                     *         "enabled": true,
                     *         "gatewayType": "cardgateway-a",
                     *         "fallback_gateway": [
                     *           {
                     *             "gateway_type": "cardgateway-b"
                     *           }
                     *         ],
                     *         "rule_attributes": [
                     *           "vip_customer"
                     *         ],
                     *         "conditions": {
                     *           "currencies": [
                     *             "SAR"
                     *           ],
                     *           "amount_min": 100,
                     *           "amount_max": 5000,
                     *           "countries": [
                     *             "SA"
                     *           ],
                     *           "methods": [
                     *             "card"
                     *           ]
                     *         },
                     *         "split": [
                     *           {
                     *             "gateway_type": "cardgateway-b",
                     *             "percent": 30
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RoutingRuleAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.unknown_gateway.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only with this status.
                 * @example CAPTURED
                 */
                status?: "PENDING" | "AUTHENTICATION_PENDING" | "AUTHENTICATION_SUCCESSFUL" | "AUTHENTICATION_FAILED" | "RISK_DECLINED" | "FAILED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "TIMEOUT" | "PARTIALLY_REFUNDED" | "REFUNDED" | "LATE_CAPTURED" | "REVERSED";
                /**
                 * @description Only by this method.
                 * @example card
                 */
                method?: "card" | "bnpl" | "wallet";
                /**
                 * @description Only at this gateway.
                 * @example cardgateway-a
                 */
                gateway?: string;
                /**
                 * @description Only in this currency.
                 * @example SAR
                 */
                currency?: string;
                /**
                 * @description Only of this payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                payment_intent_id?: string;
                /**
                 * @description Only of orders with this reference.
                 * @example order-1001
                 */
                order_reference?: string;
                /**
                 * @description At least this amount, in major units. Needs `currency`.
                 * @example 100.00
                 */
                amount_min?: number | string;
                /**
                 * @description At most this amount, in major units. Needs `currency`.
                 * @example 2000.00
                 */
                amount_max?: number | string;
                /**
                 * @description Started at this time or later: a date or a timestamp.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Started before this time.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description A part of an id, an order reference, a customer's name, email or phone, or of a gateway's reference. A whole id is found fastest.
                 * @example order-1001
                 */
                search?: string;
                /**
                 * @description Only with an operation in this queue of manual review.
                 * @example unknown_outcome
                 */
                queue?: "unknown_outcome" | "contradiction" | "reversal_refused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of transactions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "order_reference": "order-1001",
                     *             "status": "CAPTURED",
                     *             "pi_status": "succeeded",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "captured_amount": 1500.5,
                     *             "refunded_amount": 0,
                     *             "payment_method_types": "card",
                     *             "gateway": "cardgateway-a",
                     *             "gateway_reference": "ga_1",
                     *             "status_code_from_bank": "000",
                     *             "status_message_from_bank": "Completed",
                     *             "secure": "3DS2",
                     *             "instrument": {
                     *               "brand": "visa",
                     *               "bin": "411111",
                     *               "last4": "1111"
                     *             },
                     *             "customer": {
                     *               "name": "عميل تجريبي",
                     *               "email": "customer@shop.example",
                     *               "phone": "+12025550123"
                     *             },
                     *             "queue": null,
                     *             "store_id": "str_1",
                     *             "mode": "stage",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "updated_at": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["TransactionAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the transaction.
                 * @example txn_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "order_reference": "order-1001",
                     *         "status": "CAPTURED",
                     *         "pi_status": "succeeded",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "captured_amount": 1500.5,
                     *         "refunded_amount": 0,
                     *         "payment_method_types": "card",
                     *         "gateway": "cardgateway-a",
                     *         "gateway_reference": "ga_1",
                     *         "status_code_from_bank": "000",
                     *         "status_message_from_bank": "Completed",
                     *         "secure": "3DS2",
                     *         "instrument": {
                     *           "brand": "visa",
                     *           "bin": "411111",
                     *           "last4": "1111"
                     *         },
                     *         "customer": {
                     *           "name": "عميل تجريبي",
                     *           "email": "customer@shop.example",
                     *           "phone": "+12025550123"
                     *         },
                     *         "queue": null,
                     *         "store_id": "str_1",
                     *         "mode": "stage",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "updated_at": "2026-11-22T09:30:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "status": "CAPTURED",
                     *             "gateway": "cardgateway-a",
                     *             "payment_method_types": "card",
                     *             "status_code_from_bank": "000",
                     *             "created_at": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "timeline": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "status": "CAPTURED",
                     *             "actor": "gateway",
                     *             "note": ""
                     *           }
                     *         ],
                     *         "routing": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway_type": "cardgateway-a",
                     *             "attempt_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "reason": "all conditions match",
                     *             "outcome": "captured",
                     *             "latency_ms": 240,
                     *             "considered": [
                     *               {
                     *                 "rule_id": "rule_019ab3c4d5e6f708192a3b4c5d6",
                     *                 "matched": true,
                     *                 "why": "all conditions match"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "ledger": [
                     *           {
                     *             "at": "2026-11-22T09:30:00.000Z",
                     *             "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "account": "gateway_receivable",
                     *             "amount": 1500.5,
                     *             "gateway": "cardgateway-a"
                     *           }
                     *         ],
                     *         "operations": [
                     *           {
                     *             "id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *             "kind": "pay",
                     *             "state": "done",
                     *             "inquiries": 0,
                     *             "queue": null,
                     *             "queue_why": null,
                     *             "amount": 1500.5
                     *           }
                     *         ],
                     *         "reviews": [
                     *           {
                     *             "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *             "kind": "resolve",
                     *             "state": "applied",
                     *             "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *             "queue": "unknown_outcome",
                     *             "outcome": "done",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "debit_account": null,
                     *             "credit_account": null,
                     *             "reason": "",
                     *             "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *             "note": "The customer knows it by telephone",
                     *             "decided_by": "key_9f86d081884c7d65",
                     *             "person": "Amal Haddad, finance",
                     *             "decided_at": "2026-11-22T09:30:00.000Z",
                     *             "second_by": "key_5feceb66ffc86f38",
                     *             "second_person": "Omar Siddiqui, risk",
                     *             "second_note": "The customer knows it by telephone",
                     *             "second_at": "2026-11-22T09:30:00.000Z",
                     *             "changes": {
                     *               "before": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "after": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "postings": [
                     *                 {
                     *                   "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *                   "account": "gateway_receivable",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "requests": [
                     *                 {
                     *                   "kind": "reverse",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "notifications": [
                     *                 "PAYMENT_INTENT_NOTIFICATION"
                     *               ]
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["TransactionInFullAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    downloadSettlement: {
        parameters: {
            query: {
                /**
                 * @description The begin of the period: a date or a timestamp.
                 * @example 2026-11-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end of the period, which does not belong to it.
                 * @example 2026-12-01T00:00:00Z
                 */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listReviewQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operations. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *             "queue": "unknown_outcome",
                     *             "why": "still unknown after 14 minutes",
                     *             "kind": "pay",
                     *             "state": "pending",
                     *             "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "gateway": "cardgateway-a",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "inquiries": 19,
                     *             "started_at": "2026-11-22T09:30:00.000Z",
                     *             "proposal_id": "rd_019ab3c4d5e6f708192a3b4c5d6"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["QueueAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    resolveQueuedOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `operation_id` of the operation.
                 * @example op_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveBody"];
            };
        };
        responses: {
            /** @description What was decided, or reported, and what it changed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "why": "still unknown after 14 minutes",
                     *         "kind": "pay",
                     *         "state": "pending",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "gateway": "cardgateway-a",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "inquiries": 19,
                     *         "started_at": "2026-11-22T09:30:00.000Z",
                     *         "proposal_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "result": "applied",
                     *         "decision_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "reported": {
                     *           "kind": "captured",
                     *           "amount": 1500.5,
                     *           "code": "000",
                     *           "message": "Completed"
                     *         },
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ResolvedAnswer"];
                    };
                };
            };
            /** @description The decision waits for another key. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "why": "still unknown after 14 minutes",
                     *         "kind": "pay",
                     *         "state": "pending",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "gateway": "cardgateway-a",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "inquiries": 19,
                     *         "started_at": "2026-11-22T09:30:00.000Z",
                     *         "proposal_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "result": "applied",
                     *         "decision_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "reported": {
                     *           "kind": "captured",
                     *           "amount": 1500.5,
                     *           "code": "000",
                     *           "message": "Completed"
                     *         },
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ResolvedAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.not_in_review.already_proposed.nothing_to_change.contradiction.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.amount_impossible.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listReviewDecisions: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only of this operation.
                 * @example op_019ab3c4d5e6f708192a3b4c5d6
                 */
                operation_id?: string;
                /**
                 * @description Only of this payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                payment_intent_id?: string;
                /**
                 * @description Only in this state.
                 * @example proposed
                 */
                state?: "proposed" | "applied" | "rejected" | "superseded";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of decisions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *             "kind": "resolve",
                     *             "state": "applied",
                     *             "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *             "queue": "unknown_outcome",
                     *             "outcome": "done",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "debit_account": null,
                     *             "credit_account": null,
                     *             "reason": "",
                     *             "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *             "note": "The customer knows it by telephone",
                     *             "decided_by": "key_9f86d081884c7d65",
                     *             "person": "Amal Haddad, finance",
                     *             "decided_at": "2026-11-22T09:30:00.000Z",
                     *             "second_by": "key_5feceb66ffc86f38",
                     *             "second_person": "Omar Siddiqui, risk",
                     *             "second_note": "The customer knows it by telephone",
                     *             "second_at": "2026-11-22T09:30:00.000Z",
                     *             "changes": {
                     *               "before": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "after": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "postings": [
                     *                 {
                     *                   "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *                   "account": "gateway_receivable",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "requests": [
                     *                 {
                     *                   "kind": "reverse",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "notifications": [
                     *                 "PAYMENT_INTENT_NOTIFICATION"
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    approveReviewDecision: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the decision.
                 * @example rd_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description The applied decision. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "kind": "resolve",
                     *         "state": "applied",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "outcome": "done",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "debit_account": null,
                     *         "credit_account": null,
                     *         "reason": "",
                     *         "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *         "note": "The customer knows it by telephone",
                     *         "decided_by": "key_9f86d081884c7d65",
                     *         "person": "Amal Haddad, finance",
                     *         "decided_at": "2026-11-22T09:30:00.000Z",
                     *         "second_by": "key_5feceb66ffc86f38",
                     *         "second_person": "Omar Siddiqui, risk",
                     *         "second_note": "The customer knows it by telephone",
                     *         "second_at": "2026-11-22T09:30:00.000Z",
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.same_key.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.already_decided.not_in_review.nothing_to_change.contradiction.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.amount_impossible.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    rejectReviewDecision: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `_id` of the decision.
                 * @example rd_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description The rejected decision. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "kind": "resolve",
                     *         "state": "applied",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "outcome": "done",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "debit_account": null,
                     *         "credit_account": null,
                     *         "reason": "",
                     *         "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *         "note": "The customer knows it by telephone",
                     *         "decided_by": "key_9f86d081884c7d65",
                     *         "person": "Amal Haddad, finance",
                     *         "decided_at": "2026-11-22T09:30:00.000Z",
                     *         "second_by": "key_5feceb66ffc86f38",
                     *         "second_person": "Omar Siddiqui, risk",
                     *         "second_note": "The customer knows it by telephone",
                     *         "second_at": "2026-11-22T09:30:00.000Z",
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.same_key.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.already_decided.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only of this payment intent.
                 * @example pi_019ab3c4d5e6f708192a3b4c5d6
                 */
                payment_intent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of adjustments. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *             "kind": "resolve",
                     *             "state": "applied",
                     *             "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *             "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *             "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *             "queue": "unknown_outcome",
                     *             "outcome": "done",
                     *             "amount": 1500.5,
                     *             "currency": "SAR",
                     *             "debit_account": null,
                     *             "credit_account": null,
                     *             "reason": "",
                     *             "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *             "note": "The customer knows it by telephone",
                     *             "decided_by": "key_9f86d081884c7d65",
                     *             "person": "Amal Haddad, finance",
                     *             "decided_at": "2026-11-22T09:30:00.000Z",
                     *             "second_by": "key_5feceb66ffc86f38",
                     *             "second_person": "Omar Siddiqui, risk",
                     *             "second_note": "The customer knows it by telephone",
                     *             "second_at": "2026-11-22T09:30:00.000Z",
                     *             "changes": {
                     *               "before": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "after": {
                     *                 "operation_state": "pending",
                     *                 "queue": "unknown_outcome",
                     *                 "pi_status": "processing",
                     *                 "transaction_status": "TIMEOUT",
                     *                 "amount_captured": 0,
                     *                 "amount_refunded": 0
                     *               },
                     *               "postings": [
                     *                 {
                     *                   "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *                   "account": "gateway_receivable",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "requests": [
                     *                 {
                     *                   "kind": "reverse",
                     *                   "amount": 1500.5
                     *                 }
                     *               ],
                     *               "notifications": [
                     *                 "PAYMENT_INTENT_NOTIFICATION"
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAdjustmentBody"];
            };
        };
        responses: {
            /** @description The posted adjustment. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "kind": "resolve",
                     *         "state": "applied",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "outcome": "done",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "debit_account": null,
                     *         "credit_account": null,
                     *         "reason": "",
                     *         "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *         "note": "The customer knows it by telephone",
                     *         "decided_by": "key_9f86d081884c7d65",
                     *         "person": "Amal Haddad, finance",
                     *         "decided_at": "2026-11-22T09:30:00.000Z",
                     *         "second_by": "key_5feceb66ffc86f38",
                     *         "second_person": "Omar Siddiqui, risk",
                     *         "second_note": "The customer knows it by telephone",
                     *         "second_at": "2026-11-22T09:30:00.000Z",
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswer"];
                    };
                };
            };
            /** @description The adjustment waits for another key. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "_id": "rd_019ab3c4d5e6f708192a3b4c5d6",
                     *         "kind": "resolve",
                     *         "state": "applied",
                     *         "payment_intent_id": "pi_019ab3c4d5e6f708192a3b4c5d6",
                     *         "transaction_id": "txn_019ab3c4d5e6f708192a3b4c5d6",
                     *         "operation_id": "op_019ab3c4d5e6f708192a3b4c5d6",
                     *         "queue": "unknown_outcome",
                     *         "outcome": "done",
                     *         "amount": 1500.5,
                     *         "currency": "SAR",
                     *         "debit_account": null,
                     *         "credit_account": null,
                     *         "reason": "",
                     *         "evidence": "Gateway's ticket 48211: captured on 1 November, statement line 17",
                     *         "note": "The customer knows it by telephone",
                     *         "decided_by": "key_9f86d081884c7d65",
                     *         "person": "Amal Haddad, finance",
                     *         "decided_at": "2026-11-22T09:30:00.000Z",
                     *         "second_by": "key_5feceb66ffc86f38",
                     *         "second_person": "Omar Siddiqui, risk",
                     *         "second_note": "The customer knows it by telephone",
                     *         "second_at": "2026-11-22T09:30:00.000Z",
                     *         "changes": {
                     *           "before": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "after": {
                     *             "operation_state": "pending",
                     *             "queue": "unknown_outcome",
                     *             "pi_status": "processing",
                     *             "transaction_status": "TIMEOUT",
                     *             "amount_captured": 0,
                     *             "amount_refunded": 0
                     *           },
                     *           "postings": [
                     *             {
                     *               "posting": "capture/txn_019ab3c4d5e6f708192a3b4c5d6",
                     *               "account": "gateway_receivable",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "requests": [
                     *             {
                     *               "kind": "reverse",
                     *               "amount": 1500.5
                     *             }
                     *           ],
                     *           "notifications": [
                     *             "PAYMENT_INTENT_NOTIFICATION"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DecisionAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.excess_precision.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.illegal_transition.idempotency_in_progress"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            422: components["responses"]["Payment.422.idempotency_mismatch"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getPaymentStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "متجر قافلة",
                     *         "color": "#0b5d57",
                     *         "payment_methods": [
                     *           "card",
                     *           "wallet"
                     *         ],
                     *         "offered": [
                     *           "card",
                     *           "wallet"
                     *         ],
                     *         "gateways": [
                     *           {
                     *             "gateway_type": "cardgateway-a",
                     *             "methods": [
                     *               "card"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["StoreAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updatePaymentStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeStoreBody"];
            };
        };
        responses: {
            /** @description The changed profile. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "متجر قافلة",
                     *         "color": "#0b5d57",
                     *         "payment_methods": [
                     *           "card",
                     *           "wallet"
                     *         ],
                     *         "offered": [
                     *           "card",
                     *           "wallet"
                     *         ],
                     *         "gateways": [
                     *           {
                     *             "gateway_type": "cardgateway-a",
                     *             "methods": [
                     *               "card"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["StoreAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listGateways: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gateways. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "gateway_type": "stripe",
                     *             "title": "Stripe",
                     *             "methods": [
                     *               "card"
                     *             ],
                     *             "credential_fields": [
                     *               {
                     *                 "name": "secret_key",
                     *                 "description": "The secret key, under Developers.",
                     *                 "required": true
                     *               }
                     *             ],
                     *             "connection": {
                     *               "_id": "gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *               "enabled": true,
                     *               "gateway_account": "acct_1Abc",
                     *               "gateway_account_name": "Shop",
                     *               "credential_hints": {
                     *                 "secret_key": "…7890",
                     *                 "webhook_secret": "…4321"
                     *               },
                     *               "webhook_url": "https://pay.example/public/v1/payment/callback/gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *               "tested_at": "2026-11-22T09:30:00.000Z",
                     *               "created_at": "2026-11-22T09:30:00.000Z",
                     *               "created_by": "key_019ab3c4d5e6f708192a3b4c5d6",
                     *               "updated_at": "2026-11-22T09:30:00.000Z",
                     *               "updated_by": "key_019ab3c4d5e6f708192a3b4c5d6"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["GatewaysAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The type of the gateway.
                 * @example stripe
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gateway. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "gateway_type": "stripe",
                     *         "title": "Stripe",
                     *         "methods": [
                     *           "card"
                     *         ],
                     *         "credential_fields": [
                     *           {
                     *             "name": "secret_key",
                     *             "description": "The secret key, under Developers.",
                     *             "required": true
                     *           }
                     *         ],
                     *         "connection": {
                     *           "_id": "gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *           "enabled": true,
                     *           "gateway_account": "acct_1Abc",
                     *           "gateway_account_name": "Shop",
                     *           "credential_hints": {
                     *             "secret_key": "…7890",
                     *             "webhook_secret": "…4321"
                     *           },
                     *           "webhook_url": "https://pay.example/public/v1/payment/callback/gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *           "tested_at": "2026-11-22T09:30:00.000Z",
                     *           "created_at": "2026-11-22T09:30:00.000Z",
                     *           "created_by": "key_019ab3c4d5e6f708192a3b4c5d6",
                     *           "updated_at": "2026-11-22T09:30:00.000Z",
                     *           "updated_by": "key_019ab3c4d5e6f708192a3b4c5d6"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["GatewayAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    connectGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The type of the gateway.
                 * @example stripe
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConnectGatewayBody"];
            };
        };
        responses: {
            /** @description The gateway with your account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "gateway_type": "stripe",
                     *         "title": "Stripe",
                     *         "methods": [
                     *           "card"
                     *         ],
                     *         "credential_fields": [
                     *           {
                     *             "name": "secret_key",
                     *             "description": "The secret key, under Developers.",
                     *             "required": true
                     *           }
                     *         ],
                     *         "connection": {
                     *           "_id": "gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *           "enabled": true,
                     *           "gateway_account": "acct_1Abc",
                     *           "gateway_account_name": "Shop",
                     *           "credential_hints": {
                     *             "secret_key": "…7890",
                     *             "webhook_secret": "…4321"
                     *           },
                     *           "webhook_url": "https://pay.example/public/v1/payment/callback/gwc_019ab3c4d5e6f708192a3b4c5d6",
                     *           "tested_at": "2026-11-22T09:30:00.000Z",
                     *           "created_at": "2026-11-22T09:30:00.000Z",
                     *           "created_by": "key_019ab3c4d5e6f708192a3b4c5d6",
                     *           "updated_at": "2026-11-22T09:30:00.000Z",
                     *           "updated_by": "key_019ab3c4d5e6f708192a3b4c5d6"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["GatewayAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.credentials_refused.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.gateway_account_changed.gateway_connection_changed"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    disconnectGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The type of the gateway.
                 * @example stripe
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is erased. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "gateway_type": "stripe"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DisconnectedGateway"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.gateway_in_use"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listGatewayCallbacks: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description `operation`: about a payment that this store did not request here, for instance a refund in the dashboard of the gateway. `token`, `dispute`, `payout`: what it says. `other`: everything else.
                 * @example dispute
                 */
                kind?: "operation" | "token" | "dispute" | "payout" | "other";
            };
            header?: never;
            path: {
                /**
                 * @description The type of the gateway.
                 * @example stripe
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of calls. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "event_id": "evt_1Abc",
                     *             "gateway_type": "stripe",
                     *             "kind": "dispute",
                     *             "type": "charge.dispute.created",
                     *             "content": {
                     *               "reference": "dp_1Abc",
                     *               "status": "opened",
                     *               "amount": "10000",
                     *               "currency": "SAR"
                     *             },
                     *             "received_at": "2026-11-22T09:30:00.000Z",
                     *             "times": 1
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["KeptCallbackAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    receiveWalletCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback is received. A repeat changes nothing. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.malformed_json"];
            401: components["responses"]["Payment.401.signature_mismatch"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    receiveGatewayCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The type of the gateway.
                 * @example cardgateway-a
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback is received. A repeat changes nothing. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.malformed_json"];
            401: components["responses"]["Payment.401.signature_mismatch"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    verifyConnectionCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the connection.
                 * @example gwc_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback is received. A repeat changes nothing. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.signature_mismatch"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    receiveConnectionCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `_id` of the connection.
                 * @example gwc_019ab3c4d5e6f708192a3b4c5d6
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback is received. A repeat changes nothing. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"];
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.signature_mismatch"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.gateway_unavailable.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listCouriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of the couriers. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "couriers": [
                     *           "sandbox-express",
                     *           "sandbox-economy"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["CouriersAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    updateCourier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the courier.
                 * @example sandbox-express
                 */
                courier_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCourierBody"];
            };
        };
        responses: {
            /** @description The couriers after the change. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "couriers": [
                     *           "sandbox-express",
                     *           "sandbox-economy"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["CouriersAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.COURIER_NOT_FOUND"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    listShipments: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only shipments in this state.
                 * @example IN_TRANSIT
                 */
                status?: "PENDING" | "BOOKING_FAILED" | "BOOKED" | "READY_FOR_PICKUP" | "PICKUP_FAILED" | "CANCEL_REQUESTED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "AVAILABLE_FOR_PICKUP" | "DELIVERY_FAILED" | "ON_HOLD" | "RETURN_TO_ORIGIN" | "DELIVERED" | "CANCELLED" | "CANCELLED_BY_COURIER" | "RETURNED" | "LOST";
                /**
                 * @description Only the shipment with this reference of yours.
                 * @example order-1001
                 */
                referenceNumber?: string;
                /**
                 * @description Only returns of this shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                originalShipmentId?: string;
                /**
                 * @description `true`: only shipments with an alarm, which a person must check. Default `false`.
                 * @example false
                 */
                alarms?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of shipments. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "shipmentId": "shp_01KAB3X4Y5Z6",
                     *             "shipmentStatus": "IN_TRANSIT",
                     *             "referenceNumber": "order-1001",
                     *             "shipmentType": "DOMESTIC",
                     *             "courierId": "sandbox-express",
                     *             "awb": "SBX0000012345",
                     *             "originalShipmentId": null,
                     *             "cancelRequested": false,
                     *             "currency": "SAR",
                     *             "codAmount": 126.5,
                     *             "codCollected": null,
                     *             "alarms": [],
                     *             "metadata": {
                     *               "channel": "app"
                     *             },
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T11:05:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    createShipment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShipmentBody"];
            };
        };
        responses: {
            /** @description The shipment is stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "shipmentId": "shp_01KAB3X4Y5Z6",
                     *         "warnings": [
                     *           {
                     *             "code": "PHONE_NOT_MOBILE",
                     *             "field": "shipToInfo.phone",
                     *             "message": "shipToInfo.phone is a landline: the courier cannot send text messages to it."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentCreatedAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.PHONE_INVALID.COUNTRY_INVALID.POSTCODE_INVALID.NATIONAL_ADDRESS_REQUIRED.AMOUNT_PRECISION.PRICING_MISMATCH.COD_NOT_ALLOWED.COD_EXCEEDS_TOTAL.CUSTOMS_REQUIRED.HS_CODE_INVALID.SHIPMENT_TYPE_MISMATCH.PACKAGE_LIMIT.COURIER_UNKNOWN.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            409: components["responses"]["Shipment.409.REFERENCE_DUPLICATE.idempotency_in_progress"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            422: components["responses"]["Shipment.422.idempotency_mismatch"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    createReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReturnBody"];
            };
        };
        responses: {
            /** @description The return is stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "shipmentId": "shp_01KAB3X4Y5Z6",
                     *         "warnings": [
                     *           {
                     *             "code": "PHONE_NOT_MOBILE",
                     *             "field": "shipToInfo.phone",
                     *             "message": "shipToInfo.phone is a landline: the courier cannot send text messages to it."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentCreatedAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.PHONE_INVALID.COUNTRY_INVALID.POSTCODE_INVALID.NATIONAL_ADDRESS_REQUIRED.AMOUNT_PRECISION.PRICING_MISMATCH.COD_NOT_ALLOWED.COD_EXCEEDS_TOTAL.CUSTOMS_REQUIRED.HS_CODE_INVALID.SHIPMENT_TYPE_MISMATCH.PACKAGE_LIMIT.COURIER_UNKNOWN.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            409: components["responses"]["Shipment.409.REFERENCE_DUPLICATE.RETURN_NOT_ALLOWED.RETURN_QUANTITY_EXCEEDED.idempotency_in_progress"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            422: components["responses"]["Shipment.422.idempotency_mismatch"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    trackShipment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shipment with its history. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "shipmentId": "shp_01KAB3X4Y5Z6",
                     *         "shipmentStatus": "IN_TRANSIT",
                     *         "referenceNumber": "order-1001",
                     *         "shipmentType": "DOMESTIC",
                     *         "courierId": "sandbox-express",
                     *         "awb": "SBX0000012345",
                     *         "originalShipmentId": null,
                     *         "cancelRequested": false,
                     *         "currency": "SAR",
                     *         "codAmount": 126.5,
                     *         "codCollected": null,
                     *         "alarms": [],
                     *         "metadata": {
                     *           "channel": "app"
                     *         },
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T11:05:00.000Z",
                     *         "history": [
                     *           {
                     *             "eventId": "4711",
                     *             "status": "IN_TRANSIT",
                     *             "source": "webhook",
                     *             "reasonCode": "NOT_HOME",
                     *             "courierStatusCode": "DEX08",
                     *             "description": "Customer not home",
                     *             "descriptionAr": "العميل غير موجود",
                     *             "location": {
                     *               "city": "Riyadh",
                     *               "countryCode": "SA"
                     *             },
                     *             "occurredAt": "2026-11-22T09:30:00.000Z",
                     *             "receivedAt": "2026-11-22T09:30:02.000Z",
                     *             "packageNumber": 1,
                     *             "proofOfDelivery": {
                     *               "signedBy": "نورة"
                     *             },
                     *             "codCollected": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["TrackingAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    cancelShipment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancellation is accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "202",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentEmptyAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            409: components["responses"]["Shipment.409.NOT_CANCELLABLE.idempotency_in_progress"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            422: components["responses"]["Shipment.422.idempotency_mismatch"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    retryBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same request under the same key gets the same answer and has no second effect.
                 * @example order-A-1001-attempt-1
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request is accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "202",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "retried": true,
                     *         "shipmentStatus": "PENDING"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["BookingRetryAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            409: components["responses"]["Shipment.409.idempotency_in_progress"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            422: components["responses"]["Shipment.422.idempotency_mismatch"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    clearAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are no alarms any more. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentEmptyAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    getAwb: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses of the files. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {
                     *         "awbUrl": "https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.pdf?package=0&expires=1795426200&signature=LEc6",
                     *         "awb": "SBX0000012345",
                     *         "packages": 1,
                     *         "expiresAt": "2026-11-23T09:30:00.000Z",
                     *         "formats": {
                     *           "pdf": "https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.pdf?package=0&expires=1795426200&signature=LEc6",
                     *           "zpl": "https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.zpl?package=0&expires=1795426200&signature=LEc6",
                     *           "png": [
                     *             "https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/0000000000000000000000000000000000000000000000000000000000000000.png?package=1&expires=1795426200&signature=LEc6"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["AwbAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field"];
            401: components["responses"]["Shipment.401.TOKEN_MISSING.TOKEN_INVALID.TOKEN_EXPIRED"];
            403: components["responses"]["Shipment.403.SCOPE_MISSING"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND"];
            409: components["responses"]["Shipment.409.AWB_NOT_READY"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    reportScans: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the courier.
                 * @example sandbox-express
                 */
                courier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans are recorded. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "200",
                     *       "status": "Success",
                     *       "message": "Done",
                     *       "data": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ShipmentSuccess"] & {
                        data: components["schemas"]["ShipmentEmptyAnswer"];
                    };
                };
            };
            400: components["responses"]["Shipment.400.validation_error.malformed_json"];
            401: components["responses"]["Shipment.401.signature_mismatch"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND.COURIER_NOT_FOUND"];
            413: components["responses"]["Shipment.413.body_too_large"];
            415: components["responses"]["Shipment.415.unsupported_media_type"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    openAwbFile: {
        parameters: {
            query: {
                /**
                 * @description The package of a PNG, counted from 1; 0 for files with all packages.
                 * @example 0
                 */
                package: number;
                /**
                 * @description When the address expires, in seconds since 1970.
                 * @example 1795426200
                 */
                expires: number;
                /**
                 * @description What makes the address valid.
                 * @example LEc6
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description The company of the shipment.
                 * @example 5f1d7a3b9c2e4680
                 */
                account_id: string;
                /**
                 * @description The id of the shipment.
                 * @example shp_01KAB3X4Y5Z6
                 */
                shipment_id: string;
                /**
                 * @description The digest of the label and its format: pdf, zpl or png.
                 * @example 0000000000000000000000000000000000000000000000000000000000000000.pdf
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                    "image/png": unknown;
                    "application/zpl": unknown;
                };
            };
            400: components["responses"]["Shipment.400.validation_error.unknown_field"];
            403: components["responses"]["Shipment.403.AWB_URL_INVALID"];
            404: components["responses"]["Shipment.404.SHIPMENT_NOT_FOUND.not_found"];
            409: components["responses"]["Shipment.409.AWB_CHANGED.AWB_NOT_READY"];
            410: components["responses"]["Shipment.410.AWB_URL_EXPIRED"];
            429: components["responses"]["Shipment.429.rate_limited"];
            500: components["responses"]["Shipment.500.internal_error"];
            502: components["responses"]["Shipment.502.bad_gateway"];
            503: components["responses"]["Shipment.503.service_unavailable.timeout"];
            504: components["responses"]["Shipment.504.gateway_timeout"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of endpoints. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "ep_5Yy0bDqO6hH1aWc2",
                     *             "url": "https://hooks.example.com/qafila",
                     *             "description": "Orders of the shop in Riyadh",
                     *             "event_types": [
                     *               "shipment.*",
                     *               "meter.created"
                     *             ],
                     *             "filters": [
                     *               {
                     *                 "path": "$.customer.country",
                     *                 "in": [
                     *                   "SA",
                     *                   "AE"
                     *                 ]
                     *               }
                     *             ],
                     *             "status": "enabled",
                     *             "status_reason": null,
                     *             "ordering": "none",
                     *             "rate_limit_per_second": 50,
                     *             "concurrency_max": 32,
                     *             "header_names": [
                     *               "authorization"
                     *             ],
                     *             "account_id": "5f1d7a3b9c2e4680",
                     *             "store_id": "str_9c2e46805f1d7a3b",
                     *             "mode": "stage",
                     *             "createdAt": "2026-11-22T09:30:00.000Z",
                     *             "updatedAt": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEndpointAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The new endpoint with its secret. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2",
                     *         "url": "https://hooks.example.com/qafila",
                     *         "description": "Orders of the shop in Riyadh",
                     *         "event_types": [
                     *           "shipment.*",
                     *           "meter.created"
                     *         ],
                     *         "filters": [
                     *           {
                     *             "path": "$.customer.country",
                     *             "in": [
                     *               "SA",
                     *               "AE"
                     *             ]
                     *           }
                     *         ],
                     *         "status": "enabled",
                     *         "status_reason": null,
                     *         "ordering": "none",
                     *         "rate_limit_per_second": 50,
                     *         "concurrency_max": 32,
                     *         "header_names": [
                     *           "authorization"
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_9c2e46805f1d7a3b",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z",
                     *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *         "public_key": "whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A="
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["CreatedWebhookEndpointAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.too_many_endpoints"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2",
                     *         "url": "https://hooks.example.com/qafila",
                     *         "description": "Orders of the shop in Riyadh",
                     *         "event_types": [
                     *           "shipment.*",
                     *           "meter.created"
                     *         ],
                     *         "filters": [
                     *           {
                     *             "path": "$.customer.country",
                     *             "in": [
                     *               "SA",
                     *               "AE"
                     *             ]
                     *           }
                     *         ],
                     *         "status": "enabled",
                     *         "status_reason": null,
                     *         "ordering": "none",
                     *         "rate_limit_per_second": 50,
                     *         "concurrency_max": 32,
                     *         "header_names": [
                     *           "authorization"
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_9c2e46805f1d7a3b",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z",
                     *         "last_sequence": 1042,
                     *         "pending": 0,
                     *         "dead": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEndpointStateAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DeletedWebhookEndpointAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The changed endpoint. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2",
                     *         "url": "https://hooks.example.com/qafila",
                     *         "description": "Orders of the shop in Riyadh",
                     *         "event_types": [
                     *           "shipment.*",
                     *           "meter.created"
                     *         ],
                     *         "filters": [
                     *           {
                     *             "path": "$.customer.country",
                     *             "in": [
                     *               "SA",
                     *               "AE"
                     *             ]
                     *           }
                     *         ],
                     *         "status": "enabled",
                     *         "status_reason": null,
                     *         "ordering": "none",
                     *         "rate_limit_per_second": 50,
                     *         "concurrency_max": 32,
                     *         "header_names": [
                     *           "authorization"
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_9c2e46805f1d7a3b",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEndpointAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    pauseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paused endpoint. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2",
                     *         "url": "https://hooks.example.com/qafila",
                     *         "description": "Orders of the shop in Riyadh",
                     *         "event_types": [
                     *           "shipment.*",
                     *           "meter.created"
                     *         ],
                     *         "filters": [
                     *           {
                     *             "path": "$.customer.country",
                     *             "in": [
                     *               "SA",
                     *               "AE"
                     *             ]
                     *           }
                     *         ],
                     *         "status": "enabled",
                     *         "status_reason": null,
                     *         "ordering": "none",
                     *         "rate_limit_per_second": 50,
                     *         "concurrency_max": 32,
                     *         "header_names": [
                     *           "authorization"
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_9c2e46805f1d7a3b",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEndpointAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    resumeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enabled endpoint. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ep_5Yy0bDqO6hH1aWc2",
                     *         "url": "https://hooks.example.com/qafila",
                     *         "description": "Orders of the shop in Riyadh",
                     *         "event_types": [
                     *           "shipment.*",
                     *           "meter.created"
                     *         ],
                     *         "filters": [
                     *           {
                     *             "path": "$.customer.country",
                     *             "in": [
                     *               "SA",
                     *               "AE"
                     *             ]
                     *           }
                     *         ],
                     *         "status": "enabled",
                     *         "status_reason": null,
                     *         "ordering": "none",
                     *         "rate_limit_per_second": 50,
                     *         "concurrency_max": 32,
                     *         "header_names": [
                     *           "authorization"
                     *         ],
                     *         "account_id": "5f1d7a3b9c2e4680",
                     *         "store_id": "str_9c2e46805f1d7a3b",
                     *         "mode": "stage",
                     *         "createdAt": "2026-11-22T09:30:00.000Z",
                     *         "updatedAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEndpointAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
                     *         "previous": [
                     *           {
                     *             "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *             "expires_at": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "public_key": "whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A="
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookSecretsAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretBody"];
            };
        };
        responses: {
            /** @description The secrets that sign now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
                     *         "previous": [
                     *           {
                     *             "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *             "expires_at": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "public_key": "whpk_2Pg2oQ4wFmNnVYt8zGkJ4m2Q0n0fQ5m8c8Yw3sH1r9A="
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookSecretsAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
                /**
                 * @description Only deliveries in this state.
                 * @example pending
                 */
                status?: "pending" | "delivered" | "dead";
                /**
                 * @description Only events of this type: a name, or a family such as `meter.*`.
                 * @example meter.*
                 */
                event_type?: string;
                /**
                 * @description Only the event of this id: the text of the header `webhook-id`.
                 * @example evt_01KAB3X4Y5Z6
                 */
                webhook_id?: string;
                /**
                 * @description Only events from this moment on, by the event's own time. A date begins at midnight UTC.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only events before this moment, by the event's own time. A date begins at midnight UTC.
                 * @example 2026-11-02T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "sequence": 1042,
                     *             "webhook_id": "evt_01KAB3X4Y5Z6",
                     *             "event_type": "meter.created",
                     *             "time": "2026-11-22T09:30:00.000Z",
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "status": "delivered",
                     *             "next_attempt_at": null,
                     *             "dead": null,
                     *             "attempts": 1,
                     *             "last_attempt": {
                     *               "attempt": 1,
                     *               "started_at": "2026-11-22T09:30:00.000Z",
                     *               "latency_ms": 84,
                     *               "outcome": "delivered",
                     *               "status": 200,
                     *               "error": null
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookDeliveryAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
                /**
                 * @description The number of the delivery at this endpoint.
                 * @example 1042
                 */
                sequence: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "sequence": 1042,
                     *         "webhook_id": "evt_01KAB3X4Y5Z6",
                     *         "event_type": "meter.created",
                     *         "time": "2026-11-22T09:30:00.000Z",
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "status": "delivered",
                     *         "next_attempt_at": null,
                     *         "dead": null,
                     *         "attempt_count": 1,
                     *         "attempts": [
                     *           {
                     *             "attempt": 1,
                     *             "started_at": "2026-11-22T09:30:00.000Z",
                     *             "latency_ms": 84,
                     *             "outcome": "delivered",
                     *             "status": 200,
                     *             "error": null,
                     *             "cause": "first",
                     *             "excerpt": "ok"
                     *           }
                     *         ],
                     *         "data": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {},
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-01T00:00:00.000Z",
                     *           "updatedAt": "2026-11-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookDeliveryDetailAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
                /**
                 * @description The number of the delivery at this endpoint.
                 * @example 1042
                 */
                sequence: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery waits for its next attempt. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "sequence": 1042,
                     *         "webhook_id": "evt_01KAB3X4Y5Z6",
                     *         "status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["ResentWebhookAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.endpoint_disabled.attempts_used_up"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /**
                 * @description The last sequence that you have. Default 0: from the beginning.
                 * @example 1040
                 */
                after?: number;
                /**
                 * @description How many events the answer has at most, 1 to 500. Default 50. Their bodies have at most 4 MiB together.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events after the number. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "sequence": 1042,
                     *             "webhook_id": "evt_01KAB3X4Y5Z6",
                     *             "event_type": "meter.created",
                     *             "time": "2026-11-22T09:30:00.000Z",
                     *             "data": {
                     *               "id": "tokens",
                     *               "name": "Generated tokens",
                     *               "active": true,
                     *               "aggregation_type": "sum",
                     *               "aggregation_field": "tokens",
                     *               "filters": {},
                     *               "account_id": "5f1d7a3b9c2e4680",
                     *               "store_id": "str_1",
                     *               "mode": "stage",
                     *               "createdAt": "2026-11-01T00:00:00.000Z",
                     *               "updatedAt": "2026-11-01T00:00:00.000Z"
                     *             }
                     *           }
                     *         ],
                     *         "expired": [
                     *           {
                     *             "from": 1041,
                     *             "to": 1041
                     *           }
                     *         ],
                     *         "last_sequence": 1042,
                     *         "next_after": null,
                     *         "high_water": {
                     *           "sequence": 1042,
                     *           "timestamp": 1795340000,
                     *           "signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEventsAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWebhookDeadLetters: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of dead letters. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "sequence": 1042,
                     *             "webhook_id": "evt_01KAB3X4Y5Z6",
                     *             "event_type": "meter.created",
                     *             "time": "2026-11-22T09:30:00.000Z",
                     *             "attempts": 10,
                     *             "reason": "exhausted",
                     *             "last_status": 500,
                     *             "last_error": "answered 500",
                     *             "died_at": "2026-11-22T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookDeadLetterAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    redriveWebhookDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedriveWebhooksBody"];
            };
        };
        responses: {
            /** @description How many will be sent again, or would be. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "dry_run": false,
                     *         "count": 12,
                     *         "more": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["RedrivenWebhooksAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.endpoint_disabled"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWebhookReplays: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has, 1 to 500. Default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before. Left out: the first page.
                 * @example WyJyZl8wMSJd
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of replays. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": "rp_9f86d081884c7d659a2feaa0",
                     *             "status": "running",
                     *             "selection": "all",
                     *             "from": "2026-11-01T00:00:00.000Z",
                     *             "to": "2026-11-02T00:00:00.000Z",
                     *             "event_types": [
                     *               "meter.*"
                     *             ],
                     *             "rate_per_second": 100,
                     *             "matching": 240,
                     *             "matching_exact": true,
                     *             "resent": 120,
                     *             "already_pending": 0,
                     *             "created_at": "2026-11-22T09:30:00.000Z",
                     *             "finished_at": null
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookReplayAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookReplayBody"];
            };
        };
        responses: {
            /** @description With `dry_run`: how many deliveries match. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "dry_run": true,
                     *         "count": 240,
                     *         "exact": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookReplayCountAnswer"];
                    };
                };
            };
            /** @description The replay is running. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "rp_9f86d081884c7d659a2feaa0",
                     *         "status": "running",
                     *         "selection": "all",
                     *         "from": "2026-11-01T00:00:00.000Z",
                     *         "to": "2026-11-02T00:00:00.000Z",
                     *         "event_types": [
                     *           "meter.*"
                     *         ],
                     *         "rate_per_second": 100,
                     *         "matching": 240,
                     *         "matching_exact": true,
                     *         "resent": 120,
                     *         "already_pending": 0,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "finished_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookReplayAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.endpoint_disabled.too_many_replays"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
                /**
                 * @description The id of the replay.
                 * @example rp_9f86d081884c7d659a2feaa0
                 */
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "rp_9f86d081884c7d659a2feaa0",
                     *         "status": "running",
                     *         "selection": "all",
                     *         "from": "2026-11-01T00:00:00.000Z",
                     *         "to": "2026-11-02T00:00:00.000Z",
                     *         "event_types": [
                     *           "meter.*"
                     *         ],
                     *         "rate_per_second": 100,
                     *         "matching": 240,
                     *         "matching_exact": true,
                     *         "resent": 120,
                     *         "already_pending": 0,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "finished_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookReplayAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    cancelWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
                /**
                 * @description The id of the replay.
                 * @example rp_9f86d081884c7d659a2feaa0
                 */
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled replay. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "rp_9f86d081884c7d659a2feaa0",
                     *         "status": "running",
                     *         "selection": "all",
                     *         "from": "2026-11-01T00:00:00.000Z",
                     *         "to": "2026-11-02T00:00:00.000Z",
                     *         "event_types": [
                     *           "meter.*"
                     *         ],
                     *         "rate_per_second": 100,
                     *         "matching": 240,
                     *         "matching_exact": true,
                     *         "resent": 120,
                     *         "already_pending": 0,
                     *         "created_at": "2026-11-22T09:30:00.000Z",
                     *         "finished_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookReplayAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.replay_completed"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example ep_5Yy0bDqO6hH1aWc2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookBody"];
            };
        };
        responses: {
            /** @description The sample is on its way. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "webhook_id": "test_6f1a8c1e",
                     *         "sequence": 1042,
                     *         "event_type": "meter.created",
                     *         "data": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {},
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-01T00:00:00.000Z",
                     *           "updatedAt": "2026-11-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["TestWebhookAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            409: components["responses"]["Payment.409.endpoint_disabled"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All event types; `next_cursor` is null. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "name": "meter.created",
                     *             "summary": "A meter was defined.",
                     *             "patterns": [
                     *               "meter.created",
                     *               "meter.*",
                     *               "*"
                     *             ],
                     *             "schema": {
                     *               "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *               "title": "meter.created",
                     *               "type": "object",
                     *               "properties": {
                     *                 "id": {
                     *                   "type": "string"
                     *                 },
                     *                 "name": {
                     *                   "type": "string"
                     *                 },
                     *                 "active": {
                     *                   "type": "boolean"
                     *                 },
                     *                 "aggregation_type": {
                     *                   "enum": [
                     *                     "count",
                     *                     "sum",
                     *                     "latest",
                     *                     "max"
                     *                   ]
                     *                 },
                     *                 "aggregation_field": {
                     *                   "type": [
                     *                     "string",
                     *                     "null"
                     *                   ]
                     *                 },
                     *                 "filters": {
                     *                   "type": "object"
                     *                 },
                     *                 "account_id": {
                     *                   "type": "string"
                     *                 },
                     *                 "store_id": {
                     *                   "type": "string"
                     *                 },
                     *                 "mode": {
                     *                   "type": "string"
                     *                 },
                     *                 "createdAt": {
                     *                   "type": "string",
                     *                   "format": "date-time"
                     *                 },
                     *                 "updatedAt": {
                     *                   "type": "string",
                     *                   "format": "date-time"
                     *                 }
                     *               },
                     *               "required": [
                     *                 "id",
                     *                 "name",
                     *                 "active",
                     *                 "aggregation_type",
                     *                 "aggregation_field",
                     *                 "filters",
                     *                 "account_id",
                     *                 "store_id",
                     *                 "mode",
                     *                 "createdAt",
                     *                 "updatedAt"
                     *               ]
                     *             },
                     *             "sample": {
                     *               "id": "tokens",
                     *               "name": "Generated tokens",
                     *               "active": true,
                     *               "aggregation_type": "sum",
                     *               "aggregation_field": "tokens",
                     *               "filters": {},
                     *               "account_id": "5f1d7a3b9c2e4680",
                     *               "store_id": "str_1",
                     *               "mode": "stage",
                     *               "createdAt": "2026-11-01T00:00:00.000Z",
                     *               "updatedAt": "2026-11-01T00:00:00.000Z"
                     *             }
                     *           }
                     *         ],
                     *         "next_cursor": "WyJyZl8wMSJd"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEventTypeAnswerPage"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    createWebhookEventType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEventTypeBody"];
            };
        };
        responses: {
            /** @description The new event type. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "meter.created",
                     *         "summary": "A meter was defined.",
                     *         "patterns": [
                     *           "meter.created",
                     *           "meter.*",
                     *           "*"
                     *         ],
                     *         "schema": {
                     *           "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *           "title": "meter.created",
                     *           "type": "object",
                     *           "properties": {
                     *             "id": {
                     *               "type": "string"
                     *             },
                     *             "name": {
                     *               "type": "string"
                     *             },
                     *             "active": {
                     *               "type": "boolean"
                     *             },
                     *             "aggregation_type": {
                     *               "enum": [
                     *                 "count",
                     *                 "sum",
                     *                 "latest",
                     *                 "max"
                     *               ]
                     *             },
                     *             "aggregation_field": {
                     *               "type": [
                     *                 "string",
                     *                 "null"
                     *               ]
                     *             },
                     *             "filters": {
                     *               "type": "object"
                     *             },
                     *             "account_id": {
                     *               "type": "string"
                     *             },
                     *             "store_id": {
                     *               "type": "string"
                     *             },
                     *             "mode": {
                     *               "type": "string"
                     *             },
                     *             "createdAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             },
                     *             "updatedAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             }
                     *           },
                     *           "required": [
                     *             "id",
                     *             "name",
                     *             "active",
                     *             "aggregation_type",
                     *             "aggregation_field",
                     *             "filters",
                     *             "account_id",
                     *             "store_id",
                     *             "mode",
                     *             "createdAt",
                     *             "updatedAt"
                     *           ]
                     *         },
                     *         "sample": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {},
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-01T00:00:00.000Z",
                     *           "updatedAt": "2026-11-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEventTypeAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.event_type_exists.too_many_event_types"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    getWebhookEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the event type.
                 * @example meter.created
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event type. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "meter.created",
                     *         "summary": "A meter was defined.",
                     *         "patterns": [
                     *           "meter.created",
                     *           "meter.*",
                     *           "*"
                     *         ],
                     *         "schema": {
                     *           "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *           "title": "meter.created",
                     *           "type": "object",
                     *           "properties": {
                     *             "id": {
                     *               "type": "string"
                     *             },
                     *             "name": {
                     *               "type": "string"
                     *             },
                     *             "active": {
                     *               "type": "boolean"
                     *             },
                     *             "aggregation_type": {
                     *               "enum": [
                     *                 "count",
                     *                 "sum",
                     *                 "latest",
                     *                 "max"
                     *               ]
                     *             },
                     *             "aggregation_field": {
                     *               "type": [
                     *                 "string",
                     *                 "null"
                     *               ]
                     *             },
                     *             "filters": {
                     *               "type": "object"
                     *             },
                     *             "account_id": {
                     *               "type": "string"
                     *             },
                     *             "store_id": {
                     *               "type": "string"
                     *             },
                     *             "mode": {
                     *               "type": "string"
                     *             },
                     *             "createdAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             },
                     *             "updatedAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             }
                     *           },
                     *           "required": [
                     *             "id",
                     *             "name",
                     *             "active",
                     *             "aggregation_type",
                     *             "aggregation_field",
                     *             "filters",
                     *             "account_id",
                     *             "store_id",
                     *             "mode",
                     *             "createdAt",
                     *             "updatedAt"
                     *           ]
                     *         },
                     *         "sample": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {},
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-01T00:00:00.000Z",
                     *           "updatedAt": "2026-11-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEventTypeAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    deleteWebhookEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the event type.
                 * @example meter.created
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event type is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "custom.order.shipped"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["DeletedEventTypeAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    updateWebhookEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the event type.
                 * @example meter.created
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEventTypeBody"];
            };
        };
        responses: {
            /** @description The changed event type. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "name": "meter.created",
                     *         "summary": "A meter was defined.",
                     *         "patterns": [
                     *           "meter.created",
                     *           "meter.*",
                     *           "*"
                     *         ],
                     *         "schema": {
                     *           "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *           "title": "meter.created",
                     *           "type": "object",
                     *           "properties": {
                     *             "id": {
                     *               "type": "string"
                     *             },
                     *             "name": {
                     *               "type": "string"
                     *             },
                     *             "active": {
                     *               "type": "boolean"
                     *             },
                     *             "aggregation_type": {
                     *               "enum": [
                     *                 "count",
                     *                 "sum",
                     *                 "latest",
                     *                 "max"
                     *               ]
                     *             },
                     *             "aggregation_field": {
                     *               "type": [
                     *                 "string",
                     *                 "null"
                     *               ]
                     *             },
                     *             "filters": {
                     *               "type": "object"
                     *             },
                     *             "account_id": {
                     *               "type": "string"
                     *             },
                     *             "store_id": {
                     *               "type": "string"
                     *             },
                     *             "mode": {
                     *               "type": "string"
                     *             },
                     *             "createdAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             },
                     *             "updatedAt": {
                     *               "type": "string",
                     *               "format": "date-time"
                     *             }
                     *           },
                     *           "required": [
                     *             "id",
                     *             "name",
                     *             "active",
                     *             "aggregation_type",
                     *             "aggregation_field",
                     *             "filters",
                     *             "account_id",
                     *             "store_id",
                     *             "mode",
                     *             "createdAt",
                     *             "updatedAt"
                     *           ]
                     *         },
                     *         "sample": {
                     *           "id": "tokens",
                     *           "name": "Generated tokens",
                     *           "active": true,
                     *           "aggregation_type": "sum",
                     *           "aggregation_field": "tokens",
                     *           "filters": {},
                     *           "account_id": "5f1d7a3b9c2e4680",
                     *           "store_id": "str_1",
                     *           "mode": "stage",
                     *           "createdAt": "2026-11-01T00:00:00.000Z",
                     *           "updatedAt": "2026-11-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["WebhookEventTypeAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            404: components["responses"]["Payment.404.not_found"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
    publishWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishEventBody"];
            };
        };
        responses: {
            /** @description The event is published. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "responseStatus": "OK",
                     *       "message": "Done",
                     *       "data": {
                     *         "event_id": "order-1001-shipped",
                     *         "webhook_id": "evt_9f86d081884c7d659a2feaa0c55ad015",
                     *         "type": "custom.order.shipped",
                     *         "duplicate": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentSuccess"] & {
                        data: components["schemas"]["PublishedEventAnswer"];
                    };
                };
            };
            400: components["responses"]["Payment.400.validation_error.unknown_field.malformed_json"];
            401: components["responses"]["Payment.401.missing_header.invalid_header.invalid_api_key.signature_required.signature_mismatch"];
            403: components["responses"]["Payment.403.account_mismatch.mode_mismatch.missing_scope"];
            409: components["responses"]["Payment.409.event_id_reused"];
            413: components["responses"]["Payment.413.body_too_large"];
            415: components["responses"]["Payment.415.unsupported_media_type"];
            429: components["responses"]["Payment.429.rate_limited"];
            500: components["responses"]["Payment.500.internal_error"];
            502: components["responses"]["Payment.502.bad_gateway"];
            503: components["responses"]["Payment.503.service_unavailable.timeout"];
            504: components["responses"]["Payment.504.gateway_timeout"];
        };
    };
}
