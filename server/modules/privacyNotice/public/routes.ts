import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocale } from '../../../../shared/locale.ts';
import { fontFile, woff2 } from '../../../platform/documents/fonts.ts';
import { appError, asAppError } from '../../../platform/errors.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import { ANY_SITE, forAnySite, matchesEtag } from '../../../platform/publicPage/sites.ts';
import { type Answer, answerOf, CACHE, sendAnswer } from './answers.ts';
import { publicNotice } from './json.ts';
import { changesHtml, faultHtml, noticeHtml } from './page.ts';
import { noticePdfs } from './pdf.ts';
import {
  localeOf,
  type NoticeCall,
  type NoticeReader,
  noticeReader,
  type Query,
  queryOf,
  versionOf,
  viewOf,
} from './reader.ts';
import { stateOf } from '../inForce.ts';
import { type ViewCounter, viewCounter } from '../views/counter.ts';
import { FONTS, PAGE_POLICY } from './style.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const PAGE = { helmet: false, compress: false, config: { anySite: true } } as object;

/** Public notices: pages without a script, PDF, and JSON for apps. */
export async function publicNoticeRoutes(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const reader = noticeReader(options);
  const pdfs = noticePdfs(options.deps);
  const counter = viewCounter(options.deps);
  app.addHook('preClose', async () => reader.close());
  app.addHook('onClose', async () => {
    await Promise.all([pdfs.close(), counter.close()]);
  });
  await app.register(async (scope) => {
    inHtml(scope, options);
    pageRoutes(scope, reader, counter);
    pdfRoute(scope, reader, pdfs);
    for (const [style, url] of Object.entries(FONTS) as [keyof typeof FONTS, string][]) fontRoute(scope, style, url);
  });
  await app.register(async (scope) => apiRoute(scope, reader, options.deps.config.publicUrl ?? ''));
}

/** Errors of these routes are pages too. */
function inHtml(scope: FastifyInstance, { deps }: HttpOptions): void {
  const faults = {
    NOT_FOUND: 'notFound',
    BAD_REQUEST: 'notFound',
    CONFLICT: 'closed',
    TOO_MANY_REQUESTS: 'busy',
  } as const;
  const statuses = { notFound: 404, closed: 409, busy: 429, away: 503 } as const;
  scope.setErrorHandler((error, request, reply) => {
    const known = asAppError(error);
    const fault = (faults[known?.status as keyof typeof faults] ?? 'away') as keyof typeof statuses;
    if (fault === 'away') void reply.header('retry-after', '60');
    if (fault === 'away' && known?.problem.code !== 'document.busy') deps.log.error({ err: error }, 'public notice');
    return reply
      .code(statuses[fault])
      .headers({ 'content-type': HTML, 'cache-control': 'no-store' })
      .send(faultHtml(localeOf(queryOf(request)), fault));
  });
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' });
  });
}

/** The page of a version, rendered once. */
const pageOf = ({ answered }: NoticeReader, call: NoticeCall, query: Query): Promise<Answer> =>
  answered(call, `page ${localeOf(query)} ${versionOf(call.notice, query.version).version}`, async () =>
    answerOf(HTML, noticeHtml(await viewOf(call.notice, query))),
  );

function pageRoutes(scope: FastifyInstance, reader: NoticeReader, { count }: ViewCounter): void {
  scope.get('/notices/:ws/:id', PAGE, async (request, reply) => {
    const notice = await reader.noticeOf(request, reply);
    const query = queryOf(request);
    const answer = await pageOf(reader, { notice, request, reply }, query);
    count(notice.workspaceId, notice.id, localeOf(query));
    return sendAnswer(request, reply, answer);
  });
  scope.get('/notices/:ws/:id/changes', PAGE, async (request, reply) => {
    const notice = await reader.noticeOf(request, reply);
    const { lang, from, to } = queryOf(request);
    const [before, after] = [versionOf(notice, from), versionOf(notice, to)];
    const name = `changes ${localeOf({ lang })} ${before.version} ${after.version}`;
    const answer = await reader.answered({ notice, request, reply }, name, async () => {
      const [view, { content }] = await Promise.all([
        viewOf(notice, { lang, version: String(after.version) }),
        viewOf(notice, { lang, version: String(before.version) }),
      ]);
      return answerOf(HTML, changesHtml(view, { version: before, content }));
    });
    return sendAnswer(request, reply, answer);
  });
}

/** Of how English documents are drawn from the same text: increase it where that changes. 1: links with language. */
const ENGLISH_EDITION = 1;

function pdfRoute(scope: FastifyInstance, reader: NoticeReader, pdfs: ReturnType<typeof noticePdfs>): void {
  scope.get('/notices/:ws/:id/notice.pdf', PAGE, async (request, reply) => {
    const notice = await reader.noticeOf(request, reply);
    const view = await viewOf(notice, queryOf(request));
    const { version, sha256Th, sha256En } = view.version;
    const { withdrawn, versions } = notice;
    const notInForce = stateOf(version, { withdrawn, versionInForce: versions[0]!.version });
    const text = view.locale === 'th' ? sha256Th : `${sha256En}-${ENGLISH_EDITION}`;
    const etag = `"${[text, notInForce].filter(Boolean).join('-')}"`;
    const validity = { etag, 'cache-control': CACHE };
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(validity).send();
    const pdf = await pdfs.pdfOf({ ...view, notInForce }, () => reader.spendPdf(request, reply));
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="notice.pdf"' };
    return reply.headers({ ...validity, ...headers }).send(pdf);
  });
}

/** The typeface of the page, compressed on first use. */
function fontRoute(scope: FastifyInstance, style: keyof typeof FONTS, url: string): void {
  let file: Buffer | undefined;
  scope.get(url, PAGE, async (_request, reply) => {
    file ??= woff2(fontFile(style));
    const headers = { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' };
    return reply.headers(headers).send(file);
  });
}

/** The call of the contract: the page, or the same as JSON. */
function apiRoute(scope: FastifyInstance, reader: NoticeReader, base: string): void {
  forAnySite(scope, base.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : undefined);
  const url = '/api/v1/:ws/privacy-notices/:id/public';
  scope.get(url, { ...ANY_SITE, compress: false } as object, async (request, reply) => {
    const query = checked(request);
    const notice = await reader.noticeOf(request, reply);
    const call = { notice, request, reply };
    return sendAnswer(request, reply, await (query.format === 'json' ? asJson(call, query) : asPage(call, query)));
  });
  const asPage = (call: NoticeCall, query: Query) => {
    void call.reply.header('content-security-policy', PAGE_POLICY);
    return pageOf(reader, call, query);
  };
  const asJson = (call: NoticeCall, query: Query) => {
    const { notice } = call;
    const name = `json ${localeOf(query)} ${versionOf(notice, query.version).version}`;
    return reader.answered(call, name, async () =>
      answerOf(JSON_TYPE, JSON.stringify(publicNotice(await viewOf(notice, query), base))),
    );
  };
}

/** @throws 400 for an unknown language or format */
function checked(request: FastifyRequest): Query {
  const query = queryOf(request);
  const wrong = (at: string) => appError('BAD_REQUEST', { at, text: 'errors:choice' });
  if (query.lang !== undefined && !isLocale(query.lang)) throw wrong('lang');
  if (query.format !== undefined && query.format !== 'html' && query.format !== 'json') throw wrong('format');
  return query;
}
