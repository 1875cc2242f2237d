import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pokpong API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });`;

/** Generated from the procedures (`npm run codegen`), compared with them by `npm run check`. */
const DOCUMENT = new URL('../../../openapi.json', import.meta.url);

/** The OpenAPI document and a page to browse it; everything comes from this server. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  let document: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= readFile(DOCUMENT, 'utf8');
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  await app.register(staticFiles, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.map', '**/*.html', '**/package.json', '**/*.md', '**/swagger-initializer.js'],
  });
}
