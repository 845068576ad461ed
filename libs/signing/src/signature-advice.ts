import type { SignatureDiagnosis } from './explain-signature.ts';

/** What a diagnosis means, for a developer: the rule that failed, and what to change. */
export interface SignatureAdvice {
  rule: string;
  remedy: string;
}

const SIGN_WHAT_YOU_SEND = 'Write the body once, sign that text, and send the same text';

export const SIGNATURE_ADVICE: Readonly<Record<SignatureDiagnosis['mistake'], SignatureAdvice>> = {
  none: { rule: 'The signature is right.', remedy: 'There is nothing to change.' },
  spaces: {
    rule: 'The signature is over JSON with spaces or line breaks that the body does not have.',
    remedy: `${SIGN_WHAT_YOU_SEND}. In Python: json.dumps(body, separators=(",", ":")).`,
  },
  'escaped-slashes': {
    rule: 'The signature is over JSON in which each / is written as \\/.',
    remedy: `${SIGN_WHAT_YOU_SEND}. In PHP: json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE).`,
  },
  'unicode-escapes': {
    rule: 'The signature is over JSON in which letters outside ASCII are written as \\uXXXX.',
    remedy: `${SIGN_WHAT_YOU_SEND}. In PHP: JSON_UNESCAPED_UNICODE. In Python: json.dumps(…, ensure_ascii=False).`,
  },
  'float-text': {
    rule: 'The signature is over JSON whose numbers are written differently, such as 100.0 for 100.',
    remedy: `${SIGN_WHAT_YOU_SEND}, or write amounts as strings: "100.00".`,
  },
  'sorted-keys': {
    rule: 'The signature is over JSON whose keys are in another order (sorted).',
    remedy: `${SIGN_WHAT_YOU_SEND}; do not sort its keys for the signature.`,
  },
  'trailing-newline': {
    rule: 'The signature is over the body and a line break after it.',
    remedy: 'Sign the body without the line break. In a shell: printf %s "$BODY", not echo.',
  },
  'upper-case-hex': {
    rule: 'The signature is in upper case.',
    remedy: 'Write the digest as 64 lower-case hexadecimal digits.',
  },
  base64: {
    rule: 'The signature is base64.',
    remedy: 'Write the digest as 64 lower-case hexadecimal digits.',
  },
  sha1: { rule: 'The signature is an HMAC-SHA1.', remedy: 'Use HMAC-SHA256.' },
  'secret-decoded-as-hex': {
    rule: 'The key of the HMAC is the secret decoded from hexadecimal.',
    remedy: 'Use the secret as the text that was shown to you: its UTF-8 bytes are the key.',
  },
  'wrong-secret': {
    rule: 'The signature is made with another secret, or with the secret and quotes or spaces around it.',
    remedy: 'Use the HMAC secret of the account exactly as it was shown, not the API key and not a webhook secret.',
  },
  unknown: {
    rule: 'No known mistake makes this signature: the secret is another one, or another body was signed.',
    remedy: 'Compare the secret with the one that was shown to you, and the signed text with the body byte by byte.',
  },
};
