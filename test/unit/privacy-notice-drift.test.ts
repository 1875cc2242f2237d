import { describe, expect, test } from 'vitest';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import { noticeHtml } from '../../server/modules/privacyNotice/public/page.ts';
import { publicNotice } from '../../server/modules/privacyNotice/public/json.ts';
import { noticeDocument } from '../../server/modules/privacyNotice/report/document.ts';
import { isIndirect, type NoticeContent, noticeSummary, type WrittenPart } from '../../shared/privacyNotice/content.ts';
import { noticeDraft } from '../../shared/privacyNotice/draft.ts';
import { noticeChanges } from '../../shared/privacyNotice/drift.ts';
import { publicPrivacyNotice } from '../../shared/privacyNotice/schema.ts';
import type { NoticeFacts, PurposeFacts } from '../../shared/privacyNotice/text/facts.ts';
import { noticeParts } from '../../shared/privacyNotice/text/notice.ts';
import { currentEdits, summaryOf, writtenParts } from '../../shared/privacyNotice/write.ts';
import { factsOf, plain, words } from '../helpers/noticeFacts.ts';
import { growsFaster } from '../growth.ts';

const written = (facts: NoticeFacts): WrittenPart[] => writtenParts(noticeParts(facts), []);
const of = (...purposes: PurposeFacts[]) =>
  written({ ...factsOf(purposes), rights: { codes: RIGHT_CODES, custom: [] } });
/** Parts as versions have them that do not say what their sentences list. */
const withoutItems = (parts: WrittenPart[]): WrittenPart[] =>
  parts.map((part) => ({ ...part, sentences: part.sentences.map((one) => ({ ...one, items: undefined })) }));
/** Keys of the changes, with those of which people are to be told again marked. */
const changes = (before: WrittenPart[], now: WrittenPart[]) =>
  Object.fromEntries(noticeChanges(before, now).map(({ key, tellAgain }) => [key, tellAgain]));

const A1 = factsOf().applications[0]!.id;
const vital: PurposeFacts = { ...plain, id: 'p2', title: words('ฉุกเฉิน', 'Emergencies'), bases: ['vitalInterest'] };

describe('people are to be told again', () => {
  test('of a right that is new, or applies to more of the purposes', () => {
    expect(changes(of(vital), of({ ...vital, bases: ['vitalInterest', 'contract'] }))).toMatchObject({
      'notice.rights.PORTABILITY': true,
    });
    const both = of(plain, { ...vital, bases: ['contract'] });
    expect(changes(of(plain, vital), both)).toMatchObject({ 'notice.rights.PORTABILITY': true });
  });

  test('of a group of data subjects that is new; of one that is gone, nothing differs', () => {
    const more = of({ ...plain, groups: [...plain.groups, { id: 'g2', name: words('ผู้ป่วย', 'Patients') }] });
    const [change, ...others] = noticeChanges(of(plain), more);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'added',
      section: '23',
      record: 'purpose',
      recordId: 'p1',
      field: 'dataSubjectGroups',
      after: { th: 'ใช้ข้อมูลของกลุ่มเจ้าของข้อมูลเพิ่ม: ผู้ป่วย', en: 'Also uses data of: Patients.' },
      tellAgain: true,
    });
    expect(changes(more, of(plain))).toEqual({});
    // A version that does not say whom it is for.
    const before = of(plain).map((part) => ({ ...part, groups: undefined }));
    expect(changes(before, more)).toEqual({});
  });

  test('that data must be given, and what follows where it is not', () => {
    const must = { ...plain, provision: { required: true, consequence: words('ส่งของไม่ได้', 'we cannot deliver.') } };
    expect(changes(of(plain), of(must))).toEqual({ 'p1.provision': true });
  });

  test.each<[string, Partial<PurposeFacts>, string]>([
    ['consent', { bases: ['consent'] }, 'p1.lawfulBases.consent'],
    ['explicit consent', { sensitiveData: [words('ข้อมูลสุขภาพ', 'Health data')] }, `${A1}.p1.sensitiveExemptions`],
  ])('of how withdrawing %s affects them, where that is new', (name, purpose, key) => {
    const withEffect = (th: string) =>
      of({ ...plain, ...purpose, detail: { ...plain.detail, withdrawalEffect: words(th, th) } });
    const [none, points, discount] = [withEffect(''), withEffect('ท่านจะไม่ได้แต้ม'), withEffect('ท่านจะไม่ได้ส่วนลด')];
    expect(changes(none, points)).toEqual({ [key]: true });
    expect(changes(points, discount)).toEqual({ [key]: true });
    expect(changes(points, none)).toEqual({ [key]: false });
    // Versions from before did not say what they list; of consent they stated no effect.
    if (name === 'consent') expect(changes(withoutItems(none), points)).toEqual({ [key]: true });
  });

  test('of the request form by which rights are used, and of each of several', () => {
    const form = (id: string) => ({
      id,
      version: 1,
      applicationId: 'a1',
      application: `ระบบ ${id}`,
      url: `https://a.example/${id}`,
      takesWithdrawals: true,
    });
    const withForms = (...ids: string[]) => written({ ...factsOf(), requestForms: ids.map(form) });
    expect(changes(of(plain), withForms('f1'))).toMatchObject({
      'requestForm.link': true,
      'notice.requestContact': false,
    });
    const several = withForms('f1', 'f2');
    expect(changes(withForms('f1'), several)).toEqual({
      'requestForm.link': false,
      'requestForm.link.f1': true,
      'requestForm.link.f2': true,
    });
    expect(several.flatMap(({ sentences }) => sentences.map(({ en }) => en))).toEqual(
      expect.arrayContaining(
        ['f1', 'f2'].map((id) =>
          expect.stringContaining(`“ระบบ ${id}”, use your rights by the online form at https://a.example/${id}`),
        ),
      ),
    );
  });
});

