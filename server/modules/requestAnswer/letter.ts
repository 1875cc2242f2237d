import { AUTHORITY } from '../../../shared/answerTemplate/merge.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { closingText, groundsOf, withholdingGround } from '../../../shared/request/grounds.ts';
import type { AnswerLetter } from '../../../shared/requestAnswer/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import {
  type Block,
  callout,
  facts,
  heading,
  list,
  paragraph,
  type ReportDocument,
  table,
} from '../../platform/documents/document.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { dayText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';
import type { RefusedTask } from '../requestTask/refused.ts';
import type { RegisterFacts } from './register.ts';

/** The content of a letter. */
export interface LetterFacts {
  readonly locale: Locale;
  readonly reference: string;
  readonly at: Date;
  readonly receivedAt: Date;
  readonly name: string;
  readonly right: { readonly code: RightCode | null; readonly name: Bilingual };
  readonly controller: { name: Bilingual; contact: string; email: string; phone: string; address: string };
  /** Null: the right was fulfilled. */
  readonly groundCode: string | null;
  readonly refusedTasks: readonly RefusedTask[];
  readonly letter: AnswerLetter;
  /** The text with which the right was closed. */
  readonly closedWith: string;
  /** Of the applications that the answer gives data from; empty for a right that gives none. */
  readonly registers: readonly RegisterFacts[];
  readonly files: readonly { name: string; size: number; sha256: string; isRedacted: boolean }[];
  /** Names of files of the search that are not enclosed. */
  readonly leftOut: readonly string[];
}

/** The letter of an answer, in the data subject's language. */
export function letterOf(about: LetterFacts): ReportDocument {
  const { locale, controller, right } = about;
  const t = (key: string, values: Record<string, unknown> = {}) => translate(locale, `requestLetter:${key}`, values);
  const inLanguage = (text: Bilingual) => text[locale] || text.th || text.en;
  const day = (at: Date) => dayText(locale, bangkokDay(at));
  const contact = [controller.contact, controller.email, controller.phone].filter(Boolean).join(' · ');
  return {
    locale,
    title: t('title'),
    subtitle: t('subtitle', { right: inLanguage(right.name) }),
    meta: [
      { label: t('reference'), value: about.reference },
      { label: t('to'), value: about.name },
      { label: t('received'), value: day(about.receivedAt) },
      { label: t('date'), value: day(about.at) },
      { label: t('controller'), value: [inLanguage(controller.name), controller.address].filter(Boolean).join('\n') },
      { label: t('contact'), value: contact },
    ],
    footer: `${inLanguage(controller.name)} · ${about.reference}`,
    blocks: [
      ...messageBlocks(about, t),
      ...fileBlocks(about, t),
      ...registerBlocks(about, t),
      ...withheldBlocks(about, t),
      heading(1, t('complaint')),
      paragraph(t('complaintText', { authority: inLanguage(AUTHORITY) })),
    ],
  };
}

type T = (key: string, values?: Record<string, unknown>) => string;

function messageBlocks(about: LetterFacts, t: T): Block[] {
  const { locale, groundCode, right, letter, closedWith } = about;
  const words = letter.message || closedWith;
  const ground = groundsOf(right.code).find(({ code }) => code === groundCode);
  const inPart = refusedLines(about, t).length > 0;
  return [
    // Stands above whatever staff write: a part that was refused is not denied by it.
    ...(inPart ? [callout('warn', t('inPart'), t('inPartText', { heading: t('withheld') }))] : []),
    ...(ground
      ? [
          callout(
            'warn',
            translate(locale, `request:ground.${ground.code}`),
            t(closingText({ groundCode: ground.code, section: ground.section }), { section: ground.section }),
          ),
        ]
      : []),
    ...(words || !inPart ? [paragraph(words || t(ground ? 'closed' : 'done'))] : []),
  ];
}

function fileBlocks({ files, locale }: LetterFacts, t: T): Block[] {
  if (files.length === 0) return [];
  const size = new Intl.NumberFormat(locale === 'th' ? 'th-TH-u-nu-latn' : 'en-GB', { maximumFractionDigits: 1 });
  return [
    heading(1, t('files')),
    paragraph(t('filesLead'), 'muted'),
    table(
      [
        { header: t('file'), width: 2 },
        { header: t('size'), align: 'end' },
        { header: 'SHA-256', width: 3 },
      ],
      files.map((file) => [
        file.isRedacted ? [file.name, t('redacted')] : file.name,
        `${size.format(file.size / 1024)} KB`,
        file.sha256.replace(/.{16}(?=.)/g, '$& '),
      ]),
    ),
  ];
}

/** The information that section 30 requires beside the data: source, purposes, recipients, retention. */
function registerBlocks({ registers }: LetterFacts, t: T): Block[] {
  if (registers.length === 0) return [];
  return [heading(1, t('processing')), ...registers.flatMap((register) => registerBlock(register, t))];
}

function registerBlock(register: RegisterFacts, t: T): Block[] {
  return [
    facts([
      { label: t('application'), value: register.application },
      { label: t('source'), value: register.source ?? '' },
    ]),
    table(
      [
        { header: t('purpose'), width: 2 },
        { header: t('categories'), width: 2 },
        { header: t('recipients'), width: 2 },
        { header: t('retention'), width: 1.5 },
      ],
      register.purposes.map((one) => [one.purpose, one.categories, one.recipients, one.retention]),
    ),
  ];
}

/** Tasks of a fulfilled right that were refused, each with its application and ground. */
function refusedLines({ locale, groundCode, right, refusedTasks }: LetterFacts, t: T): string[] {
  if (groundCode !== null) return [];
  const lines = refusedTasks.flatMap((task) => {
    const ground = withholdingGround(right.code, task.groundCode);
    if (!ground) return [];
    const values = {
      application: task.application ?? t('noApplication'),
      task: translate(locale, `requestTask:kind.${task.kind}`),
      ground: translate(locale, `request:ground.${ground.code}`),
      section: ground.section,
    };
    return [t(ground.section === null ? 'refusedTask' : 'refusedTaskUnder', values)];
  });
  return [...new Set(lines)];
}

/**
 * What is withheld of a fulfilled right, also if it is nothing; of a right that was not carried out, what staff name.
 */
function withheldBlocks(about: LetterFacts, t: T): Block[] {
  const { groundCode, letter, files, leftOut } = about;
  const refused = refusedLines(about, t);
  const redacted = files.filter(({ isRedacted }) => isRedacted).map(({ name }) => name);
  const blocks = [
    ...(refused.length > 0 ? [paragraph(t('refusedLead')), list(refused)] : []),
    ...(letter.withheld ? [paragraph(letter.withheld)] : []),
    ...(redacted.length > 0 ? [paragraph(t('redactedLead')), list(redacted)] : []),
    ...(groundCode === null && leftOut.length > 0 ? [paragraph(t('leftOutLead')), list([...leftOut])] : []),
  ];
  if (blocks.length === 0 && groundCode !== null) return [];
  return [heading(1, t('withheld')), ...(blocks.length > 0 ? blocks : [paragraph(t('nothingWithheld'))])];
}
