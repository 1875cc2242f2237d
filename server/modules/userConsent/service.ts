import type { z } from 'zod';
import { type Trx, withScope } from '../../../db/client.ts';
import { together } from '../../../db/together.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import type { List } from '../../../shared/list.ts';
import { bitsIn, withoutBits } from '../../../shared/purpose/bits.ts';
import type {
  Guardian,
  listSubjectHistory,
  listUserConsents,
  subjectHistory,
  UserConsentDetail,
  UserConsentItem,
} from '../../../shared/userConsent/schema.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { namesOf } from '../../platform/records/names.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { metaOf } from '../../platform/list/rows.ts';
import { chosen, formOf, type FormVersion, versionsOf } from './forms.ts';
import * as queries from './queries.ts';
import { allowedByGuardian } from './guardian.ts';
import { logReading } from './reads.ts';
import { noticeAtConsent } from '../consent/notice.ts';
import { sealedIdentity, uidHash } from './record.ts';
import { itemOf, itemWith } from './views.ts';
import { narrowing, pageOf } from './walk.ts';

type HistoryInput = z.output<typeof listUserConsents>;
type SubjectInput = z.output<typeof listSubjectHistory>;
type SubjectHistory = z.infer<typeof subjectHistory>;

/**
 * Reads under the workspace's row level security; everything in `work` reads the same snapshot, so that counts and rows
 * agree.
 */
