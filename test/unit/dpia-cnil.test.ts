import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ITEMS } from '../../server/modules/dpiaSettings/content/items.ts';
import { WORST_CASES } from '../../server/modules/dpiaSettings/content/worstCases.ts';
import type { CnilPlace } from '../../shared/dpia/cnil/adapt.ts';
import { CNIL_LIMITS, CnilUnreadable, readCnil } from '../../shared/dpia/cnil/format.ts';
import { readAssessment } from '../../shared/dpia/cnil/read.ts';
import { fromGauge, ITEM_TITLES, RISK_TITLES, risksOf, toGauge } from '../../shared/dpia/cnil/references.ts';
import type { CnilSource } from '../../shared/dpia/cnil/source.ts';
import { fromHtml, toHtml, toPlain } from '../../shared/dpia/cnil/texts.ts';
import { linesFrom } from '../../shared/dpia/cnil/work.ts';
import { writeCnil } from '../../shared/dpia/cnil/write.ts';
import { DPIA_LIMITS, type DpiaDraft, dpiaDraft } from '../../shared/dpia/content.ts';
import type { DpiaFramework } from '../../shared/dpia/framework.ts';
import { defaultBands, type ScaleWidth } from '../../shared/dpia/risk.ts';
import { frameworkOf } from '../helpers/dpiaContents.ts';
import { growsFaster } from '../growth.ts';

const newId = () => randomUUIDv7();
const line = (text: string) => ({ id: newId(), text });
const both = (th: string, en = '') => ({ th, en });
const PERSON = newId();
const MEASURE = newId();
const PURPOSE = newId();

/** The framework of a workspace that has the built-in items, and one question. */
function frameworkWith(width: ScaleWidth = 5): DpiaFramework {
  const base = frameworkOf();
  const levels = base.scale.likelihood.slice(0, width);
  return {
    ...base,
    scale: { width, likelihood: levels, impact: levels, bands: [...defaultBands(width)] },
    dataRisk: [
      {
        id: newId(),
        level: 3,
        title: both('ระดับ 3'),
        description: both(''),
        questions: [{ id: newId(), text: both('อ่อนไหว') }],
      },
    ],
    items: ITEMS.map((item) => ({ ...item, id: newId() })),
  };
}

const itemId = ({ items }: DpiaFramework, th: string) => items.find(({ title }) => title.th === th)!.id;
const worstCaseOf = (th: string, more: object = {}) => ({
  id: newId(),
  title: both(th, 'English'),
  description: both(`${th} <b>&`, 'In English'),
  sources: [line('แฮกเกอร์'), line('พนักงาน <script>')],
  threats: [line('เจาะระบบ')],
  impacts: [line('ถูกหลอก')],
  problematicActions: ['INSECURITY'],
  initial: { likelihood: 3, impact: 3 },
  residual: { likelihood: 2, impact: 3 },
  securityMeasureIds: [MEASURE],
  measures: [line('คนทบทวน')],
  treatment: {
    method: 'REDUCTION',
    detail: 'ลดสิทธิ',
    measures: [line('เข้ารหัส')],
    expected: { likelihood: 1, impact: 3 },
    expectedOn: '2030-01-31',
    responsibleId: PERSON,
  },
  ...more,
});

function fullDraft(framework: DpiaFramework): DpiaDraft {
  const opinion = { who: both('สภาพนักงาน', 'Works council'), on: '2026-01-02', opinion: both('เห็นชอบ') };
  return dpiaDraft.parse({
    name: 'ระบบ <ตรวจ>',
    reason: 'ข้อมูลพันธุกรรม',
    consultation: { internal: [{ id: newId(), ...opinion }], external: [{ id: newId(), ...opinion }] },
    dpoOpinion: both('เห็นชอบ', 'Agreed'),
    subjectOpinion: both('กังวล', 'Worried'),
    description: both('ตรวจพันธุกรรม\nทุกวัน', 'Genes'),
    criteria: [{ code: 'SENSITIVE_DATA', note: 'พันธุกรรม' }],
    dataRisk: [{ questionId: framework.dataRisk[0]!.questions[0]!.id, answer: 'YES', note: '' }],
    lawfulBasis: true,
    lawfulBasisNote: 'ความยินยอม',
    purposes: [{ purposeId: PURPOSE, necessary: true, necessity: 'ต้องใช้', proportionate: false, proportionality: '' }],
    items: framework.items.map(({ id }, at) => ({
      itemId: id,
      answer: at % 2 === 0 ? 'MET' : 'NOT_MET',
      note: `บันทึก ${at}`,
    })),
    worstCases: [
      worstCaseOf('ส่งผิดกลุ่ม'),
      worstCaseOf(RISK_TITLES[3].th),
      worstCaseOf('เรียกค่าไถ่', { treatment: null }),
      worstCaseOf('มิจฉาชีพ'),
    ],
    reviewOn: '2030-12-31',
    reviewerId: PERSON,
  });
}

