import { DPIA_LIMITS } from '../content.ts';
import { CNIL_LIMITS, type CnilFile, CnilUnreadable, isObject, type Json, valueOf } from './format.ts';
import {
  BASIS,
  type CnilRisk,
  fromGauge,
  isSameScale,
  ITEM_TITLES,
  itemOf,
  OVERVIEW,
  TEXT_REFERENCES,
} from './references.ts';
import { isEmpty, isEqual, leaveRest, nameIn } from './report.ts';
import { fromHtml, toPlain } from './texts.ts';
import { contentsOf, referenceIn, riskPartOf, withContent } from './readMeasures.ts';
import { type CnilWork, joined, labelled, linesFrom, ownAt, riskIn } from './work.ts';
import { oneOf } from './write.ts';

type ItemJudgement = CnilWork['draft']['items'][number];

/** What the draft says of the item that a question is about; undefined where there is none. */
export function itemAt(work: CnilWork, reference: number): { judgement: ItemJudgement; title: string } | undefined {
  const { draft, own, place } = work;
  const ownId = own?.source.items.find((item) => item.reference === reference)?.itemId;
  const item = place.framework.items.find(({ id }) => id === ownId) ?? itemOf(reference, place.framework);
  if (!item) return undefined;
  const found = draft.items.find(({ itemId }) => itemId === item.id);
  const judgement = found ?? { itemId: item.id, answer: null, note: '' };
  if (!found) draft.items.push(judgement);
  return { judgement, title: item.title.th };
}

/** Reads what the questions were answered, in the order of their numbers. */
export function readAnswers(work: CnilWork, { answers, measures }: CnilFile): void {
  const { report, own } = work;
  const read = new Set<number>();
  const contents = contentsOf(measures);
  const inOrder = answers
    .map((entry) => ({ entry, reference: isObject(entry) ? referenceIn(entry) : Number.NaN }))
    .sort((a, b) => (a.reference || Infinity) - (b.reference || Infinity));
  for (const { entry, reference } of inOrder) {
    const data = isObject(entry) ? valueOf(entry, 'data') : undefined;
    if (!isObject(entry) || !isObject(data)) {
      if (!isEmpty(isObject(entry) ? data : entry))
        report.entry('answers', isObject(entry) ? entry : { value: entry }, { from: 'answers', why: 'unreadable' });
      continue;
    }
    const from = `answers ${nameIn(String(valueOf(entry, 'reference_to')))}`;
    const isKnown = (TEXT_REFERENCES as readonly number[]).includes(reference) || riskPartOf(reference) !== undefined;
    if (!isKnown || read.has(reference)) {
      if (Object.values(data).some((value) => !isEmpty(value)))
        report.entry('answers', entry, { from, why: read.has(reference) ? 'tooMany' : 'noPlace' });
      continue;
    }
    read.add(reference);
    const ownEntry = ownAt(own?.file.answers, 'reference_to', reference);
    const ownData = ownEntry?.data as Json | undefined;
    const used = ['data'];
    if (!isEqual(ownData, data)) {
      const part = riskPartOf(reference);
      const places = part
        ? readRiskPart(work, { ...part, from, data, ownData, contents })
        : readText(work, { reference, from, data, ownData });
      const rest = Object.entries(data).filter(
        ([name, value]) => !places.includes(name) && !isEmpty(value) && value !== 0 && !isEqual(ownData?.[name], value),
      );
      if (rest.length > 0)
        report.entry(
          'answers',
          { reference_to: entry.reference_to, data: Object.fromEntries(rest) },
          {
            from: `${from}: ${rest
              .slice(0, 3)
              .map(([name]) => nameIn(name))
              .join(', ')}`,
            why: rest.some(([name]) => ['text', 'gauge', 'list'].includes(name)) ? 'unreadable' : 'noPlace',
          },
        );
    }
    leaveRest(report, { part: 'answers', from, entry, key: 'reference_to', used, own: ownEntry });
  }
}

interface Answer {
  from: string;
  data: Json;
  ownData: Json | undefined;
}

/**
 * The text of an answer as plain text; what HTML said beyond stands in the annex. Undefined: it is no text, or empty.
 */
function textIn({ report }: CnilWork, { from, data }: Answer): string | undefined {
  const html = valueOf(data, 'text');
  if (typeof html !== 'string') return undefined;
  const { text, lost } = fromHtml(html);
  if (lost) report.entry('answers', { from, data: { text: html } }, { from, why: 'formatting' });
  return text;
}

