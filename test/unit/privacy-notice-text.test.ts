import { describe, expect, test } from 'vitest';
import type { PurposeFacts, RecipientFacts, StorageFacts } from '../../shared/privacyNotice/text/facts.ts';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import { noticeGaps, noticeParts } from '../../shared/privacyNotice/text/notice.ts';
import { asWordedBefore } from '../../shared/privacyNotice/text/reworded.ts';
import { openPoints, rightsOwed, sentencesOf as sentencesWith } from '../../shared/privacyNotice/text/sentences.ts';
import { noticeChanges, wordedChanges } from '../../shared/privacyNotice/drift.ts';
import { currentEdits, writtenParts } from '../../shared/privacyNotice/write.ts';
import { factsOf, plain, words } from '../helpers/noticeFacts.ts';

const detailed = (changes: Partial<PurposeFacts['detail']>) => ({ ...plain.detail, ...changes });
const contact = words('dpo@example.com', 'dpo@example.com');
const singapore = words('สิงคโปร์', 'Singapore');
/** A recipient in Singapore, on a ground; null: there is none. */
const party = (ground: RecipientFacts['countries'][number]['ground']) => ({
  key: 't1',
  name: words('Parcels Ltd', 'Parcels Ltd'),
  countries: [{ name: singapore, ground }],
});
const here = { ...party(null), countries: [] };
/** A storage system in Singapore. */
const cloud = (ground: Parameters<typeof party>[0], changes: Partial<StorageFacts> = {}): StorageFacts => ({
  ...party(ground),
  name: words('คลาวด์', 'Cloud'),
  isPlaced: true,
  field: 'storageSystems',
  ...changes,
});

const withdrawal = words('ที่ dpo@example.com', 'by contacting dpo@example.com');
const sentencesOf = (facts: PurposeFacts) => sentencesWith(facts, { contact, withdrawal });

const sensitiveData = [words('ข้อมูลสุขภาพ', 'Health data')];