const sourceOf = (framework: DpiaFramework, draft = fullDraft(framework)): CnilSource => ({
  format: 1,
  draft,
  width: framework.scale.width,
  items: [213, 214, 215, 221, 223, 226].map((reference) => ({
    reference,
    itemId: itemId(framework, ITEM_TITLES.get(reference)![0]),
  })),
  register: { overview: 'ระบบตรวจ', controller: 'โรงพยาบาล', data: 'พันธุกรรม', purposes: 'ตรวจ' },
  names: [
    { id: PERSON, name: 'สมปอง' },
    { id: MEASURE, name: 'บันทึกการเข้าถึง' },
  ],
  files: [],
  at: '2026-11-23T00:00:00.000Z',
  by: 'สมปอง',
});

const placeOf = (framework: DpiaFramework, more: Partial<CnilPlace> = {}): CnilPlace => ({
  framework,
  purposeIds: new Set([PURPOSE]),
  measureIds: new Set([MEASURE]),
  peopleIds: new Set([PERSON]),
  newId,
  ...more,
});
const read = (text: string, place: CnilPlace) =>
  readAssessment(readCnil(text), { place, name: 'ชื่อแอป', reason: 'นำเข้า', word: (key) => key });
const problemOf = (text: string, parse: (text: string) => unknown = readCnil) => {
  try {
    parse(text);
    return null;
  } catch (error) {
    if (error instanceof CnilUnreadable) return error.problem;
    throw error;
  }
};
const fileWith = (more: object) => JSON.stringify({ pia: { name: 'PIA' }, ...more });
const answer = (reference: number | string, data: object) => ({ reference_to: reference, data });

describe('an assessment that is written and read again', () => {
  it.each([3, 4, 5] as const)('is equal on a scale of width %i, without a remainder', (width) => {
    const framework = frameworkWith(width);
    const source = sourceOf(framework);
    const { draft, lines, annex } = read(JSON.stringify(writeCnil(source)), placeOf(framework));
    expect(draft).toEqual(source.draft);
    expect({ lines, annex }).toEqual({ lines: [], annex: null });
  });

  it('is equal if none of its fields was filled in', () => {
    const framework = frameworkWith();
    const source = sourceOf(framework, dpiaDraft.parse({ name: 'ชื่อ', reason: 'เหตุผล' }));
    expect(read(JSON.stringify(writeCnil(source)), placeOf(framework))).toEqual({
      draft: source.draft,
      lines: [],
      annex: null,
    });
  });

  it('contains what was changed in the other application, and everything else unchanged', () => {
    const framework = frameworkWith();
    const source = sourceOf(framework);
    const file = writeCnil(source);
    const at = (reference: number) => file.answers.find((one) => one.reference_to === reference)!.data;
    file.pia.name = 'New name';
    at(335).gauge = 1;
    at(332).list.push('New threat');
    at(212).text = 'Contract &amp; law<br />Second line';
    file.evaluations.find((one) => one.reference_to === '3.3')!.estimated_implementation_date =
      '2031-05-06T00:00:00.000Z';
    const { draft, lines, annex } = read(JSON.stringify(file), placeOf(framework));
    const before = source.draft.worstCases[1]!;
    expect(draft).toEqual({
      ...source.draft,
      name: 'New name',
      lawfulBasisNote: 'Contract & law\nSecond line',
      worstCases: source.draft.worstCases.with(1, {
        ...before,
        threats: [...before.threats, { id: expect.any(String), text: 'New threat' }],
        residual: { likelihood: 2, impact: 2 },
        carried: true,
        treatment: { ...before.treatment!, expectedOn: '2031-05-06' },
      }),
    });
    expect(lines.map(({ from, to }) => [from, to])).toEqual([
      ['pia name', 'name'],
      ['answers 212', 'lawfulBasisNote'],
      ['answers 332', 'threats'],
      ['answers 335', 'severity'],
      ['evaluations 3.3: estimated_implementation_date', 'planDay'],
    ]);
    expect(annex).toBeNull();
  });

  it('refers only to existing records, in another workspace on another scale', () => {
    const source = sourceOf(frameworkWith(5));
    const [purposeIds, measureIds, peopleIds] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const place = placeOf(frameworkWith(3), { purposeIds, measureIds, peopleIds });
    const { draft, lines, annex } = read(JSON.stringify(writeCnil({ ...source, files: ['ความเห็น.pdf'] })), place);
    expect(draft).toMatchObject({ dataRisk: [], purposes: [], items: [], reviewerId: null });
    expect(draft.worstCases[0]).toMatchObject({
      carried: true,
      initial: { likelihood: 2, impact: 2 },
      residual: { likelihood: 2, impact: 2 },
      securityMeasureIds: [],
      measures: [{ text: 'คนทบทวน' }, { text: 'บันทึกการเข้าถึง' }],
      treatment: { responsibleId: null },
    });
    expect(new Set(lines.map(({ why }) => why))).toEqual(new Set(['file', 'elsewhere']));
    expect(annex).toMatchObject({ pokpong: { files: ['ความเห็น.pdf'], purposes: source.draft.purposes } });
  });
});

