import { sql } from 'kysely';
import { z } from 'zod';
import { countryName, isAbroad } from '../../../shared/country.ts';
import type { Locale } from '../../../shared/locale.ts';
import { EXPORT_KINDS } from '../../../shared/registry/exportKinds.ts';
import { translate } from '../../platform/i18n.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import type { Column, Sheet } from '../../platform/exports/sheet.ts';
import { tableOf } from '../../platform/exports/table.ts';
import { bangkokDay, startOf } from '../../../shared/bangkok.ts';
import { destinations, isAbroad as leavesHome } from '../transfer/destinations.ts';

interface PurposeRow {
  id: string;
  title_th: string;
  title_en: string;
  category_th: string | null;
  category_en: string | null;
  effective_bases: string[];
  sensitive_exemptions: string[];
  department_th: string | null;
  department_en: string | null;
  responsible: string | null;
  third_party_disclosure: boolean;
  parties: {
    kind: 'thirdParty' | 'storage';
    name: string;
    name_en: string;
    country: string;
    contract: string;
    contract_expires_on: string | null;
    safeguard: string | null;
  }[];
  applications: string[];
  status: string;
  published_version: number;
  updated_at: string;
}

/** Purposes read by one statement. */
const PAGE = 500;

/** Every purpose of the workspace with its content for the three documents, page by page in the order of ids. */
async function* purposesOf({ transaction, workspace, progress }: ExportJob): AsyncGenerator<PurposeRow> {
  let after = '00000000-0000-0000-0000-000000000000';
  let done = 0;
  for (;;) {
    const { rows } = await transaction((trx) =>
      sql<PurposeRow>`
        select p.id, p.title_th, p.title_en, c.name_th as category_th, c.name_en as category_en, p.effective_bases, p.sensitive_exemptions,
               d.name_th as department_th, d.name_en as department_en, r.name as responsible, p.third_party_disclosure,
               p.status, p.published_version, p.updated_at,
               coalesce((select json_agg(json_build_object('kind', t.kind, 'name', t.name, 'name_en', t.name_en, 'country', t.country, 'contract', coalesce(t.contract, ''),
                                                           'contract_expires_on', t.contract_expires_on, 'safeguard', t.safeguard) order by t.kind desc, t.position, t.name collate thai, t.key)
                  from ${destinations(workspace.id)} t
                 where t.purpose_id = p.id and (t.kind = 'thirdParty' or ${leavesHome(sql`t.country`)})), '[]') as parties,
               coalesce((select array_agg(a.name order by a.name collate thai) from application_purposes l join applications a on (a.workspace_id, a.id) = (l.workspace_id, l.application_id)
                 where l.workspace_id = p.workspace_id and l.purpose_id = p.id), '{}') as applications
          from purposes p
          left join purpose_categories c on (c.workspace_id, c.id) = (p.workspace_id, p.purpose_category_id)
          left join catalogue_items d on (d.workspace_id, d.id) = (p.workspace_id, p.responsible_department_id)
          left join personnel r on (r.workspace_id, r.id) = (p.workspace_id, p.responsible_personnel_id)
         where p.workspace_id = ${workspace.id} and p.id > ${after}
         order by p.id limit ${PAGE}`.execute(trx.withoutPlugins()),
    );
    yield* rows;
    done += rows.length;
    progress(done);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** One row of a document: a purpose, and which of its parts where a document has several rows for it. */
interface Line {
  purpose: PurposeRow;
  basis?: string;
  party?: PurposeRow['parties'][number];
}

const pick = (locale: Locale, th: string | null, en: string | null): string =>
  locale === 'en' && en ? en : (th ?? '');

function columnsOf(locale: Locale) {
  const t = (key: string) => translate(locale, key);
  const column = (
    key: string,
    width: number,
    value: Column<Line>['value'],
    type?: Column<Line>['type'],
  ): Column<Line> => ({ key, header: t(`dashboard:column.${key}`), width, value, ...(type && { type }) });
  return {
    title: column('purpose', 36, ({ purpose }) => pick(locale, purpose.title_th, purpose.title_en)),
    category: column('category', 24, ({ purpose }) => pick(locale, purpose.category_th, purpose.category_en)),
    applications: column('applications', 32, ({ purpose }) => purpose.applications),
    basis: column('lawfulBasis', 26, ({ basis }) =>
      t(basis ? `purposeScreen:basis.${basis}.name` : 'purposeScreen:noBasis'),
    ),
    exemptions: column('exemptions', 30, ({ purpose }) =>
      purpose.sensitive_exemptions.map((exemption) => t(`purposeScreen:exemption.${exemption}.name`)),
    ),
    party: column('thirdParty', 30, ({ party }) =>
      party ? pick(locale, party.name, party.name_en) : t('ropa:notNamed'),
    ),
    kind: column('kind', 16, ({ party }) => t(`dataSharing:kind.${party?.kind ?? 'thirdParty'}`)),
    country: column('country', 16, ({ party }) => party && countryName(party.country, locale)),
    abroad: column('abroad', 12, ({ party }) => party && t(isAbroad(party.country) ? 'ui:yes' : 'ui:no')),
    contract: column('contract', 24, ({ party }) => party?.contract),
    expiry: column(
      'contractExpiresOn',
      16,
      ({ party }) => (party?.contract_expires_on ? new Date(startOf(party.contract_expires_on)) : null),
      'date',
    ),
    safeguard: column(
      'safeguard',
      24,
      ({ party }) => party?.safeguard && t(`purposeScreen:safeguard.${party.safeguard}`),
    ),
    department: column('department', 26, ({ purpose }) => pick(locale, purpose.department_th, purpose.department_en)),
    responsible: column('responsible', 24, ({ purpose }) => purpose.responsible),
    status: column('status', 16, ({ purpose }) =>
      t(purpose.status === 'draft' ? 'purposeScreen:status.draft' : 'purposeScreen:status.published'),
    ),
    version: column('version', 10, ({ purpose }) => purpose.published_version || null, 'number'),
    updatedAt: column('updatedAt', 18, ({ purpose }) => new Date(purpose.updated_at), 'dateTime'),
  };
}
type Columns = ReturnType<typeof columnsOf>;

interface Document {
  kind: 'lawful-basis' | 'third-party-disclosure' | 'responsible';
  columns: (columns: Columns) => Column<Line>[];
  lines: (purpose: PurposeRow) => Line[];
}

function makerFor({ kind, columns, lines }: Document): ExportMaker<object> {
  return {
    input: z.object({}),
    filters: {},
    fileName: ({ locale, requestedAt }) => `${translate(locale, EXPORT_KINDS[kind].title)}-${bangkokDay(requestedAt)}`,
    make(job) {
      const name = translate(job.locale, EXPORT_KINDS[kind].title);
      const sheet: Sheet<Line> = { name, title: [name, job.workspace.name], columns: columns(columnsOf(job.locale)) };
      async function* rows() {
        for await (const purpose of purposesOf(job)) yield* lines(purpose);
      }
      return Promise.resolve(tableOf(job, sheet, rows()));
    },
  };
}

/** One row for each lawful basis of each purpose. */
export const lawfulBasis = makerFor({
  kind: 'lawful-basis',
  columns: (c) => [
    c.basis,
    c.title,
    c.category,
    c.exemptions,
    c.applications,
    c.department,
    c.status,
    c.version,
    c.updatedAt,
  ],
  lines: (purpose) =>
    purpose.effective_bases.length > 0 ? purpose.effective_bases.map((basis) => ({ purpose, basis })) : [{ purpose }],
});

/**
 * One row for each third party of each purpose that discloses, or that none is named of, and for each storage system
 * abroad of any purpose.
 */
export const thirdPartyDisclosure = makerFor({
  kind: 'third-party-disclosure',
  columns: (c) => [
    c.party,
    c.kind,
    c.country,
    c.abroad,
    c.contract,
    c.expiry,
    c.safeguard,
    c.title,
    c.category,
    c.applications,
    c.department,
    c.status,
    c.updatedAt,
  ],
  lines: (purpose) => [
    ...(purpose.third_party_disclosure && purpose.parties.every(({ kind }) => kind === 'storage') ? [{ purpose }] : []),
    ...purpose.parties.map((party) => ({ purpose, party })),
  ],
});

/** One row for each purpose with the person responsible for it. */
export const responsible = makerFor({
  kind: 'responsible',
  columns: (c) => [c.department, c.responsible, c.title, c.category, c.applications, c.status, c.version, c.updatedAt],
  lines: (purpose) => [{ purpose }],
});
