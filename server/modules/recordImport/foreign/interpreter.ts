import { thaiDigits } from '../../../../shared/thaiDigits.ts';
import {
  FIELD_READINGS,
  fits,
  type ImportField,
  type ImportMapping,
  isImported,
  isList,
  listOf,
  meaningField,
  MEANING_LIMIT,
  MEANT_TEXT_LIMIT,
  type MetText,
} from '../../../../shared/recordImport/schema.ts';
import { inGroup, part } from '../../../../shared/ropa/cellText.ts';
import { country } from '../../../../shared/ropa/cellWords.ts';
import { parseCell, type RopaColumn, writeCell } from '../../../../shared/ropa/sheet.ts';
import { folded } from '../facts.ts';
import { type Known, NAME_LIMIT } from '../known.ts';
import { dayIn } from './dayText.ts';
import { divide, isNothing } from './divide.ts';
import { type NameIndex, nameIndex } from './nameIndex.ts';
import { retentionIn } from './retentionText.ts';
import { startCell } from './retentionStart.ts';
import { closedValues, countryNamed } from './synonyms.ts';
import { attributesNamed, wordNamed } from './wordSynonyms.ts';

const keyOf = (field: ImportField, text: string): string => `${listOf(field)} ${folded(text)}`;

/** Cached cells and texts: a register repeats its terms; whole sentences are not worth caching. */
const CACHED = 10_000;
/** A longer text can only be a value of a text field. */
const READ = 2000;

/** `คุกกี้ (ที่จำเป็น)` without the brackets at its end. */
const withoutBrackets = (text: string): string => {
  const open = text.indexOf('(');
  return open > 0 && text.endsWith(')') ? text.slice(0, open).trim() : text;
};

/** Attributes of one category on one line. */
function byCategory(entries: readonly string[]): string {
  const lines = new Map<string, string[]>();
  for (const entry of new Set(entries)) {
    const at = entry.indexOf(': ');
    const category = entry.slice(0, at);
    lines.set(category, [...(lines.get(category) ?? []), entry.slice(at + 2)]);
  }
  return [...lines].map(([category, names]) => `${category}: ${names.join('; ')}`).join('\n');
}

/**
 * The interpretation of a text: a cell of the record's sheet, or (null) a note. `exact`: the text itself is the value.
 */
interface Understood {
  meaning: string | null;
  exact: boolean;
}

/**
 * Interprets the texts of a table of another tool: by the mapping, otherwise by the names of the workspace and
 * synonyms. Collects texts that are not exact values, with their interpretations.
 */
export class Interpreter {
  readonly #known: Known;
  readonly #names: NameIndex;
  readonly #declared = new Map<string, string | null>();
  readonly #understood = new Map<string, Understood>();
  /** Cells repeat: each is split once. */
  readonly #divided = new Map<string, readonly string[]>();
  readonly #keys = new Map<string, string>();
  readonly #met = new Map<string, MetText & { counted: ImportField }>();
  readonly #adds: (field: ImportField) => boolean;

  /** @param adds whether a missing item can be added */
  constructor(known: Known, { values }: Pick<ImportMapping, 'values'>, adds: (field: ImportField) => boolean) {
    this.#known = known;
    this.#names = nameIndex(known);
    this.#adds = adds;
    for (const { field, text, meaning } of values)
      if (isImported(field)) this.#declared.set(keyOf(field, text), meaning);
  }