test('data of other sources than the data subject is recognised in the text', () => {
  const facts = factsOf();
  const source = { name: words('จากคู่ค้า', 'From suppliers'), direct: false };
  const indirect = { ...facts, applications: facts.applications.map((one) => ({ ...one, source })) };
  expect([isIndirect({ parts: written(facts) }), isIndirect({ parts: written(indirect) })]).toEqual([false, true]);
});

describe('the summary', () => {
  const summed = (purpose: Partial<PurposeFacts>, codes: typeof RIGHT_CODES | [] = RIGHT_CODES) =>
    summaryOf({ ...factsOf([{ ...plain, ...purpose }]), rights: { codes, custom: [] } });

  test('names the rights that the text names, and what a person may do at any time', () => {
    expect(summed({ bases: ['legalObligation'] })).toMatchObject({
      rights: {
        th: 'เข้าถึงและขอสำเนา ระงับการใช้ แก้ไข ร้องเรียนต่อ สคส.',
        en: 'Access and copy, restriction, rectification, complaint to the PDPC',
      },
    });
    expect(summed({ bases: ['legalObligation'] })).not.toHaveProperty('withdrawOrObject');
    expect(summed({ bases: ['consent'] }).withdrawOrObject?.th).toBe('ถอนความยินยอมได้ทุกเมื่อ (ม.19)');
    expect(summed({ bases: ['legitimateInterest'] }).withdrawOrObject?.en).toBe('Object at any time (s.32)');
    expect(summed({ bases: ['consent'], marketing: true }).withdrawOrObject?.en).toBe(
      'Withdraw your consent (s.19) or object (s.32) at any time',
    );
  });

  test('names none that the text leaves to another notice', () => {
    expect(summed({}, [])).not.toHaveProperty('rights');
  });

  /** A version in force with this text. */
  const viewOf = (facts: NoticeFacts, summary: NoticeContent['summary']) => {
    const content: NoticeContent = {
      name: 'ประกาศ',
      kind: 'customer',
      draft: noticeDraft.parse({ name: 'ประกาศ' }),
      dataControllerId: facts.applications[0]!.id,
      parts: written(facts),
      summary,
      points: [],
      approver: { name: '', position: '' },
      effectiveOn: '2026-01-01',
    };
    const version = { version: 1, effectiveOn: '2026-01-01', sha256Th: '', sha256En: '' };
    const notice = {
      workspaceId: facts.applications[0]!.id,
      id: facts.applications[0]!.id,
      closed: false,
      withdrawn: false,
      day: '2026-01-01',
      versions: [version],
      contentOf: () => Promise.resolve(content),
    };
    return { notice, version, content, locale: 'en' as const };
  };

  test('of a version that was published without rights reads in every form, and leads to the contact', () => {
    const { rights: _, ...summary } = summed({});
    const view = viewOf(factsOf(), summary);
    const { content } = view;
    expect(noticeSummary.parse(summary)).not.toHaveProperty('rights');
    expect(publicPrivacyNotice.parse(publicNotice(view, 'https://p.example')).summary).toMatchObject({
      rights: null,
      withdrawOrObject: null,
    });
    expect(noticeHtml(view)).toContain('Exercise your rights</dt><dd>Through the contact details below</dd>');
    const { blocks } = noticeDocument({ version: 1, sha256: '', content, notInForce: null }, 'en');
    expect(JSON.stringify(blocks)).toContain('"value":["Through the contact details below"]');
  });

  test('and the text lead to the request form alone, without the sign that follows its address', () => {
    const form = {
      id: 'f1',
      version: 1,
      applicationId: 'a1',
      application: 'ระบบ',
      url: 'https://a.example/f1',
      takesWithdrawals: true,
    };
    const facts = { ...factsOf([{ ...plain, bases: ['consent'] }]), requestForms: [form] };
    const html = noticeHtml(viewOf(facts, summaryOf(facts)));
    expect(html).toContain('<a href="https://a.example/f1" rel="noopener">https://a.example/f1</a>; earlier use');
    expect(html.match(/href="https:\/\/a\.example\/[^"]*"/g)).toEqual(Array(3).fill('href="https://a.example/f1"'));
  });

  test('stands beside a table of purposes, which names other data controllers among the recipients', () => {
    const controllers = [{ key: 'c2', name: words('บริษัทในเครือ', 'Sister Company') }];
    const facts = factsOf([plain, { ...vital, controllers }]);
    const html = noticeHtml(viewOf(facts, summaryOf(facts)));
    expect(html.slice(html.indexOf('<table>'))).toContain('<td><p>Disclosed to Sister Company.</p></td>');
  });

  test.each([
    ['see "https://a.example/x"; or', 'see &quot;', 'https://a.example/x', '&quot;; or'],
    ["see 'https://a.example/x?a=1&b=2'.", 'see &#39;', 'https://a.example/x?a=1&amp;b=2', '&#39;.'],
    ['see <https://a.example/x&>', 'see &lt;', 'https://a.example/x&amp;', '&gt;'],
  ])('and the text end an address before what encloses it: %s', (text, before, address, after) => {
    const facts = factsOf([{ ...plain, description: words(text, text) }]);
    const html = noticeHtml(viewOf(facts, summaryOf(facts))).replaceAll(/<\/?span[^>]*>/g, '');
    expect(html).toContain(`${before}<a href="${address}" rel="noopener">${address}</a>${after}`);
  });

  test('and the text link an address in time that grows as the text does', () => {
    const viewWith = (text: string) => {
      const facts = factsOf([{ ...plain, description: words(text, text) }]);
      return viewOf(facts, summaryOf(facts));
    };
    for (const part of ['https://;', '&', 'https://a;', '";'])
      expect(
        growsFaster((size) => viewWith(`https://${part.repeat(size)}`), noticeHtml),
        part,
      ).toBe(false);
  });
});

/** A period by its Thai words. */
const period = (th: string, days: number, ...data: PurposeFacts['data']): PurposeFacts['periods'][number] => ({
  key: '',
  words: words(th, th),
  days,
  months: (days * 12) / 365,
  data,
});

describe('how long data is kept', () => {
  const [name, email] = [words('ชื่อ', 'Name'), words('อีเมล', 'Email')];
  const kept = (...periods: PurposeFacts['periods']) =>
    of({ ...plain, periods: periods.map((one, index) => ({ ...one, key: index === 0 ? '' : String(one.days) })) });
  const [three, five, seven] = [
    (...data: PurposeFacts['data']) => period('3 ปี', 1095, ...data),
    (...data: PurposeFacts['data']) => period('5 ปี', 1825, ...data),
    (...data: PurposeFacts['data']) => period('7 ปี', 2555, ...data),
  ];

  test.each<[string, WrittenPart[], WrittenPart[], Record<string, boolean>]>([
    ['part of it longer', kept(five(name, email)), kept(five(name), seven(email)), { '': false, '.2555': true }],
    ['part of it shorter', kept(five(name, email)), kept(five(name), three(email)), { '': false, '.1095': false }],
    [
      'the shorter as long as the longer',
      kept(five(name), seven(email)),
      kept(seven(name, email)),
      { '': true, '.2555': false },
    ],
    [
      'the longer as short as the shorter',
      kept(five(name), seven(email)),
      kept(five(name, email)),
      { '': false, '.2555': false },
    ],
    ['data that is new, as long as the rest', kept(five(name)), kept(five(name, email)), {}],
  ])('is told again where any is kept longer: %s', (_, before, now, expected) => {
    expect(changes(before, now)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([key, tells]) => [`${A1}.p1.retention${key}`, tells])),
    );
  });

  const stated = (th: string, days: number, months: number | null) => kept({ ...period(th, days, name), months });
  /** As versions have it that were published when only days were kept. */
  const inDays = (parts: WrittenPart[]): WrittenPart[] =>
    parts.map((part) => ({ ...part, sentences: part.sentences.map((one) => ({ ...one, months: undefined })) }));
  test.each<[string, WrittenPart[], WrittenPart[], boolean]>([
    ['85 months than 7 years', stated('7 ปี', 2555, 84), stated('85 เดือน', 2550, 85), true],
    ['1 year than 12 months', stated('12 เดือน', 360, 12), stated('1 ปี', 365, 12), false],
    ['11 months than 1 year', stated('1 ปี', 365, 12), stated('11 เดือน', 330, 11), false],
    ['400 days than 1 year', stated('1 ปี', 365, 12), stated('400 วัน', 400, null), true],
    ['12 months than 365 days', stated('365 วัน', 365, null), stated('12 เดือน', 365, 12), false],
    ['1 month than 30 days', stated('30 วัน', 30, null), stated('1 เดือน', 30, 1), false],
    ['for good than 10 years', stated('10 ปี', 3650, 120), stated('ไม่กำหนดเวลา', 13_322_500, null), true],
  ])('is compared exactly in months and years, otherwise by days: %s', (_, before, now, isReported) => {
    const expected = { [`${A1}.p1.retention`]: isReported };
    expect(changes(before, now)).toEqual(expected);
    expect(changes(inDays(before), now)).toEqual(expected);
  });
});