export const reading = <Result>(
  ctx: Pick<WorkspaceContext, 'deps' | 'workspace'>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> =>
  withScope(ctx.deps.db, { workspaceId: ctx.workspace.id }, (trx) => together(trx, work), 'repeatable read');

/**
 * One page of a form's history, newest first by default. With `uid` it is one data subject's, and the reading is
 * logged.
 */
export async function history(ctx: WorkspaceContext, input: HistoryInput): Promise<List<UserConsentItem>> {
  const { id: ws } = ctx.workspace;
  const { form, uid, page } = await reading(ctx, async (trx) => {
    const form = await formOf(trx, ws, input.id);
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const uid = input.uid ? uidHash(key, input.uid) : undefined;
    const narrow = await narrowing(trx, ws, form, input, uid);
    const { total, rows } = await pageOf(trx, narrow, {
      direction: input.sortDirection,
      limit: input.pageSize,
      offset: (input.currentPage - 1) * input.pageSize,
    });
    const version = await versionsOf(trx, ws, rows);
    return {
      form,
      uid,
      page: {
        collection: rows.map((row) => itemOf(key, row, version(row.consentId, row.version))),
        meta: metaOf(input, total),
      },
    };
  });
  if (uid) await logReading(ctx, uid, [form]);
  return page;
}

/**
 * One submission in full, with the content at that time, and whether it still has the hash of its publication. The
 * reading is logged.
 */
export async function get(ctx: WorkspaceContext, userConsentId: string): Promise<UserConsentDetail> {
  const { id: ws } = ctx.workspace;
  const { uid, detail } = await reading(ctx, async (trx) => {
    const row = await queries.find(trx, ws, userConsentId);
    if (!row) throw appError('userConsent.notFound');
    const { id, name } = await formOf(trx, ws, row.consentId);
    const identity = sealedIdentity.open(await ctx.deps.keyring.workspaceKey(trx, ws), row.id, row.identity);
    const version = (await versionsOf(trx, ws, [row]))(row.consentId, row.version);
    // Without the cache: the proof is what the table has now.
    const { content, sha256 } = await queries.versionOf(trx, ws, row.consentId, row.version);
    const own = withoutBits(row.granted, bitsIn(await allowedByGuardian(trx, ws, row, identity)));
    const detail: UserConsentDetail = {
      ...itemWith(identity, row, version),
      consent: { id, name },
      guardian: identity.guardian as Guardian | null,
      alone: identity.guardian ? chosen(version, own).map((purpose) => purpose.id) : [],
      shown: { content: content as ConsentContent, sha256, intact: contentHash(content) === sha256 },
      notice: await noticeAtConsent(trx, ws, (content as ConsentContent).privacyNotice, row),
      receipts: await queries.receiptsOf(trx, ws, row.id),
    };
    return { uid: row.uid, detail };
  });
  await logReading(ctx, uid, [detail.consent]);
  return detail;
}

/**
 * Everything that one data subject did in this workspace, newest first by default, with the additions and withdrawals
 * of each time. The reading is logged.
 */
export async function subject(ctx: WorkspaceContext, input: SubjectInput): Promise<SubjectHistory> {
  const { id: ws } = ctx.workspace;
  const { uid, forms, page } = await reading(ctx, async (trx) => {
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const uid = uidHash(key, input.uid);
    const forms = await queries.formsOfSubject(trx, ws, uid);
    const names = new Map(forms.map(({ id, name }) => [id, name]));
    const rows = await queries.rowsOf(trx, queries.ofSubject(ws, uid), {
      direction: input.sortDirection,
      limit: input.pageSize,
      offset: (input.currentPage - 1) * input.pageSize,
    });
    const before = await queries.choicesBefore(
      trx,
      ws,
      uid,
      rows.map(({ id }) => id),
    );
    const version = await versionsOf(
      trx,
      ws,
      rows.flatMap((row) => [row, { ...row, ...before.get(row.id)?.choice }]),
    );
    const collection = rows.map((row) => {
      const formVersion = version(row.consentId, row.version);
      const { choice: last, isGap } = before.get(row.id) ?? { choice: undefined, isGap: false };
      // What it changed is not known once what was chosen before was removed.
      const isUnknown = isGap || (row.changed && !last);
      return {
        ...itemOf(key, row, formVersion),
        consent: { id: row.consentId, name: names.get(row.consentId) ?? '' },
        ...(isUnknown
          ? { added: [], withdrawn: [] }
          : difference(last && { granted: last.granted, formVersion: version(row.consentId, last.version) }, {
              granted: row.granted,
              formVersion,
            })),
      };
    });
    return {
      uid,
      forms,
      page: {
        collection,
        meta: metaOf(
          input,
          forms.reduce((sum, { submissions }) => sum + submissions, 0),
        ),
      },
    };
  });
  await logReading(ctx, uid, forms);
  return page;
}

interface Chosen {
  readonly granted: number;
  readonly formVersion: FormVersion;
}

/** Titles of the purposes that one choice has and the other does not; a first choice adds all that it allows. */
function difference(
  before: Chosen | undefined,
  now: Chosen,
): { added: ConsentContent['title'][]; withdrawn: ConsentContent['title'][] } {
  const titlesOf = ({ granted, formVersion }: Chosen, other: number) =>
    chosen(formVersion, withoutBits(granted, bitsIn(other))).map(({ title }) => title);
  return { added: titlesOf(now, before?.granted ?? 0), withdrawn: before ? titlesOf(before, now.granted) : [] };
}

/**
 * Submissions of a workspace by their ids, decrypted, each with its form; in no order, without those that do not exist.
 */
export function byIds(
  ctx: WorkspaceContext,
  ids: readonly string[],
): Promise<(UserConsentItem & { consent: { id: string; name: string } })[]> {
  const { id: ws } = ctx.workspace;
  return reading(ctx, async (trx) => {
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const rows = await queries.byIds(trx, ws, ids);
    const version = await versionsOf(trx, ws, rows);
    const names = await namesOf(
      trx,
      ws,
      'consents',
      rows.map(({ consentId }) => consentId),
    );
    return rows.map((row) => ({
      ...itemOf(key, row, version(row.consentId, row.version)),
      consent: { id: row.consentId, name: names.get(row.consentId) ?? '' },
    }));
  });
}

/** Names of the sources of a form's submissions, for its filter; '' is “none stated”. */
export const sources = (ctx: WorkspaceContext, consentId: string): Promise<string[]> =>
  ctx.transaction(async (trx) => {
    await formOf(trx, ctx.workspace.id, consentId);
    return (await queries.sourcesOf(trx, ctx.workspace.id, consentId)).map(({ name }) => name);
  });