  /** Texts that need an interpretation: first unconfirmed ones, of these first those without any, then by frequency. */
  get met(): MetText[] {
    return [...this.#met.values()]
      .map(({ field, text, count, meaning, settled }) => ({ field, text, count, meaning, settled }))
      .toSorted(
        (a, b) =>
          Number(a.settled) - Number(b.settled) ||
          Number(b.meaning === null) - Number(a.meaning === null) ||
          b.count - a.count,
      );
  }

  /**
   * The mapping with the interpretation of every text: later steps read the file in the same way, whatever is added
   * meanwhile.
   */
  settledValues({ values }: Pick<ImportMapping, 'values'>): ImportMapping['values'] {
    const found = this.met.map(({ field, text, meaning }) => ({ field, text, meaning }));
    const others = values.filter(({ field, text }) => !isImported(field) || !this.#met.has(keyOf(field, text)));
    return [...found, ...others].slice(0, MEANING_LIMIT);
  }

  /** The entries of a cell; a cell that is known in full is not split. */
  entries(field: ImportField, cell: string): readonly string[] {
    const text = cell.trim();
    const key = `${field}\n${text}`;
    let found = this.#divided.get(key);
    if (!found) {
      found = this.#divide(field, text);
      if (this.#divided.size < CACHED) this.#divided.set(key, found);
    }
    return found;
  }

  #divide(field: ImportField, text: string): string[] {
    const { as } = FIELD_READINGS[field];
    if (text === '' || (isNothing(text) && !(as === 'closed' && this.#understand(field, text).meaning))) return [];
    if (
      as === 'text' ||
      as === 'number' ||
      as === 'retention' ||
      as === 'start' ||
      as === 'day' ||
      (as === 'closed' && !isList(field))
    )
      return [text];
    const pieces = divide(text).filter((one) => !isNothing(one));
    if (as === 'party') return pieces;
    if (this.#declared.has(keyOf(field, text)) || this.#understand(field, text).exact) return [text];
    if (as !== 'closed') return pieces;
    // A sentence can match where none of its parts does.
    const valuesOf = (texts: readonly string[]) =>
      new Set(texts.flatMap((one) => this.#understand(field, one).meaning?.split('\n') ?? [])).size;
    return valuesOf([text]) > valuesOf(pieces) ? [text] : pieces;
  }

  #keyOf(field: ImportField, text: string): string {
    const written = `${field}\n${text}`;
    let key = this.#keys.get(written);
    if (key === undefined) {
      key = keyOf(field, text);
      if (this.#keys.size < CACHED) this.#keys.set(written, key);
    }
    return key;
  }

  /** The interpretation of an entry; null where its field has no place for it. */
  meaningOf(field: ImportField, text: string): string | null {
    const key = this.#keyOf(field, text);
    const settled = this.#declared.has(key);
    const { meaning, exact } = settled
      ? { meaning: this.#declared.get(key)!, exact: false }
      : this.#understand(field, text);
    if (exact) return meaning;
    const met = this.#met.get(key);
    // A column that fills two fields of one list is counted once.
    if (met) met.count += Number(met.counted === field);
    else if (text.length <= MEANT_TEXT_LIMIT && this.#met.size < MEANING_LIMIT)
      this.#met.set(key, { field: meaningField(field), counted: field, text, count: 1, meaning, settled });
    return meaning;
  }

  /** Whether an entry names a category of personal data where an attribute is expected. */
  categoryNamed(text: string): { name: string; sensitive: boolean } | undefined {
    const found = this.#known.piiCategory({ th: text, en: '' });
    return found && { name: part(text), sensitive: found.sensitive };
  }

  #understand(field: ImportField, text: string): Understood {
    const key = this.#keyOf(field, text);
    let found = this.#understood.get(key);
    if (!found) this.#understood.set(key, (found = this.#look(field, text)));
    return found;
  }

  #look(field: ImportField, text: string): Understood {
    const reading = FIELD_READINGS[field];
    const none: Understood = { meaning: null, exact: false };
    if (text.length > READ && reading.as !== 'text' && reading.as !== 'party') return none;
    switch (reading.as) {
      case 'text':
        // A field of marked entries cannot hold it.
        return fits(field, text) ? { meaning: text, exact: true } : none;
      case 'party':
        return { meaning: text, exact: true };
      case 'day': {
        if (fits(field, text)) return { meaning: text, exact: true };
        return { meaning: dayIn(text), exact: false };
      }
      case 'number': {
        if (parseCell(field as RopaColumn, text).problem === undefined) return { meaning: text, exact: true };
        const numbers = thaiDigits(text).match(/\d[\d,]{0,12}/g) ?? [];
        return numbers.length === 1 ? { meaning: numbers[0].replaceAll(',', ''), exact: false } : none;
      }
      case 'closed': {
        if (parseCell(field as RopaColumn, text).problem === undefined) return { meaning: text, exact: true };
        const values = closedValues(field as RopaColumn, text);
        return values.length > 0 ? { meaning: values.join('\n'), exact: false } : none;
      }
      case 'country':
        return this.#country(text);
      case 'start':
        return { meaning: startCell(text), exact: true };
      case 'retention': {
        if (parseCell('retention', text).problem === undefined) return { meaning: text, exact: true };
        const found = retentionIn(text);
        return found ? { meaning: writeCell('retention', found.retention, 'th'), exact: false } : none;
      }
      case 'person':
        return this.#person(text);
      case 'application':
        return this.#known.application(text) ? { meaning: part(text), exact: true } : none;
      case 'attribute':
        return this.#attribute(text);
      default:
        return this.#name(field, text);
    }
  }

  #country(text: string): Understood {
    try {
      return { meaning: country.read(text), exact: true };
    } catch {
      return { meaning: countryNamed(text) ?? null, exact: false };
    }
  }

  /** A person by name or address; otherwise the only one with this position. */
  #person(text: string): Understood {
    const isAddress = text.includes('@');
    const stated = isAddress ? { name: '', email: text } : { name: text, email: '' };
    if (this.#known.personnel(stated) !== undefined)
      // Somebody who cannot be chosen may be recorded so far: the text stays, and another meaning can be chosen.
      return {
        meaning: isAddress ? `| ${part(text)}` : part(text),
        exact: this.#known.responsible(stated) !== undefined,
      };
    const name = text.replace(/^(?:คุณ|นางสาว|นาง|นาย|น\.ส\.|Mr\.?|Mrs\.?|Ms\.?|Khun) ?/i, '');
    if (name !== text && this.#known.personnel({ name, email: '' }) !== undefined)
      return { meaning: part(name), exact: false };
    const person = this.#known.withPosition(text);
    return { meaning: person ? writeCell('responsiblePersonnel', person, 'th') : null, exact: false };
  }

  #attribute(text: string): Understood {
    const colon = text.indexOf(':');
    if (colon > 0) {
      const [category, name] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
      const own = this.#known.piiCategory({ th: category, en: '' });
      if (own && this.#known.attribute(own.id, { th: name, en: '' }))
        return { meaning: `${inGroup(category)}: ${inGroup(name)}`, exact: true };
    }
    const own = this.#names.attribute(text, true);
    if (own !== undefined) return { meaning: own, exact: true };
    const others = [...attributesNamed(text), ...attributesNamed(withoutBrackets(text))];
    const named = others.flatMap((name) => this.#names.attribute(name, true) ?? []);
    if (named.length > 0) return { meaning: byCategory(named), exact: false };
    return { meaning: this.#names.attribute(text, false) ?? null, exact: false };
  }

  /** An item of a list: one of the workspace, a synonym, one with a similar name, or a new one. */
  #name(field: ImportField, text: string): Understood {
    const reading = FIELD_READINGS[field];
    if (this.#names.has(field, text)) return { meaning: part(text), exact: true };
    const other =
      reading.as === 'word'
        ? (wordNamed(reading.kind, text) ?? wordNamed(reading.kind, withoutBrackets(text)))
        : undefined;
    if (other !== undefined && this.#names.has(field, other)) return { meaning: part(other), exact: false };
    const near = this.#names.near(field, text);
    if (near !== undefined) return { meaning: part(near), exact: false };
    return { meaning: this.#adds(field) && text.length <= NAME_LIMIT ? part(text) : null, exact: false };
  }
}
