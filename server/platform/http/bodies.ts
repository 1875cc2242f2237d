import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';

const isForeign = (charset: string): boolean => !/^utf-?8$/i.test(charset);

/** Whether a content type names a charset other than UTF-8. */
const namesOtherCharset = (type: string): boolean =>
  [...type.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)].some(([, charset = '']) => isForeign(charset));

/** Whether every escape of an address, and what is not escaped, is UTF-8. A `%` that begins no escape is itself. */
function isUtf8Address(url: string): boolean {
  // What no address may hold; Node reads such bytes as letters of Latin-1.
  if (/[\u0080-\uffff]/.test(url)) return false;
  if (!url.includes('%')) return true;
  for (const [run] of url.matchAll(/(?:%[0-9a-f]{2})+/gi))
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) return false;
  return true;
}

/**
 * Text comes as UTF-8 or not at all, in addresses, bodies and forms: other bytes would be read as U+FFFD, and two
 * people's names or numbers become one. Refuses with 400 `encoding`; call it before routes are registered.
 */
export function acceptUtf8Alone(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    // Nearly all that is sent names none.
    const isRefused = (type?.includes(';') && namesOtherCharset(type)) || !isUtf8Address(request.url);
    done(isRefused ? appError('encoding') : undefined);
  });
  // Nothing is sent as plain text; a form of another site could send it without asking first.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  acceptJson(app);
}

type Parsed = (error: Error | null, body?: unknown) => void;

/**
 * Takes JSON bodies.
 * @param settings.mayBeEmpty no body at all is `undefined`, not an error
 */
export function acceptJson(app: FastifyInstance, settings: { bodyLimit?: number; mayBeEmpty?: true } = {}): void {
  const { bodyLimit, mayBeEmpty } = settings;
  const parse = app.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    body: string,
    done: Parsed,
  ) => void;
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) },
    (request, body: Buffer, done: Parsed) => {
      if (mayBeEmpty && body.length === 0) done(null, undefined);
      else if (isUtf8(body)) parse(request, body.toString(), done);
      else done(appError('encoding'));
    },
  );
}