/** @returns names of the data that were used, or that stand in the annex already */
function readText(work: CnilWork, answer: Answer & { reference: number }): string[] {
  const { draft, report, own, word } = work;
  const { reference, from, data } = answer;
  const text = textIn(work, answer);
  if (text === undefined || (text === '' && !own)) return text === '' ? ['text'] : [];
  const tooLong = () => {
    report.entry('answers', { reference_to: reference, data: { text: data.text } }, { from, why: 'tooLong' });
    return ['text'];
  };
  if (reference === BASIS) {
    const note = joined(text);
    if (note === undefined) return tooLong();
    draft.lawfulBasisNote = note;
    report.placed(from, 'lawfulBasisNote');
    return ['text'];
  }
  const item = ITEM_TITLES.has(reference) ? itemAt(work, reference) : undefined;
  if (item) {
    const isOwn = own?.source.items.some((one) => one.reference === reference);
    const note = isOwn ? joined(text) : joined(item.judgement.note, text);
    if (note === undefined) return tooLong();
    item.judgement.note = note;
    report.placed(from, 'itemNote', item.title);
    return ['text'];
  }
  if (reference === OVERVIEW) {
    // What the register says stands before it in our own files, and in no field of the assessment.
    const register = own?.source.register.overview ?? '';
    const described = joined(text.startsWith(register) ? text.slice(register.length).trim() : text);
    if (described === undefined) return tooLong();
    draft.description = { th: described, en: '' };
  } else if (text !== '') {
    const described = joined(oneOf(draft.description), labelled(word(`at.${reference}`), text));
    if (described === undefined) return tooLong();
    draft.description = { ...draft.description, th: described };
  }
  report.placed(from, 'description');
  return ['text'];
}

interface RiskAnswer extends Answer {
  risk: CnilRisk;
  part: number;
  contents: ReadonlyMap<string, string>;
}

/** @returns names of the data that were used, or that stand in the annex already */
const readRiskPart = (work: CnilWork, answer: RiskAnswer): string[] =>
  answer.part <= 4 ? readLines(work, answer) : readJudgement(work, answer);

/** @throws CnilUnreadable for more entries than are accepted */
function readLines(work: CnilWork, { risk, part, from, data, ownData, contents }: RiskAnswer): string[] {
  const { own, report, place } = work;
  const list = valueOf(data, 'list');
  if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) return [];
  if (list.length > CNIL_LIMITS.entries) throw new CnilUnreadable('entries');
  if (list.length === 0 && isEmpty(ownData?.list)) return ['list'];
  const worstCase = riskIn(work, risk);
  const field = (['impacts', 'threats', 'sources', 'measures'] as const)[part - 1]!;
  let texts = list.filter((text) => text.trim() !== '');
  if (field === 'measures') {
    const names = new Map(own?.source.names.map(({ id, name }) => [id, toPlain(name)]));
    const inFile = new Set(texts);
    const registered = new Set(worstCase.securityMeasureIds.map((id) => names.get(id)));
    worstCase.securityMeasureIds = worstCase.securityMeasureIds.filter((id) => inFile.has(names.get(id) ?? id));
    texts = texts
      .filter((text) => !registered.has(text))
      .map((title) => (contents.get(title) ? withContent(title, contents.get(title)!) : title));
  }
  const { lines, tooLong, tooMany } = linesFrom(texts, {
    lines: worstCase[field],
    limit: field === 'measures' ? DPIA_LIMITS.measures : DPIA_LIMITS.lines,
    newId: place.newId,
    nameOf: toPlain,
  });
  worstCase[field] = lines;
  report.placed(from, field, worstCase.title.th);
  for (const [why, left] of [['tooLong', tooLong] as const, ['tooMany', tooMany] as const])
    if (left.length > 0)
      report.entry(
        'answers',
        { reference_to: 300 + risk * 10 + part, data: { list: left } },
        { from, why, of: worstCase.title.th },
      );
  return ['list'];
}

function readJudgement(work: CnilWork, answer: RiskAnswer): string[] {
  const { report, place, own, word } = work;
  const { risk, part, from, data, ownData } = answer;
  const used: string[] = [];
  const [axis, field] = part === 5 ? (['impact', 'severity'] as const) : (['likelihood', 'likelihood'] as const);
  const level = fromGauge(valueOf(data, 'gauge'), place.framework.scale.width);
  if (level !== undefined && !isEqual(ownData?.gauge, data.gauge) && (level !== null || own)) {
    const worstCase = riskIn(work, risk);
    worstCase.residual = { ...worstCase.residual, [axis]: level };
    if (!isSameScale(place.framework.scale.width)) worstCase.carried = true;
    report.placed(from, field, worstCase.title.th);
  }
  if (level !== undefined) used.push('gauge');
  if (isEqual(ownData?.text, data.text)) return used;
  const text = textIn(work, answer);
  if (text === undefined || (text === '' && !own)) return text === '' ? [...used, 'text'] : used;
  const worstCase = riskIn(work, risk);
  const title = oneOf(worstCase.title);
  const shorter = part === 5 && text.startsWith(title) ? text.slice(title.length).trim() : text;
  const words = part === 5 ? shorter : text && labelled(word('likelihood'), text);
  const described = own && part === 5 ? joined(words) : joined(oneOf(worstCase.description), words);
  if (described === undefined)
    report.entry(
      'answers',
      { reference_to: 300 + risk * 10 + part, data: { text: data.text } },
      { from, why: 'tooLong' },
    );
  else {
    worstCase.description = { th: described, en: '' };
    report.placed(from, 'worstCase', worstCase.title.th);
  }
  return [...used, 'text'];
}
