import { type RawBuilder, sql } from 'kysely';

/**
 * Applications whose newest version has one of these purposes while their next version is a draft, which may have it no
 * longer: what notices in force are based on (docs/decisions/136). Without the draft, the links of the draft say the
 * same.
 */
export const publishedWith = (
  workspaceId: string,
  purposeIds: readonly string[],
): RawBuilder<{ id: string; name: string }> => sql`
  select a.id, a.name from applications a
    join application_versions v on (v.workspace_id, v.application_id, v.version) = (a.workspace_id, a.id, a.published_version)
   where a.workspace_id = ${workspaceId} and a.status = 'draft' and exists (
     select from jsonb_array_elements(v.content -> 'purposes') p where (p ->> 'id')::uuid = any(${[...purposeIds]}::uuid[]))`;

/** Purposes whose newest version shares data with one of these applications while their next version is a draft. */
export const publishedSharingWith = (
  workspaceId: string,
  applicationIds: readonly string[],
): RawBuilder<{ id: string; titleTh: string; titleEn: string }> => sql`
  select p.id, p.title_th as "titleTh", p.title_en as "titleEn" from purposes p
    join purpose_versions v on (v.workspace_id, v.purpose_id, v.version) = (p.workspace_id, p.id, p.published_version)
   where p.workspace_id = ${workspaceId} and p.status = 'draft' and exists (
     select from jsonb_array_elements(v.content -> 'internalApplications') i
      where (i ->> 'id')::uuid = any(${[...applicationIds]}::uuid[]))`;
