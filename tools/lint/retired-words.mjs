/**
 * Words that the vocabulary replaced, each with what to write instead (docs/glossary.md). One word has one meaning, so
 * a word with several, or one that only this project understood, does not come back.
 */
export const RETIRED_WORDS = new Map(
  Object.entries({
    'tell tells telling told': 'publish, emit, notify, report, say or return',
    'knock knocks': 'auth request',
    'bury buries buried': 'dead-letter',
    heard: 'provider report, courier report or received',
    'fate fates': 'disposition',
    'seat seats': 'index',
    unfit: 'poison message',
    'leash leashed': 'kill with parent',
    begun: 'started',
    anew: 'again',
    needy: 'needs work',
    'lane lanes': 'outbox shard, endpoint partition or priority',
    'door doors': 'endpoint, route or entry point',
    held: 'locked, kept, contained or checked',
    'he him his she her hers': 'they, or it for a system',
    'whoever nobody somebody everybody': 'name the person or the process',
    particulars: 'OpenAPI overrides',
  }).flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead])),
);

/** Identifiers that were retired as a whole; their words alone are ordinary. */
export const RETIRED_IDENTIFIERS = new Map(
  Object.entries({
    Outcome: 'IngestResult, ProviderReport, BookingResult or DeliveryResult',
    Asked: 'OperationRequest',
    asked: 'name what it contains',
    askedOf: 'name what it contains',
    Together: 'BatchQueue',
    Bag: 'name what it is',
    goOn: 'name the step',
    takeIn: 'enqueue',
    Note: 'ChangeContext',
    Channel: 'EndpointQueue',
    TokenDesk: 'TokenIssuer',
    Repeats: 'IdempotencyStore',
    SentRequest: 'IdempotentRequest',
    queueForPerson: 'openManualReview',
    person_needed: 'manual_review_required',
  }),
);

/**
 * Names of tables, columns and stored values. They stay, because both versions run beside each other during an upgrade.
 */
export const STORED_NAMES = new Set([
  'lane',
  'endpoint_head_lane',
  'bulk_outcome',
  'held_until',
  'begun',
  'asked_minor',
  'asked_digest',
]);

/** Columns named by a retired word that is common in prose too: allowed only in a text with an SQL statement. */
export const STORED_COLUMNS = new Set(['held', 'tells', 'told']);
const SQL_STATEMENT = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/;

/** Columns whose name is a retired identifier. A row has them as properties; nothing else may be called so. */
const ROW_COLUMNS = new Set(['asked']);

function isColumn(node) {
  const { parent, name } = node;
  if (!ROW_COLUMNS.has(name)) return false;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.key === node && !parent.shorthand && !parent.computed;
}

/** The retired words in a text: `{ word, instead, index }`. `camelCase` and `snake_case` are split into words. */
export function retiredWordsIn(text, isAllowed = () => false) {
  return [...text.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: token, index }) => {
    if (isAllowed(token)) return [];
    const word = token
      .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .find((part) => RETIRED_WORDS.has(part.toLowerCase()));
    return word === undefined ? [] : [{ word: token, instead: RETIRED_WORDS.get(word.toLowerCase()), index }];
  });
}

/** Refuses retired words in comments, identifiers and texts. Stored names are allowed in texts: SQL names them. */
export const retiredWords = {
  meta: { type: 'suggestion', schema: [], messages: { retired: 'Retired word "{{word}}": use {{instead}}.' } },
  create(context) {
    const report = (node, word, instead) => context.report({ node, messageId: 'retired', data: { word, instead } });
    const checkText = (node, text) => {
      const isSql = SQL_STATEMENT.test(text);
      const isStored = (token) => STORED_NAMES.has(token) || (isSql && STORED_COLUMNS.has(token));
      for (const { word, instead } of retiredWordsIn(text, isStored)) report(node, word, instead);
    };
    const checkName = (node) => {
      for (const { word, instead } of retiredWordsIn(node.name)) report(node, word, instead);
      if (RETIRED_IDENTIFIERS.has(node.name) && !isColumn(node))
        report(node, node.name, RETIRED_IDENTIFIERS.get(node.name));
    };
    return {
      Program(program) {
        for (const comment of program.comments) {
          for (const { word, instead } of retiredWordsIn(comment.value)) report(comment, word, instead);
        }
      },
      Identifier: checkName,
      PrivateIdentifier: checkName,
      Literal: (node) => typeof node.value === 'string' && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
    };
  },
};