const SECTIONS = [
  '19',
  '20',
  '24(1)',
  '24(2)',
  '24(3)',
  '24(4)',
  '24(5)',
  '24(6)',
  '26',
  '26(1)',
  '26(4)',
  '26(5)',
  '28',
  '29',
];
const CASES: [name: string, facts: Partial<PurposeFacts>, sections: string[], th: string, en: string][] = [
  [
    'consent',
    { bases: ['consent'] },
    ['19'],
    'ถอนความยินยอมได้ที่ dpo@example.com โดยไม่กระทบสิ่งที่ทำไปแล้ว',
    'Withdraw by contacting dpo@example.com; earlier use is unaffected.',
  ],
  [
    'effect of withdrawal',
    { bases: ['consent'], detail: detailed({ withdrawalEffect: words('ท่านจะไม่ได้แต้ม', 'You no longer earn points.') }) },
    ['19'],
    'โดยไม่กระทบสิ่งที่ทำไปแล้ว ท่านจะไม่ได้แต้ม',
    'earlier use is unaffected. You no longer earn points.',
  ],
  [
    'effect of withdrawing explicit consent',
    { sensitiveData, detail: detailed({ withdrawalEffect: words('ท่านจะไม่ได้แต้ม', 'You no longer earn points.') }) },
    ['24(3)', '26'],
    '(ม.26) ท่านจะไม่ได้แต้ม',
    'only with your explicit consent (s.26). You no longer earn points.',
  ],
  [
    'research with its measures',
    {
      bases: ['research'],
      detail: detailed({
        researchKinds: ['research', 'statistics'],
        researchMeasures: words('การแฝงข้อมูล', 'pseudonymisation'),
      }),
    },
    ['24(1)'],
    'เพื่อการวิจัย สถิติ โดยมีการแฝงข้อมูล (ม.24(1))',
    'For research, statistics with pseudonymisation (s.24(1)).',
  ],
  ['contract', {}, ['24(3)'], 'สัญญา', 'your contract'],
  ['legal obligation', { bases: ['legalObligation'] }, ['24(6)'], 'กฎหมายกำหนด', 'The law requires'],
  ['vital interest', { bases: ['vitalInterest'] }, ['24(2)'], 'อันตรายต่อชีวิต', 'danger to life'],
  ['public task', { bases: ['publicTask'] }, ['24(4)'], 'ประโยชน์สาธารณะ', 'public interest'],
  ['legitimate interest', { bases: ['legitimateInterest'] }, ['24(5)'], 'ชั่งน้ำหนัก', 'You may object'],
  ['research', { bases: ['research'] }, ['24(1)'], 'วิจัย', 'research'],
  ['two bases', { bases: ['consent', 'contract'] }, ['19', '24(3)'], 'ยินยอม', 'consent'],
  ['explicit consent', { sensitiveData }, ['24(3)', '26'], 'ยินยอมโดยชัดแจ้ง', 'Health data: only with your explicit'],
  ['danger', { sensitiveData, exemptions: ['preventLifeDanger'] }, ['24(3)', '26(1)'], 'ข้อมูลสุขภาพ', 'Health data'],
  ['claims', { sensitiveData, exemptions: ['legalClaims'] }, ['24(3)', '26(4)'], 'สิทธิเรียกร้อง', 'legal claims'],
  ['by law', { sensitiveData, exemptions: ['necessaryWithLaw'] }, ['24(3)', '26(5)'], 'กฎหมาย', 'as the law'],
  ['adequate country', { recipients: [party('adequacy')] }, ['24(3)', '28'], 'เพียงพอ', 'as adequate'],
  [
    'clauses',
    { recipients: [party('standardClauses')] },
    ['24(3)', '29'],
    'ข้อสัญญามาตรฐาน',
    'Singapore under standard contractual clauses (s.29). Copy from dpo@example.com',
  ],
  ['exemption', { recipients: [party('consent')] }, ['24(3)', '28'], 'ม.28(2)', 'you consented'],
  [
    'mandate',
    { bases: ['publicTask'], detail: detailed({ mandate: words('การควบคุมโรค', 'disease control') }) },
    ['24(4)'],
    'การควบคุมโรค',
    'Needed for disease control (s.24(4))',
  ],
  [
    'interest',
    {
      bases: ['legitimateInterest'],
      detail: detailed({ interest: words('ความปลอดภัย', 'security'), whose: words('ผู้เช่า', 'the tenants') }),
    },
    ['24(5)'],
    'ความปลอดภัยของผู้เช่า',
    'security of the tenants',
  ],
  [
    'interest of our own',
    { bases: ['legitimateInterest'], detail: detailed({ interest: words('ความปลอดภัย', 'security') }) },
    ['24(5)'],
    'ความปลอดภัยของเรา',
    'security of our organisation',
  ],
  [
    'law',
    { bases: ['legalObligation'], detail: detailed({ law: words('ประมวลรัษฎากร', 'The Revenue Code') }) },
    ['24(6)'],
    'ประมวลรัษฎากร กำหนด',
    'The Revenue Code requires it',
  ],
  [
    'law of section 26',
    { sensitiveData, exemptions: ['necessaryWithLaw'], detail: detailed({ law: words('พ.ร.บ.โรคติดต่อ', 'the act') }) },
    ['24(3)', '26(5)'],
    'พ.ร.บ.โรคติดต่อ',
    'under the act',
  ],
  [
    'letters of section 26(5)',
    { sensitiveData, exemptions: ['necessaryWithLaw'], detail: detailed({ letters: ['b', 'e'] }) },
    ['24(3)', '26(5)'],
    'ตามที่กฎหมายกำหนด เพื่อประโยชน์สาธารณะด้านการสาธารณสุข ประโยชน์สาธารณะที่สำคัญ (ม.26(5)(ข) (จ))',
    'as the law requires, for public health, a substantial public interest (s.26(5)(b), (e)).',
  ],
  [
    'archives',
    { bases: ['research'], detail: detailed({ researchKinds: ['archives'] }) },
    ['24(1)'],
    'เพื่อจดหมายเหตุ โดยมีมาตรการคุ้มครองที่เหมาะสม (ม.24(1))',
    'For archives with suitable safeguards (s.24(1)).',
  ],
  [
    'kinds of recipients',
    {
      recipients: [here],
      detail: detailed({ recipientKinds: words('ผู้ขนส่ง', 'carriers') }),
    },
    ['24(3)'],
    'เปิดเผยแก่ผู้ขนส่ง (Parcels Ltd)',
    'Disclosed to carriers (Parcels Ltd)',
  ],
  [
    'another controller',
    { controllers: [{ key: 'c2', name: words('บริษัทในเครือ', 'Sister Company') }] },
    ['24(3)'],
    'เปิดเผยแก่ บริษัทในเครือ',
    'Disclosed to Sister Company.',
  ],
  ['storage abroad', { storage: [cloud('adequacy')] }, ['24(3)', '28', '28'], 'เก็บไว้ใน คลาวด์', 'Stored in Cloud.'],
  ['storage here', { storage: [cloud(null, { countries: [] })] }, ['24(3)'], 'ที่อยู่', 'Address'],
  ['recipient here', { recipients: [here] }, ['24(3)'], 'Parcels', 'Parcels'],
  ['minors', { children: true }, ['20', '24(3)'], 'ผู้เยาว์', 'a minor'],
];

