import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LocaleText, textsOf } from '../helpers/localeKeys.ts';

const GLOSSARY = join(import.meta.dirname, '../../docs/glossary.md');

/** A row of "Words of the screens": the term in each language, and the words to avoid. */
interface Term {
  thai: string;
  english: string;
  /** Words to avoid, by language; a word with Thai letters is Thai. */
  not: { th: string[]; en: string[] };
}

/** The rows of the table under "Words of the screens", the only place where they are defined. */
function readTerms(): Term[] {
  const [, section = ''] = readFileSync(GLOSSARY, 'utf8').split('## Words of the screens');
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\|(?!\s*(-|Thai))/.test(line));
  return rows.map((row) => {
    const [thai = '', english = '', not = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const words = not
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    return {
      thai,
      english,
      not: {
        th: words.filter((word) => /[\u0e00-\u0e7f]/.test(word)),
        en: words.filter((word) => !/[\u0e00-\u0e7f]/.test(word)),
      },
    };
  });
}

/**
 * Texts for the public: data subjects, their guardians, reporters, and who checks an approval: pages, letters, and
 * refusals. They are addressed with
 * ท่าน and โปรด; staff with คุณ and กรุณา. Clocks of requests are mailed to staff.
 */
const DATA_SUBJECTS =
  /^(approvalCheck|errors:pageClosed|consentEmbed|consentGuardian|consentReceipt:(page|proof|check|choices)|incidentLetter|incidentReport|noticeEmbed|noticePage|requestEmbed|requestIdentity:(?!refusal\.(alreadyRequested|noAddress|fact|notReceived|unreadable))|requestLetter|requestPage|requestSubmission|requestAnswer:(person|refusal\.codeAgain)|requestMessage:refusal\.(closed|freshCode|notWithdrawable)|request:refusal\.closedToSubject|(consent|requestForm):prefill|subjectData|mail:(footer|noticeChange|request(?!Clock)))/;

/** Texts that contain such a word legitimately, with another meaning. */
const EXCEPTIONS = new Map<string, RegExp>([
  ['โปรด', DATA_SUBJECTS],
  // Sheets of templates to be filled in, and the legend of the record's sheet.
  ['คำที่ใช้ได้', /^((consentImport|recordImport|requestImport):template|ropa:words)/],
  ['data line', /^ropa:words/],
  // An address is registered.
  ['ทะเบียน', /^signIn:loginLead/],
  // Packages of code; people distinguished by data; many at one time; what a form or channel accepts.
  ['package', /^embedScreen:guide\.sdk/],
  ['told', /^incidentRisk:identification/],
  ['at once', /^userConsent:ingest\.busy/],
  ['not accept', /^(errors:pageClosed|userConsent:ingest)/],
]);
/** Cells and headings that imports read back. */
const READ_BACK =
  /^(ropaSheet:(?!problem)|userConsentSheet|consentImport:field|requestImport:(field|language)|recordImport:(example|template))/;

const terms = readTerms();
const excused = (word: string, { namespace, key }: LocaleText) =>
  [READ_BACK, EXCEPTIONS.get(word)].some((pattern) => pattern?.test(`${namespace}:${key}`));
