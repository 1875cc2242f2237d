import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../../shared/locale.ts';
import { takeCalls } from '../../../platform/auth/throttle.ts';
import { bangkokDay } from '../../../platform/database/bangkokDays.ts';
import { appError } from '../../../platform/errors.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import { pageClosed } from '../../../platform/publicPage/closed.ts';
import { FormCache } from '../../../platform/publicPage/formCache.ts';
import { SharedRate } from '../../../platform/publicPage/rate.ts';
import { idOf, spendCall } from '../../../platform/publicPage/request.ts';
import type { Answer } from './answers.ts';
import { type LiveNotice, liveNotice, type PublicVersion } from './live.ts';

/** Answers of one notice in the cache. */
const ANSWERS = 40;

/** One version of a notice in one language. */
export interface NoticeView {
  readonly notice: LiveNotice;
  readonly version: PublicVersion;
  readonly content: NoticeContent;
  readonly locale: Locale;
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
  return { notice, version, content, locale: localeOf(query) };
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
  const answers = new WeakMap<LiveNotice, Map<string, Promise<Answer>>>();
  return {
    close: unlisten,
    /**
     * The notice of an address.
     * @throws 404 where it does not exist; 409 `workspace.closed`; 429 for a caller that requests many that are not
     * cached: cached ones cost next to nothing
     */
    async noticeOf(request: FastifyRequest, reply: FastifyReply): Promise<LiveNotice> {
      const params = request.params as { ws: string; id: string };
      const [ws, id] = [idOf(params.ws), idOf(params.id)];
      if (!ws || !id) throw notFound();
      const known = notices.peek(ws, id);
      if (!known) await spendCall(rate, request, reply, id, false);
      const notice = known ?? (await notices.get(ws, id));
      if (!notice?.enabled) throw notFound();
      if (notice.closed) throw pageClosed();
      return notice;
    },
    /** The answer under a name, rendered once while the notice is cached. */
    answered(notice: LiveNotice, name: string, make: () => Promise<Answer>): Promise<Answer> {
      const known = answers.get(notice) ?? new Map<string, Promise<Answer>>();
      answers.set(notice, known);
      const before = known.get(name);
      if (before) return before;
      const answer = make();
      known.set(name, answer);
      answer.catch(() => known.delete(name));
      if (known.size > ANSWERS) known.delete(known.keys().next().value!);
      return answer;
    },
  };
}
export type NoticeReader = ReturnType<typeof noticeReader>;
