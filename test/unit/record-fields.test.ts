import { describe, expect, test } from 'vitest';
import { APPLICATION_FIELDS } from '../../client/modules/application/applicationFields.ts';
import { CONSENT_FIELDS } from '../../client/modules/consent/consentFields.ts';
import {
  DATA_CONTROLLER_FIELDS,
  formSchema as dataController,
} from '../../client/modules/dataController/dataControllerFields.ts';
import { INCIDENT_FIELDS } from '../../client/modules/incident/incidentFields.ts';
import { formSchema as personnel, PERSONNEL_FIELDS } from '../../client/modules/personnel/personnelFields.ts';
import { PII_CATEGORY_FIELDS } from '../../client/modules/piiCategory/piiCategoryFields.ts';
import { PURPOSE_FORM_FIELDS } from '../../client/modules/purpose/purposeFields.ts';
import { PURPOSE_CATEGORY_FIELDS } from '../../client/modules/purposeCategory/purposeCategoryFields.ts';
import { formSchema as workspace, WORKSPACE_FIELDS } from '../../client/modules/workspace/workspaceFields.ts';
import {
  differences,
  type FieldDescriptor,
  initialValues,
  mergeFields,
  problemLabel,
  readFields,
  type Words,
} from '../../client/records/fields.ts';
import { merge } from '../../client/records/threeWay.ts';
import { applicationFields } from '../../shared/application/schema.ts';
import { consentDraft } from '../../shared/consent/schema.ts';
import { incidentFields } from '../../shared/incident/schema.ts';
import { piiCategoryFields } from '../../shared/piiCategory/schema.ts';
import { purposeDraft } from '../../shared/purpose/schema.ts';
import { purposeCategoryFields } from '../../shared/purposeCategory/schema.ts';

const words: Words = {
  t: (key, values) => (values ? `${key}(${Object.values(values).join(',')})` : key),
  locale: 'th',
};

const omit = (shape: object, left: string) => Object.fromEntries(Object.entries(shape).filter(([key]) => key !== left));

