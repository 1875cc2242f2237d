import type { z } from 'zod';
import type { ExportItem } from '../../../shared/export/schema.ts';
import type { List } from '../../../shared/list.ts';
import type {
  ADMIN_CONSENT_LIST,
  AdminConsent,
  adminWorkspaces,
  consoleWorkspaces as consoleWorkspacesOutput,
  listAdminConsents,
} from '../../../shared/consentAdmin/schema.ts';
import type { maybeInWorkspace } from '../../../shared/text.ts';
import { adminPlaces } from '../../platform/auth/places.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import * as exports from '../../platform/exports/service.ts';
import { metaOf } from '../../platform/list/rows.ts';
import * as forms from '../consent/service.ts';
import * as queries from './queries.ts';

/** The workspaces of the console, by name. */
export const consoleWorkspaces = async (
  ctx: SignedInContext,
  input: z.output<typeof maybeInWorkspace>,
): Promise<z.infer<typeof consoleWorkspacesOutput>> =>
  (await adminPlaces(ctx, 'admin.console', input)).map(({ workspace: { id, name } }) => ({ id, name }));

/** Those of them that use consent, with how many forms and submissions each has, by name. */
export async function workspaces(
  ctx: SignedInContext,
  input: z.output<typeof maybeInWorkspace>,
): Promise<z.infer<typeof adminWorkspaces>> {
  const rows = [];
  for (const place of await adminPlaces(ctx, 'consent.read', input)) {
    const { id, name } = place.workspace;
    rows.push({ id, name, ...(await place.transaction((trx) => queries.sizeOf(trx, id))) });
  }
  return rows;
}

const thai = new Intl.Collator('th');
const compared = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const ORDER: Record<(typeof ADMIN_CONSENT_LIST)['sortBy'][number], (a: AdminConsent, b: AdminConsent) => number> = {
  updatedAt: (a, b) => compared(a.updatedAt, b.updatedAt),
  createdAt: (a, b) => compared(a.createdAt, b.createdAt),
  name: (a, b) => thai.compare(a.name, b.name),
  status: (a, b) => compared(a.status, b.status),
};
const PAGE = 100;

/** Forms of all of the workspaces, merged in one order. */
export async function consents(
  ctx: SignedInContext,
  input: z.output<typeof listAdminConsents>,
): Promise<List<AdminConsent>> {
  const { currentPage, pageSize, sortBy, sortDirection, query, status, active, inForce } = input;
  const end = currentPage * pageSize;
  const all: AdminConsent[] = [];
  let totalItems = 0;
  for (const place of await adminPlaces(ctx, 'consent.read', input)) {
    const { id, name } = place.workspace;
    // A row beyond the page's end in its own workspace cannot be on the page.
    for (let page = 1; (page - 1) * PAGE < end; page += 1) {
      const { collection, meta } = await forms.list(place, {
        status,
        active,
        inForce,
        query,
        currentPage: page,
        pageSize: PAGE,
        sortBy,
        sortDirection,
      });
      all.push(...collection.map((form) => ({ ...form, workspace: { id, name } })));
      if (page === 1) totalItems += meta.totalItems;
      if (page >= meta.totalPage) break;
    }
  }
  const sign = sortDirection === 'ASC' ? 1 : -1;
  all.sort((a, b) => sign * (ORDER[sortBy](a, b) || (a.id < b.id ? -1 : 1)));
  return {
    collection: all.slice(end - pageSize, end),
    meta: metaOf({ currentPage, pageSize }, totalItems),
  };
}

/** An export of any of the workspaces. @throws AppError 404, 403 without the permission of its kind */
export async function findExport(
  ctx: SignedInContext,
  { ws, id }: z.output<typeof maybeInWorkspace> & { id: string },
): Promise<ExportItem> {
  for (const place of await adminPlaces(ctx, 'admin.console', { ws })) {
    const found = await exports.find(place, id);
    if (found) return found;
  }
  throw appError('export.notFound');
}
