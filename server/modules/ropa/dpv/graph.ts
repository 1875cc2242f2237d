import { DataFactory, type NamedNode, type Quad } from 'n3';
import { LOCALES } from '../../../../shared/locale.ts';
import { translate } from '../../../platform/i18n.ts';
import { isPlace } from './places.ts';
import { recordIri } from './recordIri.ts';
import { iriOf, type Term } from './terms.ts';

const { literal, namedNode, quad } = DataFactory;

/** An object of a statement: a term, a node by its IRI, a text (in a language, or of a type), or several of them. */
export type Value =
  | Term
  | { iri: string }
  | { text: string; language?: 'th' | 'en'; type?: Term }
  | null
  | undefined
  | readonly Value[];
export type Facts = Partial<Record<Term, Value>>;

export const node = (id: string, part?: string) => ({ iri: recordIri(id, part) });
export const text = (value: string | null | undefined): Value => (value ? { text: value } : null);
/** A text in both languages; the English may be missing. */
export const both = (value: { th: string; en: string }): Value => [
  value.th ? { text: value.th, language: 'th' } : null,
  value.en ? { text: value.en, language: 'en' } : null,
];

/** A text of our locales in both languages. */
export const localized = (key: string): Value =>
  both(Object.fromEntries(LOCALES.map((locale) => [locale, translate(locale, key)])) as { th: string; en: string });
export const nodes = (list: readonly { id: string }[]): Value[] => list.map(({ id }) => node(id));
/** A country: DPV's term, or its code where DPV has none. */
export const placeOf = (country: string): Value => (isPlace(country) ? `loc:${country}` : text(country));
export const LAW = {
  'dpv:hasApplicableLaw': 'legal-th:law-PDPA',
  'dpv:hasJurisdiction': 'loc:TH',
} as const satisfies Facts;

const TYPE = namedNode(iriOf('rdf:type'));

/** The statements about one node. Empty values are left out. */
export function* statements(iri: string, types: readonly Term[], facts: Facts): Generator<Quad> {
  const subject = namedNode(iri);
  for (const type of types) yield quad(subject, TYPE, namedNode(iriOf(type)));
  for (const [term, value] of Object.entries(facts)) yield* stated(subject, namedNode(iriOf(term as Term)), value);
}

function* stated(subject: NamedNode, predicate: NamedNode, value: Value): Generator<Quad> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const one of value as readonly Value[]) yield* stated(subject, predicate, one);
    return;
  }
  const single = value as Exclude<Value, null | undefined | readonly Value[]>;
  if (typeof single === 'string') yield quad(subject, predicate, namedNode(iriOf(single)));
  else if ('iri' in single) yield quad(subject, predicate, namedNode(single.iri));
  else
    yield quad(
      subject,
      predicate,
      single.language
        ? literal(single.text, single.language)
        : single.type
          ? literal(single.text, namedNode(iriOf(single.type)))
          : literal(single.text),
    );
}
