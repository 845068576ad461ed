// Writes docs/errors.md, the same text as the page at /docs/errors. Run it after a change of the catalogue of errors.
import { writeFileSync } from 'node:fs';
import { errorsAsMarkdown } from '../apps/gateway/dist/documents/error-page.js';

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsAsMarkdown());
