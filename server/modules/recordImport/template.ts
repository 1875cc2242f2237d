import type { z } from 'zod';
import { CATALOGUE_KINDS } from '../../../shared/catalogue.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { templateFile, templateInput } from '../../../shared/recordImport.ts';
import { EXAMPLE_MARK, RECORD_FIELDS, type RecordFieldKey } from '../../../shared/recordSheet.ts';
import type { WorkspaceContext } from '../../context.ts';
import { type Column, csvOf } from '../../exports/sheet.ts';
import { xlsxOf } from '../../exports/xlsx.ts';
import { translate } from '../../i18n.ts';
import { ANSWERS, BASES, EXEMPTIONS, FREQUENCIES, REFUSALS, ROLES, SAFEGUARDS } from './sheet.ts';

type Example = Record<RecordFieldKey, string>;

/** A whole row as it may look, in the language of the headings. */
function exampleOf(locale: Locale): Example {
  const text = (key: string) => translate(locale, `recordImport:example.${key}`);
  const row = Object.fromEntries(RECORD_FIELDS.map(({ key }) => [key, ''])) as Example;
  return {
    ...row,
    'application.name': `${EXAMPLE_MARK[locale]} ${text('application')}`,
    'application.description': text('description'),
    'application.processingRole': ROLES.label('controller', locale),
    'application.dataSubjectCount': '1200',
    'application.processingFrequency': FREQUENCIES.label('daily', locale),
    'application.accessMeans': text('accessMeans'),
    'application.refusalStatus': REFUSALS.label('none', locale),
    'purpose.titleTh': text('purpose'),
    'purpose.descriptionTh': text('purposeDescription'),
    'purpose.isPrimary': ANSWERS.label('yes', locale),
    'purpose.dataSubjectGroups': text('group'),
    'purpose.piiCategories': text('category'),
    'purpose.lawfulBases': [BASES.label('contract', locale), BASES.label('legalObligation', locale)].join('\n'),
    'purpose.retention': text('retention'),
    'purpose.thirdPartyDisclosure': ANSWERS.label('yes', locale),
    'purpose.thirdParties': text('thirdParty'),
    'line.dataSubjectGroup': text('group'),
    'line.channel': text('channel'),
    'line.attributes': text('attributes'),
    'line.storageSystem': text('storage'),
  };
}

/** The words that cells may hold, a column each: those of the workspace and the choices of the forms. */
async function wordsOf(ctx: WorkspaceContext, locale: Locale): Promise<{ header: string; words: string[] }[]> {
  const ws = ctx.workspace.id;
  const heading = (key: RecordFieldKey) => RECORD_FIELDS.find((field) => field.key === key)!.heading[locale];
  return ctx.transaction(async (trx) => {
    const name = (row: { nameTh: string; nameEn: string }) => (locale === 'en' && row.nameEn ? row.nameEn : row.nameTh);
    const items = await trx.selectFrom('catalogueItems').select(['kind', 'nameTh', 'nameEn']).where('workspaceId', '=', ws).orderBy('nameTh').execute();
    const controllers = await trx.selectFrom('dataControllers').select(['nameTh', 'nameEn']).where('workspaceId', '=', ws).orderBy('nameTh').execute();
    const purposeCategories = await trx.selectFrom('purposeCategories').select(['nameTh', 'nameEn']).where('workspaceId', '=', ws).orderBy('nameTh').execute();
    const categories = await trx.selectFrom('piiCategories').select(['id', 'nameTh', 'nameEn']).where('workspaceId', '=', ws).where('active', '=', true).orderBy('nameTh').execute();
    const attributes = await trx.selectFrom('piiAttributes').select(['piiCategoryId', 'nameTh', 'nameEn']).where('workspaceId', '=', ws).orderBy('nameTh').execute();
    const kinds: Record<(typeof CATALOGUE_KINDS)[number], RecordFieldKey> = {
      dataSubjectGroup: 'purpose.dataSubjectGroups',
      storageSystem: 'purpose.storageSystems',
      destructionMethod: 'purpose.destructionMethods',
      department: 'purpose.responsibleDepartment',
      securityMeasure: 'purpose.securityMeasures',
      lineOfWork: 'application.lineOfWork',
      dataSource: 'application.dataSource',
      collectionChannel: 'line.channel',
    };
    const choice = (key: RecordFieldKey, { keys, label }: { keys: readonly string[]; label: (key: never, locale: Locale) => string }) => ({ header: heading(key), words: keys.map((one) => label(one as never, locale)) });
    return [
      { header: heading('application.dataController'), words: controllers.map(name) },
      choice('application.processingRole', ROLES),
      choice('application.processingFrequency', FREQUENCIES),
      choice('application.refusalStatus', REFUSALS),
      choice('purpose.lawfulBases', BASES),
      choice('purpose.sensitiveExemptions', EXEMPTIONS),
      { header: heading('purpose.purposeCategory'), words: purposeCategories.map(name) },
      ...CATALOGUE_KINDS.map((kind) => ({ header: heading(kinds[kind]), words: items.filter((item) => item.kind === kind).map(name) })),
      { header: heading('purpose.piiCategories'), words: categories.map(name) },
      { header: heading('line.attributes'), words: categories.flatMap((category) => attributes.filter(({ piiCategoryId }) => piiCategoryId === category.id).map((attribute) => `${name(category)} › ${name(attribute)}`)) },
      choice('purpose.thirdParties', SAFEGUARDS),
    ];
  });
}

/** An empty table to fill in: headings, a row that shows how, and (xlsx) the words that cells may hold. */
export async function template(ctx: WorkspaceContext, { format, locale }: z.output<typeof templateInput>): Promise<z.output<typeof templateFile>> {
  const columns: Column<Example>[] = RECORD_FIELDS.map(({ key, heading }) => ({ key, header: heading[locale], value: (row: Example) => row[key] }));
  const name = translate(locale, 'recordImport:template.sheet');
  const rows = [exampleOf(locale)];
  const pieces: Uint8Array[] = [];
  if (format === 'csv') for await (const piece of csvOf({ name, columns }, rows)) pieces.push(piece);
  else {
    const lists = await wordsOf(ctx, locale);
    const longest = Math.max(...lists.map(({ words }) => words.length));
    const wordRows = Array.from({ length: longest }, (_, index) => index);
    const words = { sheet: { name: translate(locale, 'recordImport:template.words'), columns: lists.map(({ header, words: own }, index) => ({ key: String(index), header, value: (row: number) => own[row] ?? '' })) }, rows: wordRows };
    for await (const piece of xlsxOf([{ sheet: { name, columns }, rows }, words])) pieces.push(piece);
  }
  const type = format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: `${translate(locale, 'recordImport:template.file')}.${format}`, type, base64: Buffer.concat(pieces).toString('base64') };
}
