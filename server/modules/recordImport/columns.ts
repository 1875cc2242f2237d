import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../shared/dataMapping/fields.ts';
import { PURPOSE_FIELDS, PURPOSE_KEYS } from '../../../shared/purpose/fields.ts';
import type { AddedKind } from '../../../shared/recordImport/schema.ts';
import { ROPA_COLUMNS, type RopaColumn } from '../../../shared/ropa/sheet.ts';

/** Texts for something that the workspace lacks. */
export const UNKNOWN = {
  word: 'recordImport:problem.unknownWord',
  purposeCategory: 'recordImport:problem.unknownPurposeCategory',
  piiCategory: 'recordImport:problem.unknownPiiCategory',
  piiAttribute: 'recordImport:problem.unknownAttribute',
  dataController: 'recordImport:problem.unknownController',
} as const satisfies Record<AddedKind, string>;
/** Columns of the sheet by the fields of the forms, where their names differ. */
export const CONTROLLER_COLUMNS: Record<string, RopaColumn> = {
  contactPerson: 'controllerContact',
  address: 'controllerAddress',
  country: 'controllerCountry',
  phone: 'controllerPhone',
  email: 'controllerEmail',
  website: 'controllerWebsite',
  privacyPolicyUrl: 'controllerPrivacyPolicyUrl',
};
const APPLICATION_COLUMNS: Record<string, RopaColumn> = {
  name: 'applicationName',
  dataControllerId: 'dataController',
  lineOfWorkId: 'lineOfWork',
  dataSourceId: 'dataSource',
};
const LINE_COLUMNS: Record<string, RopaColumn> = {
  ...Object.fromEntries(FLOW_WORD_KEYS.map((key) => [FLOW_WORDS[key].idKey, FLOW_WORDS[key].column])),
  attributeIds: 'attributes',
  internalApplicationIds: 'flowApplications',
  thirdPartyIds: 'flowThirdParties',
};
/** A field of a purpose is in the column of its display key. */
const PURPOSE_COLUMNS = new Map<string, RopaColumn>(
  PURPOSE_KEYS.filter((key) => key in ROPA_COLUMNS).map((key) => [PURPOSE_FIELDS[key].draftKey, key as RopaColumn]),
);

/** The column of a path in an application. */
export const applicationColumn = ([key]: readonly PropertyKey[]): RopaColumn =>
  APPLICATION_COLUMNS[String(key)] ?? (String(key) as RopaColumn);

/** The column of a path in a purpose. */
export function purposeColumn([key, next]: readonly PropertyKey[]): RopaColumn | null {
  if (key === 'title' || key === 'description') return `${key}${next === 'en' ? 'En' : 'Th'}`;
  if (key === 'retention')
    return next === 'note' ? 'retentionNote' : String(next).startsWith('start') ? 'retentionStart' : 'retention';
  if (key === 'legitimateInterest')
    return next === 'necessity' ? 'liaNecessity' : next === 'balancing' ? 'liaBalancing' : 'liaPurpose';
  return PURPOSE_COLUMNS.get(String(key)) ?? (String(key) as RopaColumn);
}

/** The column of a path that a service refuses: in a data mapping, an application or a purpose; null for any other. */
export function refusedColumn(path: readonly PropertyKey[]): RopaColumn | null {
  const [key, , field] = path;
  const column =
    key === 'flows' ? LINE_COLUMNS[String(field)] : (APPLICATION_COLUMNS[String(key)] ?? purposeColumn(path));
  return column && column in ROPA_COLUMNS ? column : null;
}