describe('people need not be told again', () => {
  test('of a purpose that is gone, and with it of rights that apply to fewer', () => {
    const found = changes(of(plain, vital), of(plain));
    expect(Object.keys(found)).toContain('notice.rights.PORTABILITY');
    expect(Object.values(found)).not.toContain(true);
  });

  test('of rights as a version states them that does not say to which purposes they apply', () => {
    const found = changes(withoutItems(of(plain, vital)), of(plain));
    expect(found['notice.rights.PORTABILITY']).toBe(false);
  });

  test('where a form by which consent is withdrawn comes into force, and of consent as versions state it otherwise', () => {
    const form = {
      id: 'f1',
      version: 1,
      applicationId: 'a1',
      application: 'ระบบ',
      url: 'https://a.example/f1',
      takesWithdrawals: true,
    };
    const facts = factsOf([{ ...plain, bases: ['consent'] }]);
    const found = changes(written(facts), written({ ...facts, requestForms: [form] }));
    expect(found['p1.lawfulBases.consent']).toBe(false);
    const former = withoutItems(written(facts)).map((part) => ({
      ...part,
      sentences: part.sentences.map((one) => ({ ...one, en: `${one.en} Formerly.` })),
    }));
    expect(changes(former, written(facts))['p1.lawfulBases.consent']).toBe(false);
  });

  test('of the kinds of research that an answer leaves, of its measures, and of research as versions state it otherwise', () => {
    const research = (changes: Partial<PurposeFacts['detail']>) =>
      of({ ...plain, bases: ['research'], detail: { ...plain.detail, ...changes } });
    const isNotified = (before: WrittenPart[], now: WrittenPart[]) => changes(before, now)['p1.lawfulBases.research'];
    const [open, answered] = [research({}), research({ researchKinds: ['statistics'] })];
    expect(isNotified(open, answered)).toBe(false);
    const protectedBy = words('การแฝงข้อมูล', 'pseudonymisation');
    expect(isNotified(answered, research({ researchKinds: ['statistics'], researchMeasures: protectedBy }))).toBe(
      false,
    );
    expect(isNotified(withoutItems(open), answered)).toBe(false);
    expect(isNotified(answered, research({ researchKinds: ['archives', 'statistics'] }))).toBe(true);
  });

  test('of a data protection officer', () => {
    const facts = factsOf();
    const now = written({ ...facts, dpo: { ...facts.dpo, email: 'dpo@romyen.example', phone: '021234567' } });
    expect(changes(written(facts), now)['notice.dpo']).toBe(false);
  });
});

