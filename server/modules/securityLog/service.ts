import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import { EXPORT_KINDS, type ExportKind } from '../../../shared/registry/exportKinds.ts';
import { isSecurityEvent, SECURITY_EVENTS } from '../../../shared/registry/securityEvents.ts';
import type { ListSecurityLogs, SecurityLog } from '../../../shared/securityLog/schema.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { readPages } from '../../platform/list/reading.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

type Reader = Pick<WorkspaceContext, 'workspace' | 'transaction'> & { locale: Locale };

/** One page of the organisation's security log, newest first by default. */
export function list(ctx: WorkspaceContext, input: ListSecurityLogs): Promise<List<SecurityLog>> {
  if (input.from && input.to && input.from > input.to)
    throw appError('BAD_REQUEST', { at: 'to', text: 'activityLog:rangeReversed' });
  return ctx.transaction(async (trx) => {
    const page = await queries.list(trx, ctx.workspace.organizationId, input);
    return { ...page, collection: page.collection.map((row) => entryOf(ctx.locale, row)) };
  });
}

/** How many entries match. */
export const count = ({ workspace, transaction }: Reader, filters: queries.Filters): Promise<number> =>
  transaction((trx) => queries.count(trx, workspace.organizationId, filters));

/** Every entry that matches, newest first, for an export; each page is read in its own short transaction. */
export async function* readAll(ctx: Reader, filters: queries.Filters): AsyncGenerator<SecurityLog[]> {
  const pages = readPages((after, limit) =>
    ctx.transaction((trx) => queries.readOn(trx, ctx.workspace.organizationId, filters, after, limit)),
  );
  for await (const lines of pages) yield lines.map((line) => entryOf(ctx.locale, line));
}

function entryOf(locale: Locale, row: queries.SecurityRow): SecurityLog {
  const { id, event, subject, actorName, actorEmail, sourceId, sourceName, createdAt } = row;
  if (!isSecurityEvent(event)) throw new Error(`an unknown event stands in the security log: ${event}`);
  return {
    id,
    event,
    topic: SECURITY_EVENTS[event],
    title: titleOf(locale, event, row.details as Record<string, string>),
    subject,
    actor: actorEmail || actorName ? { name: actorName, email: actorEmail } : null,
    workspace: sourceId ? { id: sourceId, name: sourceName } : null,
    createdAt,
  };
}

/** Events with another sentence when they were done by these means, or changed this. */
const TITLES: Record<string, string> = {
  'signIn.succeeded provider': 'signIn.provider',
  'password.resetRequested operator': 'password.operator',
  'password.changed provider': 'password.ended',
  'personnel.updated inactive': 'personnel.deactivated',
  'personnel.updated active': 'personnel.activated',
  'personnel.updated invited': 'personnel.activated',
  'serviceAccount.updated role': 'serviceAccount.role',
};
/** The text of a kind of file owner. Example: `request.attachment` */
export const fileText = (owner: string): string => `securityLog:file.${owner.replaceAll('.', '_')}`;

/** The sentence of an event: a role with its names, an export or a file with its kind. */
function titleOf(locale: Locale, event: string, details: Record<string, string>): string {
  const { by, status, from, to, kind, format, owner } = details;
  const exportKind = kind && Object.hasOwn(EXPORT_KINDS, kind) ? EXPORT_KINDS[kind as ExportKind].title : undefined;
  const variant = by ?? status ?? (from && 'role');
  const key = owner ? `${event}Of` : (TITLES[`${event} ${variant}`] ?? event);
  return translate(locale, `securityLog:event.${key.replaceAll('.', '_')}`, {
    from: from && translate(locale, `shell:role.${from}`),
    to: to && translate(locale, `shell:role.${to}`),
    kind: exportKind && translate(locale, exportKind),
    format: format?.toUpperCase(),
    file: owner && translate(locale, fileText(owner)),
  });
}