describe('the other application', () => {
  it('finds in a file everything its importer reads, in its own format', () => {
    const file = writeCnil(sourceOf(frameworkWith()));
    expect(Object.keys(file)).toEqual(['pia', 'answers', 'measures', 'evaluations', 'comments', 'pokpong']);
    expect(file.pia).toMatchObject({
      name: 'ระบบ ＜ตรวจ>',
      status: 0,
      dpo_opinion: 'เห็นชอบ',
      people_names: 'สภาพนักงาน',
    });
    for (const { reference_to, data, created_at } of file.answers) {
      expect(reference_to).toBeTypeOf('number');
      expect(Object.keys(data)).toEqual(['text', 'gauge', 'list']);
      expect(Number.isNaN(Date.parse(created_at))).toBe(false);
    }
    expect(file.evaluations.every((one) => typeof one.reference_to === 'string')).toBe(true);
    const titles = new Set(file.measures.map(({ title }) => title));
    const named = file.answers
      .filter((one) => [324, 334, 344].includes(one.reference_to))
      .flatMap(({ data }) => data.list);
    expect(new Set(named)).toEqual(titles);
  });

  it('receives no tag contained in our texts', () => {
    const { answers, measures, pia } = writeCnil(sourceOf(frameworkWith()));
    expect(JSON.stringify({ answers, measures, pia })).not.toMatch(/<(?!br \/>)/);
  });

  it('has three risks: those with matching names, and others in order while there is space', () => {
    const cases = ['ก', RISK_TITLES[3].th, 'ข', 'ค'].map((th) => ({ id: th, title: both(th) }));
    expect([...risksOf(cases)].sort(([a], [b]) => a - b)).toEqual([
      [2, 'ก'],
      [3, RISK_TITLES[3].th],
      [4, 'ข'],
    ]);
    expect([...risksOf([])]).toEqual([]);
  });

  it('names items and risks by the default titles of workspaces', () => {
    const items = new Set(ITEMS.map(({ title }) => title.th));
    for (const [th] of ITEM_TITLES.values()) expect(items).toContain(th);
    const titles = WORST_CASES.map(({ title }) => title);
    for (const title of Object.values(RISK_TITLES)) expect(titles).toContainEqual(title);
  });

  it.each([
    [3, [0, 2, 3, 4], [null, 1, 2, 3, 3]],
    [4, [0, 1, 2, 3, 4], [null, 1, 2, 3, 4]],
    [5, [0, 1, 2, 3, 4, 4], [null, 2, 3, 4, 5]],
  ] as const)('has four levels for our %i', (width, gauges, levels) => {
    expect(gauges.map((_, level) => toGauge(level === 0 ? null : level, width))).toEqual(gauges);
    expect([0, 1, 2, 3, 4].map((gauge) => fromGauge(gauge, width))).toEqual(levels);
    for (const none of [5, -1, 1.5, '5', null, {}, [1]]) expect(fromGauge(none, width)).toBeUndefined();
    expect(fromGauge('2', width)).toBe(levels[2]);
  });
});

