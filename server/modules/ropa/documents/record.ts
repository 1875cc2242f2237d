import { sql } from 'kysely';
import type { Executor, Trx } from '../../../../db/client.ts';
import type { ProcessingRole } from '../../../../shared/application/schema.ts';
import { completenessOf, scoreOf } from '../../../../shared/completeness/schema.ts';
import { PURPOSE_FIELDS, wordLists } from '../../../../shared/purpose/fields.ts';
import { liaAnswers } from '../../../../shared/purpose/legitimateInterest.ts';
import type { PurposeContent } from '../../../../shared/purpose/schema.ts';
import type { RopaPurpose, RopaRecord } from '../../../../shared/ropa/record.ts';
import { mappedFlowsOfAll } from '../../application/mappedFlows.ts';
import { factsOf } from '../../completeness/facts.ts';
import { refusalsOfApplications } from './refusals.ts';

/** Applications read at a time. */
const PAGE = 20;

type Transaction = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;

/**
 * The applications of a record in Thai order: of the entire workspace, or the one of `applicationId`; empty where it
 * does not exist.
 */
export async function applicationsOf(
  db: Executor,
  workspaceId: string,
  applicationId: string | null,
): Promise<{ id: string; processingRole: ProcessingRole }[]> {
  const { rows } = await sql<{ id: string; processingRole: ProcessingRole }>`
    select id, processing_role as "processingRole" from applications
     where workspace_id = ${workspaceId} and (${applicationId}::uuid is null or id = ${applicationId}::uuid)
     order by name collate thai, id`.execute(db.withoutPlugins());
  return rows;
}

/**
 * The records of applications, in the order of `ids`; one page is in memory at a time. Applications that were deleted
 * meanwhile are left out.
 */
export async function* recordsOf(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): AsyncGenerator<RopaRecord> {
  for (let start = 0; start < ids.length; start += PAGE)
    yield* await transaction((trx) => pageOf(trx, workspaceId, ids.slice(start, start + PAGE)));
}

interface ApplicationRow extends Omit<
  RopaRecord,
  'purposes' | 'flows' | 'completenessItems' | 'completeness' | 'refusals'
> {
  purpose_ids: string[];
}

const NAMED = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is null then null else json_build_object('id', ${alias}.id, 'name', json_build_object('th', ${alias}.name_th, 'en', ${alias}.name_en)) end`,
  );

async function pageOf(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<RopaRecord[]> {
  const [rows, purposes, flows, facts, refusals] = await Promise.all([
    applicationRowsOf(trx, workspaceId, ids),
    purposesOf(trx, workspaceId, ids),
    mappedFlowsOfAll(trx, workspaceId, ids),
    factsOf(trx, workspaceId, ids),
    refusalsOfApplications(trx, workspaceId, ids),
  ]);
  const records = new Map(
    rows.map(({ purpose_ids: own, ...row }) => {
      const found = facts.get(row.id);
      const completenessItems = found ? completenessOf(found) : [];
      const record: RopaRecord = {
        ...row,
        purposes: own.map((id) => purposes.get(id)).filter((purpose) => purpose !== undefined),
        flows: flows.get(row.id) ?? [],
        completenessItems,
        refusals: refusals.get(row.id) ?? null,
        completeness: found ? scoreOf(completenessItems).completeness : 0,
      };
      return [row.id, record];
    }),
  );
  return ids.map((id) => records.get(id)).filter((record) => record !== undefined);
}

async function applicationRowsOf(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select a.id, a.name, a.description, a.status, a.published_version as "publishedVersion", a.updated_at as "updatedAt",
           a.data_subject_count as "dataSubjectCount", a.processing_frequency as "processingFrequency", a.processing_role as "processingRole",
           a.on_behalf_name as "onBehalfName", a.on_behalf_contact as "onBehalfContact", a.access_means as "accessMeans",
           a.refusal_status as "refusalStatus", a.refusal_note as "refusalNote", a.process_code as "processCode", a.review_on as "reviewOn",
           json_build_object('id', c.id, 'name', json_build_object('th', c.name_th, 'en', c.name_en), 'contactPerson', c.contact_person,
                             'address', c.address, 'country', c.country, 'phone', c.phone, 'email', c.email, 'website', c.website, 'privacyPolicyUrl', c.privacy_policy_url,
                             'logo', c.logo_name) as "dataController",
           ${NAMED('w')} as "lineOfWork", ${NAMED('s')} as "dataSource",
           coalesce((select array_agg(l.purpose_id order by l.position) from application_purposes l where l.workspace_id = a.workspace_id and l.application_id = a.id), '{}') as purpose_ids
      from applications a
      join data_controllers c on (c.workspace_id, c.id) = (a.workspace_id, a.data_controller_id)
      left join catalogue_items w on (w.workspace_id, w.id) = (a.workspace_id, a.line_of_work_id)
      left join catalogue_items s on (s.workspace_id, s.id) = (a.workspace_id, a.data_source_id)
     where a.workspace_id = ${workspaceId} and a.id = any(${ids}::uuid[])`.execute(trx.withoutPlugins());
  return rows;
}

