import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { type PurposeDraft, wordsOf } from '../../../shared/purpose/fields.ts';
import { writeLinks } from '../../platform/records/links.ts';

/** The columns of a purpose's own row. */
export const columnsOf = (draft: PurposeDraft) => ({
  titleTh: draft.title.th,
  titleEn: draft.title.en,
  descriptionTh: draft.description.th,
  descriptionEn: draft.description.en,
  isPrimary: draft.isPrimary,
  purposeCategoryId: draft.purposeCategoryId,
  lawfulBases: draft.lawfulBases as string[],
  sensitiveExemptions: draft.sensitiveExemptions as string[],
  retentionIndefinite: draft.retention.indefinite,
  retentionAmount: draft.retention.amount,
  retentionUnit: draft.retention.unit,
  retentionStartEvent: draft.retention.startEvent,
  retentionStartNote: draft.retention.startNote,
  retentionNote: draft.retention.note,
  responsibleDepartmentId: draft.responsibleDepartmentId,
  responsiblePersonnelId: draft.responsiblePersonnelId,
  thirdPartyDisclosure: draft.thirdPartyDisclosure,
  internalSharing: draft.internalSharing,
  legitimateInterest: draft.legitimateInterest === null ? null : JSON.stringify(draft.legitimateInterest),
});

const wordIds = (draft: PurposeDraft): string[] => wordsOf(draft).flatMap(({ ids }) => ids);

/** Writes the lists of a purpose where they differ from those `stored`. */
export async function writeLists(
  trx: Trx,
  key: { workspaceId: string; id: string },
  draft: PurposeDraft,
  stored: PurposeDraft | undefined,
): Promise<void> {
  const owner = 'purposeId';
  const words = { table: 'purposeCatalogueItems', owner, column: 'itemId' } as const;
  const pii = { table: 'purposePiiCategories', owner, column: 'piiCategoryId' } as const;
  const receivers = { table: 'purposeInternalApplications', owner, column: 'applicationId' } as const;
  await writeLinks(trx, words, key, stored ? wordIds(stored) : [], wordIds(draft));
  await writeLinks(trx, pii, key, stored?.piiCategoryIds ?? [], draft.piiCategoryIds);
  await writeLinks(trx, receivers, key, stored?.internalApplicationIds ?? [], draft.internalApplicationIds);
  await writeThirdParties(trx, key, draft.thirdParties, stored?.thirdParties ?? []);
  const removed = stored?.internalApplicationIds.filter((id) => !draft.internalApplicationIds.includes(id)) ?? [];
  if (removed.length > 0) await forgetReceivers(trx, key, removed);
}

/**
 * Third parties keep their ids, since data mappings refer to them: changed ones of this purpose are updated, others are
 * inserted.
 */
async function writeThirdParties(
  trx: Trx,
  { workspaceId, id: purposeId }: { workspaceId: string; id: string },
  parties: PurposeDraft['thirdParties'],
  stored: PurposeDraft['thirdParties'],
): Promise<void> {
  const rowOf = (party: PurposeDraft['thirdParties'][number], id: string, position: number) => ({
    ...party,
    id,
    workspaceId,
    purposeId,
    position,
  });
  const known = new Map(stored.map((party, position) => [party.id!, canonicalJson(rowOf(party, party.id!, position))]));
  const left = new Set(known.keys());
  // A second one with the same id is a copy of it.
  const rows = parties.map((party, position) =>
    rowOf(party, party.id && left.delete(party.id) ? party.id : randomUUIDv7(), position),
  );
  if (left.size > 0)
    await trx
      .deleteFrom('purposeThirdParties')
      .where('workspaceId', '=', workspaceId)
      .where('id', 'in', [...left])
      .execute();
  const changed = rows.filter((row) => known.get(row.id) !== canonicalJson(row));
  if (changed.length === 0) return;
  await trx
    .insertInto('purposeThirdParties')
    .values(changed)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        countries: eb.ref('excluded.countries'),
        contract: eb.ref('excluded.contract'),
        contractExpiresOn: eb.ref('excluded.contractExpiresOn'),
        safeguard: eb.ref('excluded.safeguard'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute();
}

/** Removes applications that the purpose no longer sends to from the entries of data mappings. */
async function forgetReceivers(
  trx: Trx,
  { workspaceId, id }: { workspaceId: string; id: string },
  applicationIds: readonly string[],
): Promise<void> {
  await sql`
    delete from data_flow_applications r using data_flows f
     where r.workspace_id = ${workspaceId} and f.workspace_id = ${workspaceId} and f.purpose_id = ${id} and r.data_flow_id = f.id
       and r.application_id = any(${applicationIds}::uuid[])`.execute(trx);
}