describe('a file of another origin', () => {
  const framework = frameworkWith();
  const foreign = {
    pia: {
      id: 12,
      name: 'Sleep monitor',
      author_name: 'Elisabeth York',
      dpo_opinion: 'Fine with the plans',
      concerned_people_opinion: '',
      concerned_people_searched_opinion: false,
      concerned_people_searched_content: 'No customers yet',
      people_names: 'A panel',
      created_at: '2018-02-20T15:25:41.845Z',
      house_number: { floor: 3 },
    },
    answers: [
      answer(121, { text: '<p>Data:</p><ul><li>name</li><li>d&eacute;bit</li></ul>', gauge: 0, list: [] }),
      answer('111', { text: '<div>A <strong>monitor</strong></div>', gauge: 0, list: [] }),
      answer(213, { text: 'Only what is needed', gauge: 0, list: [], colour: 'red' }),
      answer(321, { text: null, gauge: null, list: ['Threats', 'Loss of a job'] }),
      answer(324, { text: null, gauge: null, list: ['Encryption', 'Logs'] }),
      answer(325, { text: 'Serious', gauge: 3, list: [] }),
      answer(326, { text: '<img src=x onerror=alert(1)>Easy', gauge: 9, list: [] }),
      answer(999, { text: 'No such question', gauge: 0, list: [] }),
    ],
    measures: [
      { id: 101, title: 'Encryption', content: 'TLS 1.3', pia_id: 12 },
      { id: 102, title: 'Archiving', content: 'Ten years' },
    ],
    evaluations: [
      {
        reference_to: '2.1.213',
        status: 2,
        action_plan_comment: 'Collect less',
        evaluation_comment: '',
        gauges: { x: 0, y: 0 },
      },
      {
        reference_to: '3.2',
        status: 2,
        action_plan_comment: 'New keys',
        estimated_implementation_date: '2026-02-30',
        person_in_charge: 'Eric',
        gauges: { x: 3, y: 1 },
      },
      { reference_to: '3.1.101', status: 3, evaluation_comment: 'Good' },
    ],
    comments: [{ reference_to: 212, description: 'To be looked at' }],
    extra: [1, 2],
  };
  const reading = () => read(JSON.stringify(foreign), placeOf(framework));

  it('fills the fields that its parts belong to', () => {
    const { draft } = reading();
    expect(draft).toMatchObject({
      name: 'Sleep monitor',
      reason: 'นำเข้า',
      dpoOpinion: both('Fine with the plans'),
      subjectOpinion: both('No customers yet'),
      description: both('A monitor\n\nat.121: Data:\n• name\n• débit'),
      consultation: { internal: [], external: [{ who: both('A panel') }] },
      items: [
        {
          itemId: itemId(framework, 'เก็บเท่าที่จำเป็น'),
          answer: 'PARTLY_MET',
          note: 'Only what is needed\n\nplan: Collect less',
        },
      ],
      worstCases: [
        {
          title: RISK_TITLES[2],
          description: both('Serious\n\nlikelihood: Easy'),
          impacts: [{ text: 'Threats' }, { text: 'Loss of a job' }],
          measures: [{ text: 'Encryption: TLS 1.3' }, { text: 'Logs' }],
          residual: { impact: 4, likelihood: null },
          carried: true,
          treatment: { detail: 'New keys\n\nperson: Eric', expected: { impact: 4, likelihood: 2 }, expectedOn: null },
        },
      ],
    });
  });

  it('states for everything else why it has no field, and stores it unchanged in the annex', () => {
    const { lines, annex } = reading();
    const left = lines.filter(({ why }) => why !== null).map(({ from, why }) => [from, why]);
    expect(left).toEqual([
      ['pia author_name', 'noPlace'],
      ['pia concerned_people_searched_opinion', 'noPlace'],
      ['pia house_number', 'noPlace'],
      ['pia', 'technical'],
      ['answers 213: colour', 'noPlace'],
      ['answers 326', 'formatting'],
      ['answers 326: gauge', 'unreadable'],
      ['answers 999', 'noPlace'],
      ['measures', 'technical'],
      ['measures Archiving', 'noPlace'],
      ['evaluations 3.2: status, estimated_implementation_date', 'noPlace'],
      ['evaluations 3.1.101: status, evaluation_comment', 'noPlace'],
      ['comments 212', 'noPlace'],
      ['file extra', 'noPlace'],
    ]);
    expect(annex).toEqual({
      pia: {
        author_name: 'Elisabeth York',
        concerned_people_searched_opinion: false,
        house_number: { floor: 3 },
        id: 12,
        created_at: '2018-02-20T15:25:41.845Z',
      },
      answers: [
        { reference_to: 213, data: { colour: 'red' } },
        { from: 'answers 326', data: { text: '<img src=x onerror=alert(1)>Easy' } },
        { reference_to: 326, data: { gauge: 9 } },
        foreign.answers[7],
      ],
      measures: [{ title: 'Encryption', id: 101, pia_id: 12 }, foreign.measures[1]],
      evaluations: [
        { reference_to: '3.2', status: 2, estimated_implementation_date: '2026-02-30' },
        { reference_to: '3.1.101', status: 3, evaluation_comment: 'Good' },
      ],
      comments: foreign.comments,
      file: { extra: [1, 2] },
    });
  });

  it("is read in the format of that application's servers: flat, in a list", () => {
    const { pia, ...lists } = foreign;
    expect(read(JSON.stringify([{ ...pia, ...lists }]), placeOf(framework)).draft).toMatchObject({
      name: 'Sleep monitor',
      worstCases: [{ title: RISK_TITLES[2] }],
    });
    expect(problemOf(JSON.stringify([foreign, foreign]))).toBe('several');
  });

  it('is stored in the annex where it is too long or too large for a field', () => {
    const long = 'ก'.repeat(10_001);
    const { draft, lines } = read(
      fileWith({
        pia: { name: 'ช'.repeat(201), dpo_opinion: long },
        answers: [
          answer(111, { text: long }),
          answer(322, { list: Array.from({ length: 52 }, (_, at) => `t ${at}`) }),
          answer(323, { list: ['y'.repeat(1001), 'short'] }),
          answer(323, { list: ['again'] }),
        ],
      }),
      placeOf(framework),
    );
    expect(draft).toMatchObject({ name: 'ชื่อแอป', dpoOpinion: both(''), description: both('') });
    expect(draft.worstCases[0]!.threats).toHaveLength(50);
    expect(draft.worstCases[0]!.sources).toMatchObject([{ text: 'short' }]);
    expect(lines.filter(({ why }) => why).map(({ from, why }) => `${from} ${why}`)).toEqual([
      'pia name tooLong',
      'pia dpo_opinion tooLong',
      'answers 111 tooLong',
      'answers 322 tooMany',
      'answers 323 tooLong',
      'answers 323 tooMany',
    ]);
  });
});