/** A whole word: Thai is written without spaces between words, English words have boundaries and endings. */
const patternOf = (word: string) =>
  /[\u0e00-\u0e7f]/.test(word)
    ? new RegExp(word)
    : new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}])`, word === word.toUpperCase() ? 'u' : 'iu');
/** The English terms of a row, literally: “record of processing activities” may contain “record of processing”. */
const ownTerms = ({ english }: Term) =>
  english
    .replace(/\(.*?\)/g, '')
    .split(';')
    .map((term) => term.trim())
    .filter((term) => term.includes(' '));
/** Without placeholders and addresses. */
const wordsOf = (text: string) => text.replace(/\{\{?\w+\}?\}|https?:\/\/\S+|\S+@\S+/g, ' ');

const named = ({ namespace, key, text }: LocaleText) => `${namespace}:${key}: ${text}`;

test('the glossary has the table of words', () => {
  expect(terms.length).toBeGreaterThan(40);
});

describe.each(['th', 'en'] as const)('texts in %s', (locale) => {
  test('contain no word that has a preferred synonym', async () => {
    const found = (await textsOf(locale)).flatMap((text) =>
      terms.flatMap((term) => {
        const rest = ownTerms(term).reduce(
          (words, own) => words.replace(new RegExp(own.replace(' ', 's? '), 'gi'), ' '),
          wordsOf(text.text),
        );
        return term.not[locale]
          .filter((word) => patternOf(word).test(rest) && !excused(word, text))
          .map((word) => `${text.namespace}:${text.key}: “${word}” in “${text.text.slice(0, 100)}”`);
      }),
    );
    expect(found).toEqual([]);
  });
});

test('what is counted has a form for one and a form for several in English', async () => {
  const keys = new Set((await textsOf('en')).map(({ namespace, key }) => `${namespace}:${key}`));
  const forms = [...keys].filter((key) => /_(one|other)$/.test(key));
  expect(forms.length).toBeGreaterThan(80);
  expect(
    forms.filter((key) => !keys.has(key.replace(/_(one|other)$/, key.endsWith('_one') ? '_other' : '_one'))),
  ).toEqual([]);
});

/** Placeholders of numbers that can be one; limits (`limit`, `most`) are always plural. */
const VARYING =
  '(?:number|count|rows|accepted|views|now|nodes|edges|flows|incidents|purposes|applications|consents|submissions|responses|requests|failed|th)';

test('a number in an English text has a form for one, wherever it is, and no colon in place of it', async () => {
  const texts = await textsOf('en');
  const nouns = new Set(
    texts
      .filter(({ key }) => key.endsWith('_other'))
      .flatMap(({ text }) => [...text.matchAll(/\{\{\w+\}\} ([a-z]+s|people)\b/g)].map(([, noun]) => noun)),
  );
  expect(nouns.size).toBeGreaterThan(40);
  const counted = new RegExp(`(?<!of )\\{\\{${VARYING}\\}\\} (?:[a-z-]+ )?(?:${[...nouns].join('|')})\\b`);
  const dodged = new RegExp(
    `^[A-Z][^.?{]*: \\{\\{${VARYING}\\}\\}\\??$|\\b(?:${[...nouns].join('|')}):? \\{\\{${VARYING}\\}\\}`,
    'i',
  );
  const bare = texts.filter(
    ({ namespace, key, text }) =>
      !/_(one|other)$/.test(key) &&
      (counted.test(text) || dodged.test(text)) &&
      // Limits, figures beside their limits, and texts only for more than 100.
      !/^(workspace:tierTooSmall|purposeScreen:lia\.explanationNeed|requestAnswer:refusal\.tooMuch|incidentRisk:manySubjects)$/.test(
        `${namespace}:${key}`,
      ),
  );
  expect(bare.map(named)).toEqual([]);
});

test('a number in a Thai text that is counted has a classifier', async () => {
  const counted = (await textsOf('th')).filter(({ key }) => key.endsWith('_other'));
  expect(counted.length).toBeGreaterThan(80);
  // A number in brackets, and “1 of 3”, follow the noun they count.
  const bare = counted.filter(
    ({ text }) =>
      /\{\{(number|count|rows)\}\}/.test(text) && !/\{\{\w+\}\}(\)| จาก | ?[\u0e01-\u0e2e\u0e40-\u0e44])/.test(text),
  );
  expect(bare.map(named)).toEqual([]);
});

test('data subjects and reporters are ท่าน and asked by โปรด', async () => {
  const read = (await textsOf('th')).filter(({ namespace, key }) => DATA_SUBJECTS.test(`${namespace}:${key}`));
  expect(read.length).toBeGreaterThan(400);
  // The title before a name, quality, and thanks are no form of address.
  expect(read.filter(({ text }) => /กรุณา|(?<!ขอบ)คุณ(?!\{\{|ภาพ|สมบัติ)/.test(text)).map(named)).toEqual([]);
});

test('a response is what consent is given by; an answer is another thing', async () => {
  const texts = (await textsOf('en')).filter(({ namespace }) =>
    /^(consent(?!Import$)|userConsent$|embedScreen)/.test(namespace),
  );
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ text }) => /\banswer(s|ed)?\b/i.test(text)).map(named)).toEqual([]);
});

test('ถูก is only used for harm, and in ถูกต้อง', async () => {
  const HARM = 'ต้อง|เพิกถอน|แก้ไข|เลือกปฏิบัติ|ขโมย|ทำลาย|ละเมิด|โจมตี';
  const found = (await textsOf('th')).filter(({ text }) => new RegExp(`ถูก(?!${HARM})`).test(text));
  expect(found.map(named)).toEqual([]);
});

test('quotation marks and apostrophes are typographic', async () => {
  const all = [...(await textsOf('th')), ...(await textsOf('en'))];
  const straight = all.filter(({ namespace, text }) => /['"]/.test(text) && namespace !== 'userConsentSheet');
  expect(straight.map(named)).toEqual([]);
});

test('nothing stands, as a figure of speech, and nobody asks for an approval', async () => {
  const texts = await textsOf('en');
  const figures = texts.filter(({ text }) => /\bstands?\b(?! out)|\bas it stands\b/i.test(text));
  expect(figures.map(named)).toEqual([]);
  const asking = texts.filter(
    ({ namespace, key, text }) =>
      /\bask(s|ed|ing)?\b/i.test(text) && (namespace.startsWith('approval') || /(^|\.)approval/.test(key)),
  );
  expect(asking.map(named)).toEqual([]);
});

test('who works in the organisation is a member; who requested a job, the requester', async () => {
  const [english, thai] = [await textsOf('en'), await textsOf('th')];
  // Data subjects, and whoever asks for them, are persons.
  const ofStaff = ({ namespace, key }: LocaleText) =>
    !/^(requestIdentity|consentGuide|request:refusal\.identityOfConfirmed)/.test(`${namespace}:${key}`);
  const persons = [
    ...english.filter(({ text }) =>
      /\bthis person\b|\bthe person (who (started|submitted)|is)\b|^No people/i.test(text),
    ),
    ...thai.filter(({ text }) => /(?<!ส่วน)บุคคลนี้|^ไม่พบบุคคล$/.test(text)),
  ];
  expect(persons.filter(ofStaff).map(named)).toEqual([]);
});

test('where one language deletes, the other does; what is removed still exists elsewhere', async () => {
  const thai = new Map((await textsOf('th')).map(({ namespace, key, text }) => [`${namespace}:${key}`, text]));
  const pairs = (await textsOf('en')).flatMap((text) => {
    const th = thai.get(`${text.namespace}:${text.key.replace(/_one$/, '_other')}`);
    return th === undefined ? [] : [{ ...text, text: wordsOf(text.text), th: wordsOf(th) }];
  });
  const [deletes, removes] = [/\bdelet/i, /\bremov/i];
  const differing = pairs.filter(({ text, th }) =>
    /นำ.*ออก/.test(th)
      ? deletes.test(text) && !/ลบ/.test(th) && !removes.test(text)
      : /ลบ/.test(th) && removes.test(text) && !deletes.test(text),
  );
  expect(differing.map(named)).toEqual([]);
});

test('a section is cited without a space, as s.28, and spelling is British', async () => {
  const texts = await textsOf('en');
  expect(texts.filter(({ text }) => /\bss?\. \d/.test(text)).map(named)).toEqual([]);
  const american = /\b(?!(?:re)?siz)[a-z]+iz(?:e[sd]?|ing|ations?)\b/i;
  // The specification spells the name of this step.
  const spelled = texts.filter(({ text }) => american.test(wordsOf(text)) && text !== 'Organization Info');
  expect(spelled.map(named)).toEqual([]);
});

test('what closes a right without action is named as the state that it leads to', async () => {
  const textOf = async (locale: 'th' | 'en', namespace: string, key: string) =>
    (await textsOf(locale)).find((text) => text.namespace === namespace && text.key === key)!.text;
  const [action, state] = ['act.reject', 'status.REJECTED'];
  expect(await textOf('en', 'requestScreen', action)).toBe('Close without action');
  expect(await textOf('en', 'request', state)).toBe('Closed without action');
  expect(await textOf('th', 'requestScreen', action)).toBe(await textOf('th', 'request', state));
});

test('lines of the activity log start with their subject', async () => {
  const lines = (await textsOf('en')).filter(
    ({ namespace, key }) => namespace === 'activityLog' && key.startsWith('event.'),
  );
  expect(lines.length).toBeGreaterThan(200);
  // “Authorised agent” and “Unconfirmed request” are proper terms.
  expect(lines.filter(({ text }) => /^(?!Authorised|Unconfirmed)\w+ed\b/.test(text)).map(named)).toEqual([]);
});

test('lines of the security log start with what the user beside them did', async () => {
  const linesOf = async (locale: 'th' | 'en') =>
    (await textsOf(locale)).filter(
      // Done by an operator to the account of that user.
      ({ namespace, key }) =>
        namespace === 'securityLog' && /^event\.(?!password_operator$|account_emailChanged$)/.test(key),
    );
  const [english, thai] = [await linesOf('en'), await linesOf('th')];
  expect(english.length).toBeGreaterThan(55);
  expect(english.filter(({ text }) => !/^(?!Authorised|Locked)(\w+ed|Set|Let)\b/.test(text)).map(named)).toEqual([]);
  const VERBS =
    'เข้า|ออก|ใส่|ลอง|ขอ|ตั้ง|เปลี่ยน|เชิญ|ระงับ|ยกเลิก|สั่ง|ปิด|เปิด|สร้าง|เพิกถอน|เพิ่ม|แก้ไข|ลบ|ให้|เลิก|ปฏิเสธ|ส่ง|ดาวน์โหลด|ถอดรหัส';
  expect(thai.filter(({ text }) => !new RegExp(`^(${VERBS})`).test(text)).map(named)).toEqual([]);
});