describe('sentences of a purpose', () => {
  test.each(CASES)('%s: its sections and no others, in both languages', (_, facts, sections, th, en) => {
    const sentences = sentencesOf({ ...plain, ...facts });
    const found = sentences.map(({ section }) => section).filter((section) => SECTIONS.includes(section));
    expect(found.toSorted()).toEqual(sections);
    expect(sentences.map((sentence) => sentence.th).join('\n')).toContain(th);
    expect(sentences.map((sentence) => sentence.en).join('\n')).toContain(en);
    expect(sentences.filter((sentence) => /[{}]/.test(sentence.th + sentence.en))).toEqual([]);
    expect(new Set(sentences.map(({ key }) => key)).size).toBe(sentences.length);
  });

  test('each names the published version and the field it is derived from', () => {
    expect(sentencesOf(plain).find(({ section }) => section === '24(3)')).toMatchObject({
      key: 'p1.lawfulBases.contract',
      source: { record: 'purpose', id: 'p1', version: 3, field: 'lawfulBases' },
    });
  });

  test('a country and its legal ground appear once, whoever receives or stores the data there', () => {
    const place = (key: string, ...countries: PurposeFacts['data']) => ({
      key,
      name: words(key, key),
      countries: countries.map((name) => ({ name, ground: 'standardClauses' as const })),
    });
    const japan = words('ญี่ปุ่น', 'Japan');
    const sentences = sentencesOf({
      ...plain,
      recipients: [place('t1', singapore), place('t2', singapore, japan)],
      storage: [cloud('standardClauses')],
    }).filter(({ section }) => section === '29');
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatchObject({ key: 'p1.transfer.standardClauses', items: ['สิงคโปร์', 'ญี่ปุ่น'] });
    expect(sentences[0]!.en).toContain('Sent to Singapore, Japan under');
  });

  test('of a recipient in several countries each states its own ground; of one without any, nothing', () => {
    const countries = [
      { name: words('ญี่ปุ่น', 'Japan'), ground: 'adequacy' as const },
      { name: singapore, ground: null },
    ];
    const facts = { ...plain, recipients: [{ ...here, countries }] };
    expect(sentencesOf(facts).filter(({ key }) => key.includes('.transfer.'))).toMatchObject([
      { key: 'p1.transfer.adequacy', en: 'Sent to Japan, which we assess as adequate (s.28).' },
    ]);
    expect(openPoints(facts)).toEqual([{ section: '28', field: 'thirdParties' }]);
  });

  test('each period once, with what is kept so long where that differs', () => {
    const [own] = plain.periods;
    const [name, email] = [words('ชื่อ', 'Name'), words('อีเมล', 'Email')];
    const longer = { key: '7year', words: words('7 ปี', '7 years'), days: 2555, months: 84, data: [name, email] };
    const textsOf = (periods: PurposeFacts['periods']) =>
      sentencesOf({ ...plain, periods })
        .filter(({ source }) => source.field === 'retention')
        .map(({ key, th, en }) => [key, th, en]);
    expect(textsOf([own!])).toEqual([['p1.retention', 'เก็บ 5 ปี', 'Kept for 5 years.']]);
    expect(textsOf([own!, longer])).toEqual([
      ['p1.retention', 'ที่อยู่: เก็บ 5 ปี', 'Address: kept for 5 years.'],
      ['p1.retention.7year', 'ชื่อ อีเมล: เก็บ 7 ปี', 'Name, Email: kept for 7 years.'],
    ]);
  });

  test('without recipients it states that no disclosure is planned', () => {
    expect(sentencesOf(plain).find(({ section }) => section === '23(4)')?.en).toBe(
      'No disclosure planned unless the law requires it.',
    );
  });

  test('values of a register are inserted literally, and never interpreted as a placeholder or pattern', () => {
    const hostile = words('{data} $& <b>', '{data} $& <b>');
    const sentence = sentencesOf({ ...plain, data: [hostile] }).find(({ key }) => key === 'p1.piiCategories');
    expect(sentence?.en).toBe('Data we collect: {data} $& <b>.');
  });
});

