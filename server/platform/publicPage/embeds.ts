import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './sites.ts';

/** What a module offers to other people's pages. */
export interface Embed {
  /** Addresses, with the built file behind each. */
  readonly files: readonly { readonly url: string; readonly file: string; readonly type: string }[];
  /** A page of the embed alone, framed by the editor of its form, where it has one. */
  readonly preview?: { readonly url: string; readonly title: string; readonly scripts: readonly string[] };
}

type Preview = NonNullable<Embed['preview']>;

const previewPage = ({ url, title, scripts }: Preview): string => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${url}.css">
</head>
<body>
${scripts.map((script) => `<script src="${script}"></script>`).join('\n')}
</body>
</html>`;
const PREVIEW_CSS =
  'html, body { margin: 0; block-size: 100%; overflow: hidden; background: repeating-linear-gradient(45deg, #e9eaf0 0 12px, #f4f4f8 12px 24px); }';

/**
 * What the preview may do: be framed by our own pages and draw; fonts may be anybody's, as on the sites of the form.
 */
const PREVIEW_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self' https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * Serves the embeds. Their names carry no hash, since they stand in other people's pages: a browser asks again after
 * five minutes and gets 304, and a day long shows the old one while it asks.
 * @param clientDir the built client; without it the embeds that `npm run dev` built
 */
export async function embedRoutes(
  app: FastifyInstance,
  { clientDir, embeds }: { clientDir?: string; embeds: readonly Embed[] },
): Promise<void> {
  const folder = clientDir
    ? path.join(clientDir, 'embeds')
    : path.join(import.meta.dirname, '../../..', 'dist', 'embeds');
  for (const { files, preview } of embeds) {
    for (const { url, file, type } of files) {
      const where = path.join(folder, file);
      if (!existsSync(where)) continue;
      const answer = prepared(readFileSync(where), type);
      app.get(url, { compress: false } as object, answer);
    }
    if (preview) previewRoutes(app, preview);
  }
}

function previewRoutes(app: FastifyInstance, preview: Preview): void {
  const page = previewPage(preview);
  app.get(`${preview.url}.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(PREVIEW_CSS),
  );
  app.get(preview.url, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': PREVIEW_POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-cache',
      })
      .send(page),
  );
}

const PACK = {
  br: (content: Buffer) =>
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content: Buffer) => gzipSync(content, { level: 9 }),
};

/** Compressed once, as small as it gets, when it is first asked for: the start of the server need not wait for it. */
function prepared(content: Buffer, type: string) {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const packed: { [encoding in keyof typeof PACK]?: Buffer } = {};
  return async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({
      'content-type': type,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      etag,
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((name) =>
      new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
    );
    if (!encoding) return reply.send(content);
    return reply.header('content-encoding', encoding).send((packed[encoding] ??= PACK[encoding](content)));
  };
}
