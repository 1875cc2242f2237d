import type { Quad } from 'n3';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../../shared/dataMapping/fields.ts';
import type { MappedFlow } from '../../../../shared/dataMapping/schema.ts';
import { recipientsOf, type RopaPurpose } from '../../../../shared/ropa/record.ts';
import { both, node, nodes, statements, text, type Value } from './graph.ts';
import { recordIri } from './recordIri.ts';
import { hasRetention, SENSITIVE, type Written } from './sharedStatements.ts';
import type { Term } from './terms.ts';

/** The values of a mapping entry for a property. */
const flowWordsAt = (flow: MappedFlow, property: Term): Value =>
  FLOW_WORD_KEYS.filter((key) => FLOW_WORDS[key].dpv.property === property).map((key) => {
    const word = flow[key];
    return word && node(word.id);
  });

/** A mapping entry, as a process of its purpose, with the items and attributes that it names. */
export function* lineQuads({ record, shared }: Written, purpose: RopaPurpose, flow: MappedFlow): Generator<Quad> {
  const { thirdParties, internalApplications } = recipientsOf(flow, purpose.content);
  yield* statements(recordIri(flow.id), ['dpv:Process', 'dpv:PersonalDataProcess'], {
    'dct:isPartOf': node(record.id, purpose.id),
    'dpv:hasDataSubject': flowWordsAt(flow, 'dpv:hasDataSubject'),
    'dpv:hasDataSource': flowWordsAt(flow, 'dpv:hasDataSource'),
    'dpv:hasPersonalData': nodes(flow.attributes),
    'dpv:hasStorageCondition': [
      flow.retention
        ? node(flow.id, 'retention')
        : hasRetention(purpose.content.retention)
          ? node(purpose.id, 'retention')
          : null,
      flowWordsAt(flow, 'dpv:hasStorageCondition'),
    ],
    'dpv:hasRecipient': [
      nodes(thirdParties),
      internalApplications.map((application) => node(application.id, 'recipient')),
    ],
    'skos:note': text(flow.note),
  });
  if (flow.retention) yield* shared.duration(recordIri(flow.id, 'retention'), flow.retention, '');
  for (const application of internalApplications) yield* shared.recipient(application);
  for (const key of FLOW_WORD_KEYS) yield* shared.named([flow[key]], [FLOW_WORDS[key].dpv.type]);
  for (const { id: attribute, name, sensitive, category } of flow.attributes) {
    yield* shared.once(recordIri(attribute), ['dpv:PersonalData', ...(sensitive ? SENSITIVE : [])], {
      'skos:prefLabel': both(name),
      'skos:broader': node(category.id),
    });
    yield* shared.named([category], ['dpv:PersonalData']);
  }
}