describe('a purpose of two applications', () => {
  const [name, email, phone] = [words('ชื่อ', 'Name'), words('อีเมล', 'Email'), words('โทรศัพท์', 'Phone')];
  /** Both applications have the purpose, each with the data of its own mapping. */
  const factsOfBoth = (a: Partial<PurposeFacts>, b: Partial<PurposeFacts>): NoticeFacts => {
    const facts = factsOf();
    const application = (id: string, changes: Partial<PurposeFacts>) => ({
      ...facts.applications[0]!,
      id,
      purposes: [{ ...plain, ...changes }],
    });
    return {
      ...facts,
      applications: [application('a', a), application('b', b)],
      rights: { codes: RIGHT_CODES, custom: [] },
    };
  };
  const both = (...changed: Parameters<typeof factsOfBoth>) => written(factsOfBoth(...changed));
  /** Parts as versions have them that were published when keys did not name the application. */
  const former = (parts: WrittenPart[]): WrittenPart[] =>
    parts.map((part) => ({
      ...part,
      sentences: part.sentences.map((one) => ({ ...one, key: one.key.replace(/^[ab]\.(p1\.(?!dataSource))/, '$1') })),
    }));
  const before = both({ data: [name] }, { data: [name, email] });

  test.each([
    ['current', before],
    ['former', former(before)],
  ])('has a difference in the data that one of them collects, by %s keys', (_, version) => {
    expect(changes(version, both({ data: [name, phone] }, { data: [name, email] }))).toEqual({
      'a.p1.piiCategories': true,
    });
    expect(changes(version, before)).toEqual({});
  });

  test('differs once in what both say', () => {
    const otherwise = { description: words('ส่งถึงบ้าน', 'To the door') };
    expect(changes(before, both({ data: [name], ...otherwise }, { data: [name, email], ...otherwise }))).toEqual({
      'p1.description': true,
    });
  });

  test.each([
    ['current', before],
    ['former', former(before)],
  ])('differs where one of them keeps its data longer, by %s keys', (_, version) => {
    const longer = { periods: [period('10 ปี', 3650, name)] };
    expect(changes(version, both({ data: [name], ...longer }, { data: [name, email] }))).toEqual({
      'a.p1.retention': true,
    });
  });

  test('is reworded for one of them alone; an edit with a former key applies where the application has none', () => {
    const parts = noticeParts(factsOfBoth({ data: [name] }, { data: [name, email] }));
    const edit = (key: string, en: string) => ({ key, th: 'แก้', en, of: { th: '', en: '' } });
    const englishOf = (edits: ReturnType<typeof edit>[]) =>
      writtenParts(parts, edits)
        .flatMap(({ sentences }) => sentences)
        .filter(({ source }) => source.field === 'piiCategories')
        .map(({ en }) => en);
    expect(englishOf([edit('a.p1.piiCategories', 'Reworded.')])).toEqual([
      'Reworded.',
      'Data we collect: Name, Email.',
    ]);
    const stored = [edit('p1.piiCategories', 'Former.'), edit('b.p1.piiCategories', 'Own.')];
    expect(englishOf(stored)).toEqual(['Former.', 'Own.']);
    expect(currentEdits(parts, stored).map(({ key }) => key)).toEqual(['a.p1.piiCategories', 'b.p1.piiCategories']);
  });

  test('with section 26 data in one of them alone can be withdrawn from, and the summary says so', () => {
    const facts = factsOfBoth({ data: [name], sensitiveData: [name] }, { data: [email] });
    const keys = noticeParts(facts).flatMap(({ sentences }) => sentences.map(({ key }) => key));
    expect(keys).toContain('notice.rights.WITHDRAWAL');
    expect(summaryOf(facts).weighs).toContain('sensitive');
  });
});
