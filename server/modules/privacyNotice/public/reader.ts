import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../../shared/locale.ts';
import { takeCalls } from '../../../platform/auth/throttle.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import { appError } from '../../../platform/errors.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import { pageClosed } from '../../../platform/publicPage/closed.ts';
import { FormCache } from '../../../platform/publicPage/formCache.ts';
import { MemoryRate, SharedRate } from '../../../platform/publicPage/rate.ts';
import { idOf, spendCall } from '../../../platform/publicPage/request.ts';
import type { Answer } from './answers.ts';
import { linkedIn } from './links.ts';
import { type LiveNotice, liveNotice, type PublicVersion } from './live.ts';
import { RenderCache } from './renderCache.ts';

/** Answers of one notice in the cache. */
const ANSWERS = 40;
/** PDFs that are drawn for one address in a minute: each takes the node about a second. */
const PDFS = 10;

/** One version of a notice in one language. */
export interface NoticeView {
  readonly notice: LiveNotice;
  readonly version: PublicVersion;
  /** Its links to our own pages name the language. */
  readonly content: NoticeContent;
  readonly locale: Locale;
}

/** A call for a notice. */
export interface NoticeCall {
  readonly notice: LiveNotice;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Query = Readonly<Record<string, string | undefined>>;

export const queryOf = (request: FastifyRequest): Query => request.query as Query;
export const localeOf = ({ lang }: Query): Locale => (isLocale(lang) ? lang : DEFAULT_LOCALE);
const notFound = () => appError('NOT_FOUND');

/** The requested version; by default the one in force. @throws 404 */
export function versionOf(notice: LiveNotice, wanted: string | undefined): PublicVersion {
  const found =
    wanted === undefined ? notice.versions[0] : notice.versions.find(({ version }) => String(version) === wanted);
  if (!found) throw notFound();
  return found;
}

/** @throws 404 */
export async function viewOf(notice: LiveNotice, query: Query): Promise<NoticeView> {
  const version = versionOf(notice, query.version);
  const content = await notice.contentOf(version.version);
  if (!content) throw notFound();
  const locale = localeOf(query);
  return { notice, version, content: linkedIn(content, notice.workspaceId, locale), locale };
}

/** Notices in the cache of this node, with their rendered answers. */
export function noticeReader({ deps, hub }: Pick<HttpOptions, 'deps' | 'hub'>) {
  const notices = new FormCache<LiveNotice>({
    load: (workspaceId, id) => liveNotice(deps, workspaceId, id),
    events: 'privacyNotice.',
    holds: ({ day }) => day === bangkokDay(deps.now()),
    outlivesFaults: true,
  });
  const unlisten = hub.listen(notices);
  const limit = deps.config.requestRatePerMinute;
  const rate = new SharedRate(limit, (name, calls, max) => takeCalls(deps, name, calls, max));
  // In memory, since cached notices are rendered while the database is unavailable too.
  const renders = new MemoryRate(limit);
  const pdfs = new MemoryRate(limit === 0 ? 0 : PDFS);
  const answers = new WeakMap<LiveNotice, RenderCache<Answer>>();
  return {
    close: unlisten,
    /**
     * The notice of an address, also while the module is switched off: people can read what applies to them, and
     * consent forms and mails lead here (docs/decisions/092).
     * @throws 404 where it does not exist; 409 `workspace.closed`; 429 for a caller that requests many that are not
     * cached: cached ones cost next to nothing
     */
    async noticeOf(request: FastifyRequest, reply: FastifyReply): Promise<LiveNotice> {
      const params = request.params as { ws: string; id: string };
      const [ws, id] = [idOf(params.ws), idOf(params.id)];
      if (!ws || !id) throw notFound();
      const known = notices.peek(ws, id);
      if (!known) await spendCall(rate, request, reply, { id, isKnown: false });
      const notice = known ?? (await notices.get(ws, id));
      if (!notice) throw notFound();
      if (notice.closed) throw pageClosed();
      return notice;
    },
    /**
     * The answer under a name, rendered once while the notice is cached.
     * @throws 429 for a caller for whom many are rendered
     */
    answered({ notice, request, reply }: NoticeCall, name: string, render: () => Promise<Answer>): Promise<Answer> {
      const cache = answers.get(notice) ?? new RenderCache<Answer>(ANSWERS);
      answers.set(notice, cache);
      return cache.get(name, () => void spendCall(renders, request, reply, { id: notice.id, isKnown: false }), render);
    },
    /** Counts a PDF that is drawn for a caller. @throws 429 */
    spendPdf(request: FastifyRequest, reply: FastifyReply): void {
      void spendCall(pdfs, request, reply, { id: null, isKnown: false });
    },
  };
}
export type NoticeReader = ReturnType<typeof noticeReader>;
