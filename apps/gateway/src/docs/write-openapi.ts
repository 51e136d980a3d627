import { writeFileSync } from 'node:fs';
import { apiDocumentText } from './api-document';

/** `npm run openapi -w @svc/gateway`: writes the committed document. A test fails while the two differ. */
const [, , path = '../../docs/openapi.json'] = process.argv;
writeFileSync(path, apiDocumentText());
