import type { Quad } from 'n3';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import { type RetentionStart, startText } from '../../../../shared/purpose/retention.ts';
import { translate } from '../../../platform/i18n.ts';
import type { RopaFacts } from '../documents/facts.ts';
import { both, type Facts, node, statements, text } from './graph.ts';
import { recordIri } from './recordIri.ts';
import type { Term } from './terms.ts';

interface Retention extends RetentionStart {
  indefinite: boolean;
  amount: number | null;
  unit: 'day' | 'month' | 'year' | null;
}
interface Named {
  id: string;
  name: { th: string; en: string };
}

const startIn = (value: Retention): { th: string; en: string } => ({
  th: startText(value, (key, values) => translate('th', key, values)),
  en: startText(value, (key, values) => translate('en', key, values)),
});

export const hasRetention = ({ indefinite, amount, unit }: Retention): boolean =>
  indefinite || (amount !== null && unit !== null);
/** Section 26 data is special category data in DPV: it needs a further permission. */
export const SENSITIVE: readonly Term[] = ['dpv:SensitivePersonalData', 'dpv:SpecialCategoryPersonalData'];

/** The register of the records. */
export interface Register {
  /** Of the workspace. */
  id: string;
  name: string;
  /** The time of the content. */
  at: Date;
  about: RopaFacts;
}

/** The context of an application's statements. */
export interface Written {
  record: RopaRecord;
  register: Register;
  shared: SharedStatements;
}

/** States nodes that several records share (purposes, items, controllers) with the first of them, and not again. */
export class SharedStatements {
  readonly #emitted: Set<string>;

  constructor(emitted: Set<string>) {
    this.#emitted = emitted;
  }

  *once(iri: string, types: readonly Term[], facts: Facts, what: string = iri): Generator<Quad> {
    if (this.#emitted.has(what)) return;
    this.#emitted.add(what);
    yield* statements(iri, types, facts);
  }

  *named(list: readonly (Named | null | undefined)[], types: readonly Term[]): Generator<Quad> {
    for (const one of list) if (one) yield* this.once(recordIri(one.id), types, { 'skos:prefLabel': both(one.name) });
  }

  /** An application of the organisation as a recipient of data. */
  *recipient({ id, name }: { id: string; name: string }): Generator<Quad> {
    yield* this.once(recordIri(id, 'recipient'), ['dpv:Recipient', 'dpv:OrganisationalUnit'], {
      'dpv:hasName': text(name),
      'rdfs:seeAlso': node(id),
    });
  }

  *duration(iri: string, value: Retention, note: string): Generator<Quad> {
    const length =
      value.amount !== null && value.unit !== null
        ? `P${value.amount}${{ day: 'D', month: 'M', year: 'Y' }[value.unit]}`
        : null;
    yield* this.once(
      iri,
      [
        'dpv:StorageDuration',
        ...(value.indefinite
          ? (['dpv:IndeterminateDuration'] as const)
          : length
            ? (['dpv:TemporalDuration'] as const)
            : []),
      ],
      {
        // DPV has no term for the start of a duration.
        'skos:scopeNote': value.indefinite ? null : both(startIn(value)),
        'rdf:value': value.indefinite || !length ? null : { text: length, type: 'xsd:duration' },
        'skos:note': text(note),
      },
    );
  }
}
