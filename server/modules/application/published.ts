import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { PublishStatus } from '../../../shared/status.ts';

/** An application with the groups of data subjects of its newest published version. */
export interface PublishedApplication {
  readonly id: string;
  readonly name: string;
  readonly status: PublishStatus;
  /** 0: it was never published, and has no groups. */
  readonly publishedVersion: number;
  readonly groups: readonly { readonly id: string; readonly name: Bilingual }[];
}

/** Every application of a workspace by name, with the groups of data subjects of its published version. */
export async function publishedApplications(trx: Trx, workspaceId: string): Promise<PublishedApplication[]> {
  const { rows } = await sql<PublishedApplication>`
    select a.id, a.name, a.status, a.published_version,
      coalesce((select jsonb_agg(distinct g) from (
        select jsonb_build_object('id', g -> 'id', 'name', g -> 'name') as g
          from jsonb_array_elements(v.content -> 'purposes') as p, jsonb_array_elements(p -> 'content' -> 'dataSubjectGroups') as g
        union
        select jsonb_build_object('id', f -> 'dataSubjectGroup' -> 'id', 'name', f -> 'dataSubjectGroup' -> 'name')
          from jsonb_array_elements(coalesce(v.content -> 'dataMapping', '[]')) as f) as named (g)), '[]') as groups
      from applications a
      left join application_versions v on v.workspace_id = a.workspace_id and v.application_id = a.id and v.version = a.published_version
     where a.workspace_id = ${workspaceId}
     order by a.name collate thai, a.id`.execute(trx);
  return rows;
}

/** Those of some groups of data subjects that the published version of any application names, in their order. */
export async function publishedGroups(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(${[...ids]}::uuid[]) with ordinality as g (id, place)
     where exists (
       select from applications a
         join application_versions v on v.workspace_id = a.workspace_id and v.application_id = a.id and v.version = a.published_version
        where a.workspace_id = ${workspaceId} and (
          v.content @> jsonb_build_object('purposes', jsonb_build_array(jsonb_build_object('content',
            jsonb_build_object('dataSubjectGroups', jsonb_build_array(jsonb_build_object('id', g.id))))))
          or v.content @> jsonb_build_object('dataMapping', jsonb_build_array(
            jsonb_build_object('dataSubjectGroup', jsonb_build_object('id', g.id))))))
     order by g.place`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The newest published versions of some applications; unpublished ones are left out. */
export async function publishedContents(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, { name: string; version: number; content: ApplicationContent }>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('applications as a')
    .innerJoin('applicationVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 'a.workspaceId')
        .onRef('v.applicationId', '=', 'a.id')
        .onRef('v.version', '=', 'a.publishedVersion'),
    )
    .select(['a.id', 'a.name', 'v.version', 'v.content'])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map(({ id, name, version, content }) => [
      id,
      { name, version, content: content as unknown as ApplicationContent },
    ]),
  );
}
