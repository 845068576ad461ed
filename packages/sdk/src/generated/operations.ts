// Generated from the API document by `npm run api`. Do not edit.
import type { OperationTraits } from '../operation-traits.ts';

/** Every operation of the API. */
export const OPERATIONS = {
  "acceptDispute": {
    "method": "post",
    "path": "/public/v1/payment/dispute/{id}/accept",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "addServiceAccountSecret": {
    "method": "post",
    "path": "/public/v1/service-account/{client_id}/secret",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "approveReviewDecision": {
    "method": "post",
    "path": "/public/v1/payment/review/{id}/approve",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "cancelBulkJob": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/bulk/{job_id}/cancel",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "cancelIntent": {
    "method": "delete",
    "path": "/public/v1/payment/intent/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "cancelPickup": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/pickups/{pickup_id}/cancel",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "cancelShipment": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/cancel",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "cancelWebhookReplay": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/replays/{replay}/cancel",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "captureIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent/{id}/capture",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "captureNamedIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent/capture",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "chargeSavedMethod": {
    "method": "post",
    "path": "/public/v1/payment/saved-method/{id}/charge",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "chargeTokenizedPayment": {
    "method": "post",
    "path": "/public/v2/payment/intent/tokenized/payment",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "chargeWalletToken": {
    "method": "post",
    "path": "/public/v1/subscription/wallet/token/charge",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "checkLedger": {
    "method": "get",
    "path": "/public/v1/payment/ledger/check",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "clearAlarms": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/clear-alarms",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "closeManifests": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/manifests",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "confirmIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent/confirm",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "connectCourier": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/courier-accounts/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "connectGateway": {
    "method": "put",
    "path": "/public/v1/payment/gateway/{type}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createAccessToken": {
    "method": "post",
    "path": "/v1/admin/service-account/token",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createAccessTokenByForm": {
    "method": "post",
    "path": "/auth/token",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createAdjustment": {
    "method": "post",
    "path": "/public/v1/payment/adjustment",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createApiKey": {
    "method": "post",
    "path": "/public/v1/key",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createCheckout": {
    "method": "post",
    "path": "/public/v1/payment/checkout",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createMeter": {
    "method": "post",
    "path": "/public/v1/meter",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createPaymentLink": {
    "method": "post",
    "path": "/public/v1/payment/link",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createPlan": {
    "method": "post",
    "path": "/public/v1/plan",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createRefund": {
    "method": "post",
    "path": "/public/v1/refund",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createReportSchedule": {
    "method": "post",
    "path": "/public/v1/payment/report/schedule",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createReturn": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/return",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createReusableLink": {
    "method": "post",
    "path": "/public/v1/payment/payment-link",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createRoutingRule": {
    "method": "post",
    "path": "/public/v1/payment/routing/rules/gateway",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createServiceAccount": {
    "method": "post",
    "path": "/public/v1/service-account",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createShipment": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createShipments": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/bulk",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "createSubscription": {
    "method": "post",
    "path": "/public/v1/plan/{id}/subscription",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createWebhookEndpoint": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createWebhookEventType": {
    "method": "post",
    "path": "/public/v1/webhook/event-types",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "createWebhookReplay": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/replays",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "deactivateMeter": {
    "method": "patch",
    "path": "/public/v1/meter/{id}/deactivate",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "declareAbsent": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/declare-absent",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "declareOutcome": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/declare-outcome",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "deleteReportSchedule": {
    "method": "delete",
    "path": "/public/v1/payment/report/schedule/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "deleteRoutingRule": {
    "method": "delete",
    "path": "/public/v1/payment/routing/rules/gateway/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "deleteSavedMethod": {
    "method": "delete",
    "path": "/public/v1/payment/saved-method/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "deleteWebhookEndpoint": {
    "method": "delete",
    "path": "/public/v1/webhook/endpoints/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "deleteWebhookEventType": {
    "method": "delete",
    "path": "/public/v1/webhook/event-types/{name}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "disconnectCourier": {
    "method": "delete",
    "path": "/oe/aggtr/api/v1/courier-accounts/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "disconnectGateway": {
    "method": "delete",
    "path": "/public/v1/payment/gateway/{type}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "downloadDeliveryReport": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/watch/report.csv",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "downloadPerformance": {
    "method": "get",
    "path": "/public/v1/payment/report/performance.csv",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "downloadReconciliation": {
    "method": "get",
    "path": "/public/v1/payment/reconciliation.csv",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "downloadReportFile": {
    "method": "get",
    "path": "/public/v1/payment/report/file/{id}/csv",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "downloadSettlement": {
    "method": "get",
    "path": "/public/v1/payment/settlement.csv",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "editShipment": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "getAwb": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/awb",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getBulkJob": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/bulk/{job_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getBulkResults": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/bulk/{job_id}/results.csv",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getBulkTemplate": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/bulk/template.csv",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getCourierAccount": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/courier-accounts/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getCourierRules": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/courier-rules",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getCourierRuleVersion": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/courier-rules/versions/{version}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getDeliveryReport": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/watch/report",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getDispute": {
    "method": "get",
    "path": "/public/v1/payment/dispute/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getEvent": {
    "method": "get",
    "path": "/public/v1/meter/{id}/events/{eventId}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getEventBulk": {
    "method": "get",
    "path": "/public/v1/meter/{id}/event/bulk/{bulkId}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getGateway": {
    "method": "get",
    "path": "/public/v1/payment/gateway/{type}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getIntent": {
    "method": "get",
    "path": "/public/v1/payment/intent/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getIntentDetails": {
    "method": "get",
    "path": "/public/v1/payment/intent/details/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getManifest": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/manifests/{manifest_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getManifestPdf": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/manifests/{manifest_id}/pdf",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getMeter": {
    "method": "get",
    "path": "/public/v1/meter/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getNoticeSettings": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/notices/settings",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getPaymentStore": {
    "method": "get",
    "path": "/public/v1/payment/store",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getPayout": {
    "method": "get",
    "path": "/public/v1/payment/payout/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getPerformance": {
    "method": "get",
    "path": "/public/v1/payment/report/performance",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getPickup": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/pickups/{pickup_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getPlan": {
    "method": "get",
    "path": "/public/v1/plan/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getProofFile": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/proof/{file_number}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getProofOfDelivery": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/proof",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getReconciliation": {
    "method": "get",
    "path": "/public/v1/payment/reconciliation",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getRedirectSecret": {
    "method": "get",
    "path": "/public/v1/payment/store/redirect-secret",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getRefund": {
    "method": "get",
    "path": "/public/v1/refund/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getRemittanceMapping": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/mappings/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getReusableLink": {
    "method": "get",
    "path": "/public/v1/payment/payment-link/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getSavedMethod": {
    "method": "get",
    "path": "/public/v1/payment/saved-method/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getSettlementMapping": {
    "method": "get",
    "path": "/public/v1/payment/settlement/mapping/{gateway}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getShipment": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getSubscription": {
    "method": "get",
    "path": "/public/v1/plan/{id}/subscription/{sid}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getTrackingPage": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/tracking-page",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getTransaction": {
    "method": "get",
    "path": "/public/v1/payment/transaction/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWalletToken": {
    "method": "get",
    "path": "/public/v1/subscription/wallet/token/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWatchRules": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/watch/rules",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWebhookDelivery": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/deliveries/{sequence}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWebhookEndpoint": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWebhookEventType": {
    "method": "get",
    "path": "/public/v1/webhook/event-types/{name}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWebhookReplay": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/replays/{replay}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "getWebhookSecret": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/secret",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "importRemittance": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/cod/remittances/import",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "importSettlement": {
    "method": "post",
    "path": "/public/v1/payment/settlement/import",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "instructCourier": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/instructions",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "listAdjustments": {
    "method": "get",
    "path": "/public/v1/payment/adjustment",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listAlarms": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/alarms",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listApiKeys": {
    "method": "get",
    "path": "/public/v1/key",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listBulkJobs": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/bulk",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listBulkRows": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/bulk/{job_id}/rows",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCharges": {
    "method": "get",
    "path": "/public/v1/plan/{id}/subscription/{sid}/charges",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCodAgeing": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/ageing",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCodEntries": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/entries",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCodExceptions": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/exceptions",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCodParcels": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/parcels",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCodTotals": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/totals",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCourierAccounts": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/courier-accounts",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCourierRuleVersions": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/courier-rules/versions",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listCouriers": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/couriers",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listDisputes": {
    "method": "get",
    "path": "/public/v1/payment/dispute",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listEvents": {
    "method": "get",
    "path": "/public/v1/meter/{id}/events",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listGatewayCallbacks": {
    "method": "get",
    "path": "/public/v1/payment/gateway/{type}/callbacks",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listGatewayCosts": {
    "method": "get",
    "path": "/public/v1/payment/routing/cost",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listGateways": {
    "method": "get",
    "path": "/public/v1/payment/gateway",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listHmacSecrets": {
    "method": "get",
    "path": "/public/v1/key/hmac",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listInstructions": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/instructions",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listIntents": {
    "method": "get",
    "path": "/public/v1/payment/intent",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listManifests": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/manifests",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listMeters": {
    "method": "get",
    "path": "/public/v1/meter",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listNotices": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/notices",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listPayouts": {
    "method": "get",
    "path": "/public/v1/payment/payout",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listPickupHours": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/pickup-hours",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listPickups": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/pickups",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listPlans": {
    "method": "get",
    "path": "/public/v1/plan",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listProblemReports": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/problem-reports",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listRefunds": {
    "method": "get",
    "path": "/public/v1/refund",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listRemittanceImports": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/remittances/import",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listRemittanceLines": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/remittances/lines",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listRemittances": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/cod/remittances",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listReportFiles": {
    "method": "get",
    "path": "/public/v1/payment/report/file",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listReportSchedules": {
    "method": "get",
    "path": "/public/v1/payment/report/schedule",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listReusableLinks": {
    "method": "get",
    "path": "/public/v1/payment/payment-link",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listReviewDecisions": {
    "method": "get",
    "path": "/public/v1/payment/review",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listReviewQueue": {
    "method": "get",
    "path": "/public/v1/payment/queue",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listRoutingRules": {
    "method": "get",
    "path": "/public/v1/payment/routing/rules/gateway",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSavedMethods": {
    "method": "get",
    "path": "/public/v1/payment/saved-method",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listServiceAccounts": {
    "method": "get",
    "path": "/public/v1/service-account",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSettlementExceptions": {
    "method": "get",
    "path": "/public/v1/payment/settlement/exception",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSettlementFeeds": {
    "method": "get",
    "path": "/public/v1/payment/settlement/feed",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSettlementImports": {
    "method": "get",
    "path": "/public/v1/payment/settlement/import",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSettlementLines": {
    "method": "get",
    "path": "/public/v1/payment/settlement/line",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listShipments": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listSubscriptions": {
    "method": "get",
    "path": "/public/v1/plan/{id}/subscription",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listTokenKeys": {
    "method": "get",
    "path": "/.well-known/jwks.json",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listTransactions": {
    "method": "get",
    "path": "/public/v1/payment/transaction",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWalletTokens": {
    "method": "get",
    "path": "/public/v1/subscription/wallet/token",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookDeadLetters": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/dead-letters",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookDeliveries": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/deliveries",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookEndpoints": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookEvents": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/events",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookEventTypes": {
    "method": "get",
    "path": "/public/v1/webhook/event-types",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "listWebhookReplays": {
    "method": "get",
    "path": "/public/v1/webhook/endpoints/{id}/replays",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "mergeLabels": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/labels",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "openAwbFile": {
    "method": "get",
    "path": "/awb/{account_id}/{shipment_id}/{file}",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "orderPickup": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/pickups",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "orderRoutingRules": {
    "method": "put",
    "path": "/public/v1/payment/routing/rules/gateway/order",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "pauseWebhookEndpoint": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/pause",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "publishWebhookEvent": {
    "method": "post",
    "path": "/public/v1/webhook/events",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "queryUsage": {
    "method": "get",
    "path": "/public/v1/meter/{id}/query",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "queryUsageByBody": {
    "method": "post",
    "path": "/public/v1/meter/{id}/query",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "quoteShipment": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/quotes",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "reactivateMeter": {
    "method": "post",
    "path": "/public/v1/meter/{id}/reactivate",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "readRemittances": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/cod/remittances/read",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "readSettlementFeed": {
    "method": "post",
    "path": "/public/v1/payment/settlement/feed/{gateway}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "receiveConnectionCallback": {
    "method": "post",
    "path": "/public/v1/payment/callback/{id}",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "receiveGatewayCallback": {
    "method": "post",
    "path": "/public/v1/payment/{type}/webhook",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "receiveWalletCallback": {
    "method": "post",
    "path": "/public/v1/subscription/walletprovider/wallet/setup/webhook",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "redriveWebhookDeadLetters": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/dead-letters/redrive",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "rejectReviewDecision": {
    "method": "post",
    "path": "/public/v1/payment/review/{id}/reject",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "reportLeftBehind": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/manifests/{manifest_id}/left-behind",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "reportScans": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/couriers/{courier_id}/webhook",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "reportScansOfAccount": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/couriers/{courier_id}/webhook/{courier_account_id}",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "resendWebhookDelivery": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/deliveries/{sequence}/resend",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "resolveAddress": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/addresses/{short_address}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "resolveAlarm": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/alarms/{alarm_id}/resolve",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "resolveCodException": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/cod/exceptions/{exception_id}/resolve",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "resolveInstruction": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/instructions/{instruction_id}/resolve",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "resolveManifest": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/manifests/{manifest_id}/resolve",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "resolvePickup": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/pickups/{pickup_id}/resolve",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "resolveQueuedOperation": {
    "method": "post",
    "path": "/public/v1/payment/queue/{id}/resolve",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "resolveSettlementException": {
    "method": "post",
    "path": "/public/v1/payment/settlement/exception/{id}/resolve",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "resumeWebhookEndpoint": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/resume",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "retryBooking": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/retry-booking",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "revokeApiKey": {
    "method": "delete",
    "path": "/public/v1/key/{key_id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "revokeServiceAccount": {
    "method": "delete",
    "path": "/public/v1/service-account/{client_id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "revokeServiceAccountSecret": {
    "method": "delete",
    "path": "/public/v1/service-account/{client_id}/secret/{secret_id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "revokeWalletToken": {
    "method": "delete",
    "path": "/public/v1/subscription/wallet/token/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "rotateHmacSecret": {
    "method": "post",
    "path": "/public/v1/key/hmac/rotate",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "rotateRedirectSecret": {
    "method": "post",
    "path": "/public/v1/payment/store/redirect-secret/rotate",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "rotateWebhookSecret": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/secret/rotate",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "saveRemittanceMapping": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/cod/mappings/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "saveSettlementMapping": {
    "method": "put",
    "path": "/public/v1/payment/settlement/mapping/{gateway}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "sendEvent": {
    "method": "post",
    "path": "/public/v1/meter/{id}/event",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "sendEventBatch": {
    "method": "post",
    "path": "/public/v1/meter/{id}/event/batch",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "setCourierRules": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/courier-rules",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "setGatewayCosts": {
    "method": "put",
    "path": "/public/v1/payment/routing/cost",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "setPickupHours": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/shipments/pickup-hours/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "setUpBnpl": {
    "method": "post",
    "path": "/public/v1/bnpl/wallet/setup",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "setUpWalletSubscription": {
    "method": "post",
    "path": "/public/v1/subscription/wallet/setup",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "setWaybill": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/set-waybill",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "submitDisputeEvidence": {
    "method": "post",
    "path": "/public/v1/payment/dispute/{id}/evidence",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "submitEventBulk": {
    "method": "post",
    "path": "/public/v1/meter/{id}/event/bulk",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "testCourierRules": {
    "method": "post",
    "path": "/oe/aggtr/api/v1/courier-rules/dry-run",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "testRoutingRules": {
    "method": "post",
    "path": "/public/v1/payment/routing/rules/gateway/dry-run",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "testWebhookEndpoint": {
    "method": "post",
    "path": "/public/v1/webhook/endpoints/{id}/test",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "trackShipment": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/shipments/{shipment_id}/track",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "updateCourier": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/shipments/couriers/{courier_id}",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateIntent": {
    "method": "put",
    "path": "/public/v1/payment/intent/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "updateMeter": {
    "method": "patch",
    "path": "/public/v1/meter/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateNoticeSettings": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/notices/settings",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updatePaymentStore": {
    "method": "put",
    "path": "/public/v1/payment/store",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updatePlan": {
    "method": "patch",
    "path": "/public/v1/plan/{id}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateRefund": {
    "method": "put",
    "path": "/public/v1/refund/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateReusableLink": {
    "method": "patch",
    "path": "/public/v1/payment/payment-link/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateRoutingRule": {
    "method": "patch",
    "path": "/public/v1/payment/routing/rules/gateway/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateSubscription": {
    "method": "patch",
    "path": "/public/v1/plan/{id}/subscription/{sid}",
    "auth": "api-key",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateTrackingPage": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/tracking-page",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateWatchRules": {
    "method": "put",
    "path": "/oe/aggtr/api/v1/watch/rules",
    "auth": "token",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateWebhookEndpoint": {
    "method": "patch",
    "path": "/public/v1/webhook/endpoints/{id}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "updateWebhookEventType": {
    "method": "patch",
    "path": "/public/v1/webhook/event-types/{name}",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": false,
    "isRepeatable": false
  },
  "verifyCallbackOfAccount": {
    "method": "get",
    "path": "/oe/aggtr/api/v1/couriers/{courier_id}/webhook/{courier_account_id}",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "verifyConnectionCallback": {
    "method": "get",
    "path": "/public/v1/payment/callback/{id}",
    "auth": "none",
    "needsSignature": false,
    "takesIdempotencyKey": false,
    "isRepeatable": true
  },
  "voidIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent/{id}/void",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  },
  "voidNamedIntent": {
    "method": "post",
    "path": "/public/v1/payment/intent/void",
    "auth": "api-key",
    "needsSignature": true,
    "takesIdempotencyKey": true,
    "isRepeatable": true
  }
} as const satisfies Record<string, OperationTraits>;