describe('a hostile file', () => {
  const framework = frameworkWith();
  it.each([
    ['size', `{"pia":{"name":"${'ก'.repeat(CNIL_LIMITS.bytes / 3)}"}}`],
    ['depth', `{"pia":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['json', '{"pia":'],
    ['json', ''],
    ['form', 'null'],
    ['form', '[]'],
    ['form', '{"answers":[]}'],
    ['form', '{"pia":[]}'],
    ['form', fileWith({ answers: {} })],
    ['form', fileWith({ evaluations: 'x' })],
    ['entries', fileWith({ comments: Array.from({ length: CNIL_LIMITS.entries + 1 }, () => 0) })],
    ['entries', JSON.stringify({ pia: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])) })],
  ])('is refused by its %s', (problem, text) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('is refused by the entries of one answer', () => {
    const entries = Array.from({ length: CNIL_LIMITS.entries + 1 }, () => 'a');
    const text = fileWith({ answers: [answer(322, { list: entries })] });
    expect(problemOf(text, (file) => read(file, placeOf(framework)))).toBe('entries');
  });

  it('with many texts in one answer is compared with what it already had in linear time', () => {
    const linesOf = (size: number) => Array.from({ length: size }, (_, at) => line(`${'<'.repeat(20)} ${at}`));
    expect(
      growsFaster(linesOf, (lines) =>
        linesFrom(
          lines.map(() => 'a'),
          { lines, limit: DPIA_LIMITS.lines, newId, nameOf: toPlain },
        ),
      ),
    ).toBe(false);
  });

  it('with brackets in texts does not count as deeply nested', () => {
    expect(problemOf(fileWith({ note: '[{"'.repeat(1000) }))).toBeNull();
  });

  it('of wrong types everywhere stores them all in the annex', () => {
    const wrong = [
      null,
      1,
      'x',
      [],
      {},
      { reference_to: {} },
      { reference_to: 111, data: 5 },
      { reference_to: 111, data: { text: 7 } },
    ];
    const { draft, annex } = read(
      fileWith({
        pia: { name: 5, dpo_opinion: {}, people_names: ['x'] },
        answers: wrong,
        measures: wrong,
        evaluations: wrong,
        comments: wrong,
      }),
      placeOf(framework),
    );
    expect(draft).toEqual(dpiaDraft.parse({ name: 'ชื่อแอป', reason: 'นำเข้า' }));
    expect(annex).toMatchObject({ pia: { name: 5, people_names: ['x'] } });
  });

  it('cannot change the prototype of objects', () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"x":1},"pia":{"name":"PIA","__proto__":{"polluted":1},"toString":"x"},
      "answers":[{"reference_to":111,"__proto__":{"polluted":1},"data":{"__proto__":{"text":"x"}}}],"measures":[],"evaluations":[{"reference_to":"3.2","__proto__":{"status":1}}]}`;
    const { draft, annex } = read(text, placeOf(framework));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(draft.description).toEqual(both(''));
    expect(Object.getPrototypeOf(annex!.pia)).toBe(Object.prototype);
    expect(JSON.stringify(annex)).toContain('"__proto__":{"polluted":1}');
  });

  it('that pretends to be ours is read as another, or validated like an edit', () => {
    const source = sourceOf(framework);
    const broken = { ...writeCnil(source), pokpong: { ...source, draft: { ...source.draft, criteria: 'x' } } };
    const { draft, lines } = read(JSON.stringify(broken), placeOf(framework));
    expect(draft).toMatchObject({ reason: 'นำเข้า', lawfulBasisNote: 'ความยินยอม' });
    expect(lines).toContainEqual({ from: 'file pokpong', of: '', to: null, why: 'unreadable' });
    const wide = {
      ...source,
      width: 3,
      draft: { ...source.draft, worstCases: [worstCaseOf('x', { residual: { likelihood: 5, impact: 5 } })] },
    };
    const scaled = read(JSON.stringify(writeCnil(wide as CnilSource)), placeOf(framework)).draft.worstCases[0];
    expect(scaled?.residual).toEqual({ likelihood: 5, impact: 5 });
  });

  it('has only short and clean names in its lines', () => {
    const { lines } = read(fileWith({ pia: { name: 'PIA', [`a\u0000\n${'x'.repeat(500)}`]: 1 } }), placeOf(framework));
    expect(lines.at(-1)!.from).toMatch(/^pia a x{70,}…$/);
  });
});

describe('texts', () => {
  it.each([
    ['plain\ntext', 'plain\ntext', false],
    ['a &lt;b&gt; &amp;amp; &#3585;&#x0e01; &nope; &#0;', 'a <b> &amp; กก &nope; &#0;', false],
    ['<p>one</p>\n<p>two<br />three</p>', 'one\ntwo\nthree', false],
    ['<ul>\n<li><strong>a</strong></li>\n<li>b</li></ul>', '• a\n• b', false],
    ['<a href="javascript:alert(1)">link</a>', 'link', true],
    ['<script>alert(1)</script>', 'alert(1)', true],
    ['1 < 2 and <b>3</b> <', '1 < 2 and 3 <', false],
    ['a\u0000b\u001b', 'ab', false],
  ])('%s', (html, text, lost) => {
    expect(fromHtml(html)).toEqual({ text, lost });
  });

  it('are unchanged after the round trip', () => {
    for (const text of ['<b>&amp;</b>', 'one\ntwo', 'it\'s "so"']) expect(fromHtml(toHtml(text)).text).toBe(text);
    expect(toPlain('<img>')).toBe('\uff1cimg>');
  });

  it.each(['<', '<a', '<a>', '</', '<!--', '&#', '&amp', ' <li> ', '\n', '<br>'])(
    'take proportional time: %s',
    (pump) => {
      const text = (size: number) => pump.repeat(Math.ceil(size / pump.length));
      expect(growsFaster(text, fromHtml)).toBe(false);
    },
  );
});
