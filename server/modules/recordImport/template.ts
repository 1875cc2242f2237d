import type { z } from 'zod';
import { CATALOGUE_KINDS, type CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { PURPOSE_FIELDS, WORD_LISTS, type WordListKind } from '../../../shared/purpose/fields.ts';
import {
  EXAMPLE_MARK,
  IMPORT_FIELDS,
  isColumnField,
  type templateFile,
  type templateInput,
} from '../../../shared/recordImport/schema.ts';
import { headingOf, ROPA_COLUMNS, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { translate } from '../../platform/i18n.ts';
import { templateOf, type WordList } from '../../platform/imports/template.ts';

type Example = Partial<Record<RopaColumn, string>>;
/** Ids are only for exported files. */
const COLUMNS = IMPORT_FIELDS.filter(isColumnField).filter((key) => !key.endsWith('Code'));
const EXAMPLES = [
  'description',
  'accessMeans',
  'titleTh',
  'descriptionTh',
  'dataSubjectGroups',
  'piiCategories',
  'retention',
  'thirdParties',
  'flowGroup',
  'channel',
  'attributes',
  'flowStorage',
] as const;

/** A complete example row, in the language of the headings. */
function exampleOf(locale: Locale): Example {
  const word = (key: string) => translate(locale, `ropaSheet:word.${key}`);
  return {
    ...Object.fromEntries(EXAMPLES.map((key) => [key, translate(locale, `recordImport:example.${key}`)])),
    applicationName: `${EXAMPLE_MARK[locale]} ${translate(locale, 'recordImport:example.applicationName')}`,
    processingRole: word('processingRole.controller'),
    dataSubjectCount: '1200',
    processingFrequency: word('processingFrequency.daily'),
    refusalStatus: word('refusal.none'),
    isPrimary: word('yesNo.yes'),
    thirdPartyDisclosure: word('yesNo.yes'),
    lawfulBases: `${word('lawfulBasis.contract')}\n${word('lawfulBasis.legalObligation')}`,
  };
}

const KIND_COLUMNS: Record<CatalogueKind, RopaColumn> = {
  ...(Object.fromEntries(WORD_LISTS.map((key) => [PURPOSE_FIELDS[key].kind, key])) as Record<WordListKind, RopaColumn>),
  department: 'responsibleDepartment',
  lineOfWork: 'lineOfWork',
  dataSource: 'dataSource',
  collectionChannel: 'channel',
};

/** The possible values of cells, by column: the choices of the forms and those of the workspace. */
function wordsOf(ctx: WorkspaceContext, locale: Locale): Promise<WordList[]> {
  const ws = ctx.workspace.id;
  const name = (row: { nameTh: string; nameEn: string }) => (locale === 'en' && row.nameEn ? row.nameEn : row.nameTh);
  const closed = COLUMNS.flatMap((key) => {
    const { words } = ROPA_COLUMNS[key];
    const list =
      words &&
      (translate(locale, `ropaSheet:word.${words}`, { returnObjects: true }) as unknown as Record<string, string>);
    return list ? [{ header: headingOf(key, locale), words: Object.values(list) }] : [];
  });
  return ctx.transaction(async (trx) => {
    const items = await trx
      .selectFrom('catalogueItems')
      .select(['kind', 'nameTh', 'nameEn'])
      .where('workspaceId', '=', ws)
      .orderBy('nameTh')
      .execute();
    const controllers = await trx
      .selectFrom('dataControllers')
      .select(['nameTh', 'nameEn'])
      .where('workspaceId', '=', ws)
      .orderBy('nameTh')
      .execute();
    const purposeCategories = await trx
      .selectFrom('purposeCategories')
      .select(['nameTh', 'nameEn'])
      .where('workspaceId', '=', ws)
      .orderBy('nameTh')
      .execute();
    const categories = await trx
      .selectFrom('piiCategories')
      .select(['id', 'nameTh', 'nameEn', 'sensitive'])
      .where('workspaceId', '=', ws)
      .where('active', '=', true)
      .orderBy('nameTh')
      .execute();
    const attributes = await trx
      .selectFrom('piiAttributes')
      .select(['piiCategoryId', 'nameTh', 'nameEn', 'sensitive'])
      .where('workspaceId', '=', ws)
      .orderBy('nameTh')
      .execute();
    const ofCategory = (sensitive: boolean) =>
      categories.flatMap((category) =>
        attributes
          .filter((one) => one.piiCategoryId === category.id && one.sensitive === sensitive)
          .map((one) => `${name(category)}: ${name(one)}`),
      );
    return [
      { header: headingOf('dataController', locale), words: controllers.map(name) },
      ...closed,
      { header: headingOf('purposeCategory', locale), words: purposeCategories.map(name) },
      ...CATALOGUE_KINDS.map((kind) => ({
        header: headingOf(KIND_COLUMNS[kind], locale),
        words: items.filter((item) => item.kind === kind).map(name),
      })),
      { header: headingOf('piiCategories', locale), words: categories.filter(({ sensitive }) => !sensitive).map(name) },
      {
        header: headingOf('sensitiveCategories', locale),
        words: categories.filter(({ sensitive }) => sensitive).map(name),
      },
      { header: headingOf('attributes', locale), words: ofCategory(false) },
      { header: headingOf('sensitiveAttributes', locale), words: ofCategory(true) },
    ];
  });
}

/** An empty table to fill in: headings, an example row, and (xlsx) the possible values of cells. */
export async function template(
  ctx: WorkspaceContext,
  { format, locale }: z.output<typeof templateInput>,
): Promise<z.output<typeof templateFile>> {
  const columns: Column<Example>[] = COLUMNS.map((key) => ({
    key,
    header: headingOf(key, locale),
    width: ROPA_COLUMNS[key].width,
    value: (row: Example) => row[key] ?? '',
  }));
  return templateOf({
    format,
    file: translate(locale, 'recordImport:template.file'),
    sheet: translate(locale, 'recordImport:template.sheet'),
    columns,
    examples: [exampleOf(locale)],
    words: { sheet: translate(locale, 'recordImport:template.words'), lists: () => wordsOf(ctx, locale) },
  });
}