type PurposeRow = Omit<RopaPurpose, 'content'> &
  PurposeContent & { words: (PurposeContent['storageSystems'][number] & { kind: string })[] };

/** The purposes of applications, by their own ids. */
async function purposesOf(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, RopaPurpose>> {
  const { rows } = await sql<PurposeRow>`
    select p.id, p.status, p.published_version as "publishedVersion", p.is_primary as "isPrimary",
           json_build_object('th', p.title_th, 'en', p.title_en) as title, json_build_object('th', p.description_th, 'en', p.description_en) as description,
           ${NAMED('c')} as "purposeCategory", p.lawful_bases as "lawfulBases", p.sensitive_exemptions as "sensitiveExemptions",
           json_build_object('indefinite', p.retention_indefinite, 'amount', p.retention_amount, 'unit', p.retention_unit, 'startEvent', p.retention_start_event, 'startNote', p.retention_start_note, 'note', p.retention_note) as retention,
           ${NAMED('d')} as "responsibleDepartment",
           case when r.id is null then null else json_build_object('id', r.id, 'name', r.name) end as "responsiblePersonnel",
           case when exists (select from personnel o where o.workspace_id = r.workspace_id and o.name = r.name and o.id <> r.id) then r.email else '' end as "responsibleEmail",
           p.third_party_disclosure as "thirdPartyDisclosure", p.internal_sharing as "internalSharing", p.legitimate_interest as "legitimateInterest",
           coalesce((select json_agg(json_build_object('id', i.id, 'kind', i.kind, 'name', json_build_object('th', i.name_th, 'en', i.name_en), 'country', i.country, 'safeguard', i.safeguard) order by i.name_th collate thai, i.id)
              from purpose_catalogue_items l join catalogue_items i on (i.workspace_id, i.id) = (l.workspace_id, l.item_id)
             where l.workspace_id = p.workspace_id and l.purpose_id = p.id), '[]') as words,
           coalesce((select json_agg(json_build_object('id', x.id, 'name', json_build_object('th', x.name_th, 'en', x.name_en), 'sensitive', x.sensitive) order by not x.sensitive, x.name_th collate thai, x.id)
              from purpose_pii_categories l join pii_categories x on (x.workspace_id, x.id) = (l.workspace_id, l.pii_category_id)
             where l.workspace_id = p.workspace_id and l.purpose_id = p.id), '[]') as "piiCategories",
           coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'countries', t.countries, 'contract', t.contract, 'contractExpiresOn', t.contract_expires_on, 'safeguard', t.safeguard) order by t.position)
              from purpose_third_parties t where t.workspace_id = p.workspace_id and t.purpose_id = p.id), '[]') as "thirdParties",
           coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name collate thai, a.id)
              from purpose_internal_applications l join applications a on (a.workspace_id, a.id) = (l.workspace_id, l.application_id)
             where l.workspace_id = p.workspace_id and l.purpose_id = p.id), '[]') as "internalApplications"
      from purposes p
      left join purpose_categories c on (c.workspace_id, c.id) = (p.workspace_id, p.purpose_category_id)
      left join catalogue_items d on (d.workspace_id, d.id) = (p.workspace_id, p.responsible_department_id)
      left join personnel r on (r.workspace_id, r.id) = (p.workspace_id, p.responsible_personnel_id)
     where p.workspace_id = ${workspaceId}
       and p.id in (select l.purpose_id from application_purposes l
                     where l.workspace_id = ${workspaceId} and l.application_id = any(${applicationIds}::uuid[]))`.execute(
    trx.withoutPlugins(),
  );
  return new Map(
    rows.map(({ id, status, publishedVersion, responsibleEmail, words, ...content }) => {
      const purpose: RopaPurpose = {
        id,
        status,
        publishedVersion,
        responsibleEmail,
        content: {
          ...content,
          ...wordLists((key) =>
            words
              .filter(({ kind }) => kind === PURPOSE_FIELDS[key].kind)
              .map(({ id: wordId, name, country = null, safeguard = null }) => ({
                id: wordId,
                name,
                ...(key === 'storageSystems' && { country, safeguard }),
              })),
          ),
          legitimateInterest: content.legitimateInterest === null ? null : liaAnswers.parse(content.legitimateInterest),
        },
      };
      return [id, purpose];
    }),
  );
}
