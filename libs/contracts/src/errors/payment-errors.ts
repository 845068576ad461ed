import type { ErrorKinds } from './error-kind.ts';

/** Codes of the payment service. */
export const PAYMENT_ERRORS = {
  unknown_gateway: {
    status: 400,
    param: 'gatewayType',
    cause: 'The deployment has no gateway of this type.',
    remedy: 'Use one of the types in the message; the store profile lists them too.',
    example: 'gatewayType must be one of cardgateway-a, cardgateway-b, walletprovider-wallet.',
  },
  credentials_refused: {
    status: 400,
    param: 'credentials.secret_key',
    cause: 'The gateway does not accept these credentials, or they are of the other mode.',
    remedy: 'Copy them again from your account at the gateway. The message has its reason.',
    example: 'Stripe refuses this key: Invalid API Key provided.',
  },
  gateway_account_changed: {
    status: 409,
    cause: 'The new credentials open another account than the connection, whose payments could no longer be refunded.',
    remedy: 'Send credentials of the same account, or delete the connection and connect the other account.',
    example:
      'These credentials open the account acct_2, and this connection is to acct_1. Delete the connection first.',
  },
  gateway_connection_changed: {
    status: 409,
    cause: 'Another request changed the connection while the gateway tested these credentials.',
    remedy: 'Read the connection, and send the request again.',
    example: 'Another request changed this connection meanwhile. Send it again.',
  },
  gateway_in_use: {
    status: 409,
    cause:
      'Payments at this gateway, or answers to disputes there, are under way or authorised, or it keeps cards of ' +
      'customers.',
    remedy:
      'Switch the gateway off with `enabled: false`, delete its saved cards, and delete the connection when the ' +
      'rest has ended.',
    example:
      'Payments or answers to disputes at stripe are under way. Set enabled to false, and delete it when they have ' +
      'ended.',
  },
  idempotency_key_required: {
    status: 400,
    param: 'idempotency-key',
    cause: 'The operation takes money without the customer, and the header `idempotency-key` is missing.',
    remedy: 'Send a key of your own for each charge, and the same key when you repeat it.',
    example: 'Send an idempotency-key, so that a repeated request does not charge twice.',
  },
  too_many_rules: {
    status: 409,
    cause: 'The store has as many routing rules, or schedules of reports, as it may have.',
    remedy: 'Delete one, then create the new one.',
    example: 'A store may have at most 100 routing rules. Delete one first.',
  },
  excess_precision: {
    status: 400,
    param: 'amount',
    cause: 'The amount has more decimals than its currency.',
    remedy: 'Round the amount before you send it. Qafila never rounds money.',
    example: 'amount has 3 decimals, and SAR has 2. Round it before you send it.',
  },
  unknown_method: {
    status: 400,
    param: 'payment_methods.0',
    cause: 'A payment method has a name that Qafila does not know.',
    remedy: 'Use `card`, `bnpl` or `wallet`.',
    example: 'payment_methods.0 must be one of card, bnpl, wallet.',
  },
  method_not_enabled: {
    status: 400,
    param: 'payment_methods',
    cause: 'The method is known, and the store, the intent or its pinned gateway does not offer it.',
    remedy: 'Use a method that the message names, or enable the method in the store profile.',
    example: 'bnpl is not enabled for this store. Enabled: card.',
  },
  no_payment_method: {
    status: 400,
    param: 'payment_methods',
    cause: 'The store has no method with which anybody could pay.',
    remedy: 'Enable a method in the store profile.',
    example: 'This store has no payment method enabled.',
  },
  payment_declined: {
    status: 402,
    cause: 'The gateway or the bank declined the payment. `error.decline_code` has its code, `data` the intent.',
    remedy: 'Let the customer try again or pay in another way, if `data.pi_status` allows it.',
    example: 'The provider declined the payment: Insufficient balance.',
  },
  authentication_required: {
    status: 402,
    cause: "The customer's bank wants them to authenticate. `data` is the intent, which they can still pay.",
    remedy: 'Send the customer to `data.html_response.redirect_url`.',
    example: 'The bank wants the customer to authenticate. Send them to html_response.redirect_url, where they pay.',
  },
  illegal_transition: {
    status: 409,
    cause: 'The object is in a state that does not allow the operation.',
    remedy: 'Read the object, and use an operation that its state allows.',
    example: 'An intent that is succeeded cannot be voided.',
  },
  expired: {
    status: 409,
    cause: 'The time to pay has passed.',
    remedy: 'Create another intent.',
    example: 'The time to pay has expired.',
  },
  capture_refused: {
    status: 409,
    cause: 'The gateway refused to capture the authorised amount.',
    remedy: 'Read the intent; if it still requires a capture, try again or void it.',
    example: 'The provider refused the capture: 105.',
  },
  multi_capture_unsupported: {
    status: 409,
    cause: 'The gateway of this payment takes one capture of an authorisation.',
    remedy: 'Leave `final_capture` out: the rest is released. Or capture once, when everything is sent.',
    example: 'stripe takes one capture of an authorisation, which releases the rest. Leave final_capture out.',
  },
  void_refused: {
    status: 409,
    cause: 'The gateway refused to release the authorisation.',
    remedy: 'Read the intent; if it still requires a capture, try again.',
    example: 'The provider refused the void: no reason given.',
  },
  payment_disputed: {
    status: 409,
    cause:
      'A dispute of this payment withholds the amount, or has taken it. `error.amount_max` is what can be refunded, ' +
      'where something can.',
    remedy: 'Refund the rest, or wait for the end of the dispute. More would pay the customer twice.',
    example: 'A dispute withholds this amount, or has taken it: a refund would pay the customer twice.',
  },
  dispute_not_answerable: {
    status: 409,
    cause: 'The gateway takes no answers to disputes by its API, or has not named this dispute yet.',
    remedy: 'Answer it in your account at the gateway. Its notice changes the dispute here.',
    example: 'Disputes at cardgateway-a cannot be answered here. Answer this one in your account at the gateway.',
  },
  dispute_answer_refused: {
    status: 409,
    cause: 'The gateway refused the answer. `error.gateway_code` has its reason.',
    remedy: 'Read the dispute: its time may have passed, or it may be decided.',
    example: 'The provider refused this answer: This dispute is already closed (dispute_closed).',
  },
  refund_refused: {
    status: 409,
    cause:
      'The gateway refused to pay the refund out. `error.refund_id` names the refund, `error.gateway_code` the reason.',
    remedy: 'Read the refund. Request another one if the reason can pass; if not, repay the customer in another way.',
    example: 'The provider refused the refund: Refunds are blocked (57).',
  },
  refund_under_way: {
    status: 409,
    cause: 'Another refund of this payment is under way at a gateway that takes one at a time.',
    remedy: 'Send the same request again when the other refund has ended; its notification says when.',
    example: 'Another refund of this payment is under way, and Moyasar takes one at a time.',
  },
  contradiction: {
    status: 409,
    cause: 'What was reported contradicts what is known of the payment.',
    remedy: 'Read the transaction, and ask the gateway what happened.',
    example: 'a void was reported for an authorisation that is not open',
  },
  not_in_review: {
    status: 409,
    cause:
      'The operation is not in manual review: it never was, the gateway has reported its result, or it is decided. ' +
      '`error.operation_state` has its state.',
    remedy: 'Read the queue and the transaction.',
    example: 'The operation op_01 is not in manual review. It is done.',
  },
  already_proposed: {
    status: 409,
    cause: 'A decision about the operation waits for a second key. `error.decision_id` names it.',
    remedy: 'Approve or reject it with another key.',
    example: 'The decision rd_01 waits for a second key. Approve or reject it.',
  },
  already_decided: {
    status: 409,
    cause: 'The proposal is applied, rejected or superseded.',
    remedy: 'Read the list of decisions.',
    example: 'The decision rd_01 is applied already.',
  },
  nothing_to_change: {
    status: 409,
    cause: 'The outcome is what is known already, or cannot be recorded for this operation.',
    remedy: 'Read the transaction. Correct wrong books by an adjustment.',
    example: 'The outcome failed changes nothing: this reverse is pending.',
  },
  same_key: {
    status: 403,
    cause: 'The key proposed the decision itself.',
    remedy: 'Let another person confirm it, with their own key.',
    example:
      'The key that proposed a decision cannot confirm or reject it. Another person must do it, with their own key.',
  },
  amount_impossible: {
    status: 422,
    cause: 'The operation cannot have moved this amount. `error.amount_max` has the largest possible one.',
    remedy: 'Send what really moved. Book what is beyond it by an adjustment.',
    example: 'This refund can have moved at most 70.00 SAR. Book what is beyond it by an adjustment.',
  },
  token_suspended: {
    status: 409,
    cause: 'The wallet token is suspended after several hard declines.',
    remedy: 'Ask the customer to set the token up again.',
    example: 'This wallet token is suspended; the customer must set it up again.',
  },
  token_revoked: {
    status: 409,
    cause: 'The wallet token is revoked.',
    remedy: 'Ask the customer to set up a new token.',
    example: 'This wallet token is revoked; the customer must set it up again.',
  },
  saved_card_of_other_account: {
    status: 409,
    cause: 'The saved card is kept in another account at the gateway than the one that is connected to the store now.',
    remedy: 'Let the customer pay once more and keep the card, or connect that account again.',
    example: 'This card is kept in another account at stripe than the one that is connected now.',
  },
  amount_exceeds_authorised: {
    status: 422,
    cause: 'A capture is more than the authorised amount, which the message and `error.amount_max` show.',
    remedy: 'Capture at most this amount.',
    example: 'The capture is more than the authorised amount. At most 100.00 SAR is possible.',
  },
  refund_exceeds_captured: {
    status: 422,
    cause:
      'A refund is more than what is left of the captured amount, which the message and `error.amount_max` show. ' +
      'Pending refunds count.',
    remedy: 'Refund at most what is left.',
    example: 'The refund is more than what is left to refund, pending refunds included. At most 70.00 SAR is possible.',
  },
  gateway_unavailable: {
    status: 503,
    cause: 'No gateway of the deployment takes this payment now.',
    remedy: 'Wait as long as `Retry-After` says, then send the same request again.',
    example: 'No provider accepts cards now.',
  },
} as const satisfies ErrorKinds;
