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
import { membersOf } from '../../client/records/members.ts';
import { labelsOf, withMembers } from '../../client/records/mergeFields.ts';
import { merge, settled } from '../../client/records/threeWay.ts';
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

  test('of a purpose start in the order of its schema', () => {
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
  ])('of a purpose are named for a problem with %j', (path, label) => {
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
  test('contains the values of a new record', () => {
    expect(initialValues(FIELDS)).toEqual({
      title: { th: '', en: '' },
      body: '',
      kind: 'open',
      reason: '',
      tags: [],
      files: [],
    });
  });

  test('displays values with a meaning, a language per line; empty ones are left out', () => {
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

  test('compares two contents: by display, by value, and where a field has a meaning in only one', () => {
    const after: Note = { ...note, kind: 'closed', reason: 'done', files: ['two'], author: 'me' };
    const changed = differences(FIELDS, note, after, words).filter(({ before, after: now }) => before !== now);
    expect(changed).toEqual([
      { key: 'kind', label: 'field.kind', before: 'open', after: 'closed' },
      { key: 'reason', label: 'field.reason', before: '', after: 'done' },
      { key: 'files', label: 'field.files', before: 'one', after: 'two' },
    ]);
  });

  test('merges two edits field by field, and reports which fields both changed', () => {
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

interface Risk {
  id: string;
  title: string;
  point: { impact: number | null };
  sources: string[];
}
interface Register {
  risks: Risk[];
}
const RISKS: readonly FieldDescriptor<Register>[] = [
  {
    key: 'risks',
    kind: 'list',
    section: 'risks',
    read: ({ risks }) => risks.map(({ title }) => title).join(', '),
    members: membersOf<Register, Risk>({
      by: 'id',
      list: ({ risks }) => risks,
      name: ({ title }) => title,
      fields: [
        { key: 'title', kind: 'line', section: 'risks', read: ({ member }) => member.title },
        {
          key: 'impact',
          kind: 'group',
          section: 'risks',
          paths: ['point'],
          read: ({ member }) => `${member.point.impact}`,
        },
        { key: 'sources', kind: 'set', section: 'risks', read: ({ member }) => member.sources.join(', ') },
      ],
    }),
  },
];
const risk = (id: string, changed: Partial<Risk> = {}): Risk => ({
  id,
  title: `risk ${id}`,
  point: { impact: 1 },
  sources: [],
  ...changed,
});

describe('a list whose members have ids', () => {
  const mergeRisks = (base: Risk[], theirs: Risk[], mine: Risk[]) => {
    const [began, their, own] = [base, theirs, mine].map((risks) => ({ risks })) as [Register, Register, Register];
    const declared = mergeFields(RISKS, (values: Register) => values, their, words);
    const fields = withMembers(declared, their, own, began);
    return { fields, own, merged: merge(began, their, own, fields) };
  };

  test('merges the fields of each member, whatever its position', () => {
    const { fields, merged } = mergeRisks(
      [risk('a'), risk('b')],
      [risk('b', { point: { impact: 3 }, sources: ['flood'] }), risk('c'), risk('a')],
      [risk('a', { title: 'mine' }), risk('b', { sources: ['error'] }), risk('d')],
    );
    expect([...merged.outcomes.values()]).not.toContain('conflict');
    expect(merged.values.risks).toEqual([
      risk('a', { title: 'mine' }),
      risk('b', { point: { impact: 3 }, sources: ['flood', 'error'] }),
      risk('d'),
      risk('c'),
    ]);
    expect(labelsOf(fields, merged.outcomes, 'theirs', 'joined')).toEqual([
      'risk b: field.impact',
      'risk b: field.sources',
      'risk c',
    ]);
  });

  test('removes what one side removed and the other left unchanged', () => {
    const { merged } = mergeRisks([risk('a'), risk('b')], [risk('b')], [risk('a')]);
    expect(merged.values.risks).toEqual([]);
  });

  test('asks about a single member: one that is changed and removed, and a field that both changed', () => {
    const removed = mergeRisks([risk('a'), risk('b')], [risk('a', { title: 'theirs' }), risk('b')], [risk('b')]);
    const open = (outcomes: ReadonlyMap<string, string>) => [...outcomes].filter(([, one]) => one === 'conflict');
    expect(open(removed.merged.outcomes).map(([key]) => key)).toEqual(['risks.a']);
    const take = (side: 'mine' | 'theirs') =>
      settled(removed.merged, removed.own, removed.fields, new Map([['risks.a', { take: side }]])).risks;
    expect(take('mine')).toEqual([risk('b')]);
    expect(take('theirs')).toEqual([risk('b'), risk('a', { title: 'theirs' })]);

    const both = mergeRisks(
      [risk('a'), risk('b')],
      [risk('a', { title: 'x' }), risk('b')],
      [risk('a', { title: 'y' })],
    );
    expect(open(both.merged.outcomes).map(([key]) => key)).toEqual(['risks.a.title']);
    expect(both.merged.values.risks).toEqual([risk('a', { title: 'x' })]);
  });

  test('is compared in the fields of each member', () => {
    const changed = differences(
      RISKS,
      { risks: [risk('a'), risk('b')] },
      { risks: [risk('a', { point: { impact: 4 } })] },
      words,
    ).filter(({ before, after }) => before !== after);
    expect(changed).toEqual([
      { key: 'risks.a.impact', label: 'risk a: field.impact', before: '1', after: '4' },
      { key: 'risks.b', label: 'risk b', before: 'field.title: risk b\nfield.impact: 1', after: '' },
    ]);
  });
});