test('consent for a minor reads as it did: a version in the words of an earlier release does not differ by them', () => {
  const parts = writtenParts(noticeParts(factsOf([{ ...plain, children: true }])), []);
  const text = JSON.stringify(parts);
  expect(text).toContain('the consent of the parent or guardian where the law requires it (s.20).');
  const former = text.replace('the parent or guardian', 'the holder of parental responsibility');
  // An approval of the earlier words is found by them.
  const before = parts.map((part) => ({
    ...part,
    sentences: part.sentences.map((one) => ({ ...one, en: asWordedBefore(one.en, one.source.field) })),
  }));
  expect(JSON.stringify(before)).toBe(former);
  const published = JSON.parse(former) as typeof parts;
  expect(noticeChanges(published, parts)).toEqual([]);
  expect(wordedChanges(published, parts)).toEqual([]);
});

describe('rights that depend on what the register does not say', () => {
  const byLaw = (letters: PurposeFacts['detail']['letters'], changes: Partial<PurposeFacts> = {}): PurposeFacts => ({
    ...plain,
    sensitiveData,
    exemptions: ['necessaryWithLaw'],
    detail: detailed({ letters }),
    ...changes,
  });
  const research = (
    researchKinds: PurposeFacts['detail']['researchKinds'],
    changes: Partial<PurposeFacts> = {},
  ): PurposeFacts => ({ ...plain, bases: ['research'], detail: detailed({ researchKinds }), ...changes });

  test.each<[string, PurposeFacts, 'ERASURE' | 'OBJECTION', boolean, boolean]>([
    ['a contract carries erasure', plain, 'ERASURE', true, true],
    ['(a) and (b) leave erasure out (section 33 paragraph 2)', byLaw(['a', 'b']), 'ERASURE', false, false],
    ['the other letters do not', byLaw(['c', 'd', 'e']), 'ERASURE', true, true],
    ['(a) beside another letter leaves it open', byLaw(['a', 'c']), 'ERASURE', false, true],
    ['without a letter it is open', byLaw([]), 'ERASURE', false, true],
    [
      '(a) beside another exemption leaves it open',
      byLaw(['a'], { exemptions: ['necessaryWithLaw', 'preventLifeDanger'] }),
      'ERASURE',
      false,
      true,
    ],
    ['legal claims leave it open', byLaw([], { exemptions: ['legalClaims'] }), 'ERASURE', false, true],
    ['without section 26 data a letter means nothing', byLaw(['a'], { sensitiveData: [] }), 'ERASURE', true, true],
    ['research can be objected to', research(['research']), 'OBJECTION', true, true],
    ['statistics beside archives, too', research(['archives', 'statistics']), 'OBJECTION', true, true],
    ['archives alone cannot (section 32(3))', research(['archives']), 'OBJECTION', false, false],
    ['without a kind it is open', research([]), 'OBJECTION', false, true],
    ['archives for marketing can', research(['archives'], { marketing: true }), 'OBJECTION', true, true],
    [
      'archives as a public task can',
      research(['archives'], { bases: ['publicTask', 'research'] }),
      'OBJECTION',
      true,
      true,
    ],
  ])('%s', (_, purpose, code, isOwed, isNamed) => {
    expect(rightsOwed([purpose]).has(code)).toBe(isOwed);
    const facts = (codes: typeof RIGHT_CODES | []) => ({ ...factsOf([purpose]), rights: { codes, custom: [] } });
    expect(noticeGaps(facts([])).some(({ field }) => field === `rights.${code}`)).toBe(isOwed);
    const named = noticeParts(facts(RIGHT_CODES)).flatMap(({ sentences }) => sentences.map(({ key }) => key));
    expect(named.includes(`notice.rights.${code}`)).toBe(isNamed);
  });
});