describe('the fields of the records', () => {
  const topOf = (fields: readonly FieldDescriptor<never>[]) =>
    new Set(fields.flatMap(({ key, paths = [key] }) => paths.map((path) => path.split('.')[0])));

  test.each([
    ['purpose', PURPOSE_FORM_FIELDS, purposeDraft.shape],
    ['application', APPLICATION_FIELDS, applicationFields.shape],
    ['purpose category', PURPOSE_CATEGORY_FIELDS, purposeCategoryFields.shape],
    ['consent form', CONSENT_FIELDS, { name: null, ...consentDraft.shape }],
    ['report of an incident', INCIDENT_FIELDS, { ...omit(incidentFields.shape, 'attachmentId'), attachment: null }],
    ['data controller', DATA_CONTROLLER_FIELDS, dataController.shape],
    ['PII category', PII_CATEGORY_FIELDS, piiCategoryFields.shape],
    ['person', PERSONNEL_FIELDS, personnel.shape],
    ['workspace', WORKSPACE_FIELDS, workspace.shape],
  ] as const)('of a %s are all declared, and nothing else', (_, fields, shape) => {
    expect([...topOf(fields)].toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  test('of a purpose begin as its schema has them', () => {
    const { title, ...rest } = initialValues<Record<string, unknown>>(PURPOSE_FORM_FIELDS);
    expect(title).toEqual({ th: '', en: '' });
    expect(rest).toEqual(
      Object.fromEntries(
        Object.entries(purposeDraft.parse({ title: { th: 'ก', en: '' } })).filter(([key]) => key !== 'title'),
      ),
    );
  });

  test.each([
    [['title', 'en'], 'versionedRecord:language.en(field.title)'],
    [['retention', 'note'], 'field.retentionNote'],
    [['retention', 'amount'], 'field.retention'],
    [['thirdParties', 1, 'contract'], 'missing.party(2): party.contract'],
    [['legitimateInterest', 'purpose', 0, 'answer'], 'missing.liaQuestion(lia.test.purpose,1)'],
    [['dataSubjectGroupIds'], 'field.dataSubjectGroupIds'],
  ])('of a purpose are named where something is wrong with %j', (path, label) => {
    expect(problemLabel(PURPOSE_FORM_FIELDS, path, undefined, words)).toBe(label);
  });
});

interface Note {
  title: { th: string; en: string };
  body: string;
  kind: 'open' | 'closed';
  reason: string;
  tags: string[];
  files: string[];
  author?: string;
}
const FIELDS: readonly FieldDescriptor<Note>[] = [
  { key: 'title', kind: 'bilingual', section: 'text', read: ({ title }) => title },
  { key: 'body', kind: 'text', section: 'text', read: ({ body }) => body },
  { key: 'kind', kind: 'choice', section: 'state', initial: ['open'], read: ({ kind }) => kind },
  {
    key: 'reason',
    kind: 'line',
    section: 'state',
    applies: ({ kind }) => kind === 'closed',
    read: ({ reason }) => reason,
  },
  { key: 'tags', kind: 'set', section: 'state', read: ({ tags }) => tags.join('\n') },
  {
    key: 'files',
    kind: 'group',
    section: 'state',
    initial: [[]],
    read: ({ files }) => `${files.length}`,
    identity: ({ files }) => files.join('\n'),
  },
  { key: 'author', kind: 'line', section: 'state', paths: [], read: ({ author }) => author },
];
const note: Note = { title: { th: 'ก', en: 'A' }, body: 'b', kind: 'open', reason: '', tags: [], files: ['one'] };

describe('one list of fields', () => {
  test('gives what a new record holds', () => {
    expect(initialValues(FIELDS)).toEqual({
      title: { th: '', en: '' },
      body: '',
      kind: 'open',
      reason: '',
      tags: [],
      files: [],
    });
  });

  test('reads what means something, a language a line; what is not told is left out', () => {
    const keys = (content: Note) => readFields(FIELDS, content, words).map(({ key }) => key);
    expect(keys(note)).toEqual(['title.th', 'title.en', 'body', 'kind', 'tags', 'files']);
    expect(keys({ ...note, kind: 'closed', author: 'me' })).toEqual([
      'title.th',
      'title.en',
      'body',
      'kind',
      'reason',
      'tags',
      'files',
      'author',
    ]);
  });

  test('tells two contents apart: by what they read, by what they are, and where a field means something in one', () => {
    const after: Note = { ...note, kind: 'closed', reason: 'done', files: ['two'], author: 'me' };
    const changed = differences(FIELDS, note, after, words).filter(({ before, after: now }) => before !== now);
    expect(changed).toEqual([
      { key: 'kind', label: 'field.kind', before: 'open', after: 'closed' },
      { key: 'reason', label: 'field.reason', before: '', after: 'done' },
      { key: 'files', label: 'field.files', before: 'one', after: 'two' },
    ]);
  });

  test('merges two edits field by field, and says which fields both changed', () => {
    const fields = mergeFields(FIELDS, (values: Note) => values, note, words);
    expect(fields.map(({ key, long, members }) => [key, long ?? false, members])).toEqual([
      ['title.th', false, undefined],
      ['title.en', false, undefined],
      ['body', true, undefined],
      ['kind', false, undefined],
      ['reason', false, undefined],
      ['tags', false, 'set'],
      ['files', false, undefined],
    ]);
    const { values, outcomes } = merge(
      note,
      { ...note, title: { th: 'ข', en: 'A' }, body: 'theirs', tags: ['x'] },
      { ...note, title: { th: 'ก', en: 'B' }, body: 'mine', tags: ['y'] },
      fields,
    );
    expect(values).toMatchObject({ title: { th: 'ข', en: 'B' }, tags: ['x', 'y'] });
    expect(fields.filter(({ key }) => outcomes.get(key) === 'conflict').map(({ key }) => key)).toEqual(['body']);
  });
});