test('consent is withdrawn by the request form of an application that has the purpose, where that offers it', () => {
  const facts = factsOf([{ ...plain, bases: ['consent'] }]);
  const [application] = facts.applications;
  const other = { ...application!, id: 'b', purposes: [{ ...plain, id: 'p2', bases: ['consent' as const] }] };
  const form = (id: string, applicationId: string, takesWithdrawals = true) => ({
    id,
    version: 1,
    applicationId,
    application: 'ระบบ',
    url: `https://a.example/${id}`,
    takesWithdrawals,
  });
  const withdrawals = (...forms: ReturnType<typeof form>[]) =>
    noticeParts({ ...facts, applications: [application!, other], requestForms: forms })
      .flatMap(({ sentences }) => sentences)
      .filter(({ section }) => section === '19')
      .map(({ en }) => /Withdraw (.+); earlier/.exec(en)?.[1]);
  const [own, ofOther] = [form('f1', application!.id), form('f2', 'b')];
  const contact = 'by contacting กรุงเทพฯ · info@romyen.example · 021234567';
  expect(withdrawals()).toEqual([contact, contact]);
  expect(withdrawals(own)).toEqual(['at https://a.example/f1', 'at https://a.example/f1']);
  expect(withdrawals(own, ofOther)).toEqual(['at https://a.example/f1', 'at https://a.example/f2']);
  expect(withdrawals(own, form('f3', application!.id))).toEqual([
    'at https://a.example/f1 or https://a.example/f3',
    contact,
  ]);
  const accessOnly = form('f4', application!.id, false);
  expect(withdrawals(accessOnly)).toEqual([contact, contact]);
  expect(withdrawals(own, accessOnly)).toEqual(['at https://a.example/f1', 'at https://a.example/f1']);
  expect(withdrawals(own, ofOther, accessOnly)).toEqual(['at https://a.example/f1', 'at https://a.example/f2']);
});

test.each([
  ['without a recorded country', cloud(null, { countries: [], isPlaced: false })],
  ['in a country without a ground', cloud(null)],
])('storage %s is open at the record that names it, and nothing states that it is a transfer', (_, system) => {
  const facts = { ...plain, storage: [system] };
  expect(openPoints(facts)).toEqual([{ section: '28', field: 'storageSystems' }]);
  expect(openPoints({ ...plain, storage: [{ ...system, field: 'dataMapping' }] })).toEqual([
    { section: '28', field: 'dataMapping' },
  ]);
  expect(sentencesOf(facts).some(({ key }) => key.includes('.transfer.'))).toBe(false);
});

test('open points name section and field', () => {
  expect(openPoints(plain)).toEqual([]);
  expect(openPoints({ ...plain, bases: [], data: [], periods: [], recipients: [party(null)] })).toEqual([
    { section: '23(1)', field: 'lawfulBases' },
    { section: '23(3)', field: 'piiCategories' },
    { section: '23(3)', field: 'retention' },
    { section: '28', field: 'thirdParties' },
  ]);
});

describe('an edited sentence', () => {
  const retentionOf = (years: number) => {
    const [period] = plain.periods;
    return noticeParts(
      factsOf([{ ...plain, periods: [{ ...period!, words: words(`${years} ปี`, `${years} years`) }] }]),
    );
  };
  const find = (parts: ReturnType<typeof retentionOf>, edits: Parameters<typeof writtenParts>[1]) =>
    writtenParts(parts, edits)
      .flatMap(({ sentences }) => sentences)
      .find(({ source }) => source.field === 'retention')!;
  const [one, two] = [retentionOf(1), retentionOf(2)];
  const { key, th, en } = find(one, []);
  const now = find(two, []);

  test('in one language leaves the other to the register, and is outdated by its own language alone', () => {
    const edit = { key, th: 'เก็บไว้หนึ่งปี', en: '', of: { th, en } };
    expect(find(one, [edit])).toMatchObject({ th: 'เก็บไว้หนึ่งปี', en, outdated: false });
    expect(find(two, [edit])).toMatchObject({ th: 'เก็บไว้หนึ่งปี', en: now.en, outdated: true });
    const corrected = { ...edit, th: 'เก็บไว้สองปี', of: { th: now.th, en } };
    expect(find(two, [corrected])).toMatchObject({ th: 'เก็บไว้สองปี', en: now.en, outdated: false });
  });

  test('in both languages stays outdated until both are corrected', () => {
    const edit = { key, th: 'เก็บไว้สองปี', en: 'We keep it for a year.', of: { th: now.th, en } };
    expect(find(two, [edit])).toMatchObject({ outdated: true });
    const corrected = { ...edit, en: 'We keep it for two years.', of: { th: now.th, en: now.en } };
    expect(find(two, [corrected])).toMatchObject({ outdated: false });
  });
});

describe('a right in words of the notice', () => {
  const lines = {
    first: words('รับจดหมายทางไปรษณีย์', 'Letters by post'),
    second: words('ติดต่อทางอีเมลเท่านั้น', 'Contact by email only'),
    third: words('พบเจ้าหน้าที่', 'Meet an officer'),
  };
  const partsOf = (...custom: (typeof lines)['first'][]) =>
    noticeParts({ ...factsOf(), rights: { codes: [], custom } });
  const rightsIn = (parts: ReturnType<typeof partsOf>, edits: Parameters<typeof writtenParts>[1] = []) =>
    writtenParts(parts, edits)
      .flatMap(({ sentences }) => sentences)
      .filter(({ source }) => source.field === 'rights');
  const textsOf = (...args: Parameters<typeof rightsIn>) => rightsIn(...args).map(({ en }) => en);
  const { first, second, third } = lines;
  const both = partsOf(first, second);
  const editOf = (key: string) => ({ key, th: 'แก้', en: 'Reworded.', of: second });

  test('keeps its edited sentence, whichever lines stand above it', () => {
    const edit = editOf(rightsIn(both)[1]!.key);
    expect(textsOf(both, [edit])).toEqual([first.en, 'Reworded.']);
    expect(textsOf(partsOf(second), [edit])).toEqual(['Reworded.']);
    expect(textsOf(partsOf(second, first), [edit])).toEqual(['Reworded.', first.en]);
    expect(textsOf(partsOf(first, third), [edit])).toEqual([first.en, third.en]);
  });

  test('has the edit that was stored under its place, which then stays with it', () => {
    const stored = [editOf('notice.rights.custom1')];
    expect(textsOf(both, stored)).toEqual([first.en, 'Reworded.']);
    const edits = currentEdits(both, stored);
    expect(edits.map(({ key }) => key)).toEqual([rightsIn(both)[1]!.key]);
    expect(textsOf(partsOf(second), edits)).toEqual(['Reworded.']);
  });

  test('is named once, and does not differ from a version that was published with places for keys', () => {
    expect(textsOf(partsOf(first, second, first))).toEqual([first.en, second.en]);
    const keys = rightsIn(both).map(({ key }) => key);
    const version = writtenParts(both, [editOf(keys[1]!)]).map((part) => ({
      ...part,
      sentences: part.sentences.map((one) => ({
        ...one,
        key: keys.includes(one.key) ? `notice.rights.custom${keys.indexOf(one.key)}` : one.key,
      })),
    }));
    expect(noticeChanges(version, writtenParts(both, []))).toEqual([]);
    expect(noticeChanges(version, writtenParts(partsOf(second), []))).toMatchObject([
      { key: keys[0], kind: 'removed', tellAgain: false },
    ]);
  });
});
