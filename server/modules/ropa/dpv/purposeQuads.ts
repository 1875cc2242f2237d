import type { Quad } from 'n3';
import { isAbroad, isPartyAbroad } from '../../../../shared/country.ts';
import { PURPOSE_FIELDS, WORD_LISTS } from '../../../../shared/purpose/fields.ts';
import { effectiveBases } from '../../../../shared/purpose/legitimateInterest.ts';
import { type RopaPurpose, storageSystemsOf } from '../../../../shared/ropa/record.ts';
import { lineQuads } from './lineQuads.ts';
import { both, type Facts, LAW, localized, node, nodes, statements, text, type Value } from './graph.ts';
import { recordIri } from './recordIri.ts';
import { partyQuads, storageQuads } from './partyQuads.ts';
import { hasRetention, SENSITIVE, type Written } from './sharedStatements.ts';
import { BASES, EXEMPTIONS, type Term } from './terms.ts';

/** The values of a purpose for a property. */
const wordsAt = (content: RopaPurpose['content'], property: Term): Value =>
  WORD_LISTS.filter((key) => PURPOSE_FIELDS[key].dpv.property === property).map((key) => nodes(content[key]));

/** The process of an application for one of its purposes, with everything that it names and its mapping entries. */
export function* purposeProcessQuads(written: Written, purpose: RopaPurpose, parties: Facts): Generator<Quad> {
  const { record, register, shared } = written;
  const { content } = purpose;
  const flows = record.flows.filter((flow) => flow.purpose.id === purpose.id);
  const attributes = new Map(
    flows.flatMap((flow) => flow.attributes.map((attribute) => [attribute.id, attribute] as const)),
  );
  const outside = content.thirdPartyDisclosure
    ? content.thirdParties.flatMap((party) => (party.id ? [{ ...party, id: party.id }] : []))
    : [];
  const inside = content.internalSharing ? content.internalApplications : [];
  const storage = storageSystemsOf(purpose, record);
  const abroad = [...outside.filter(isPartyAbroad), ...storage.filter(({ country }) => isAbroad(country))];
  yield* statements(recordIri(record.id, purpose.id), ['dpv:Process', 'dpv:PersonalDataProcess'], {
    'dct:isPartOf': node(record.id),
    'dpv:hasPurpose': node(purpose.id),
    ...parties,
    'dpv:hasDataSubject': wordsAt(content, 'dpv:hasDataSubject'),
    'dpv:hasPersonalData': [nodes(content.piiCategories), nodes([...attributes.values()])],
    'dpv:hasLegalBasis': [
      ...effectiveBases(content).map((basis) => node(register.id, `basis-${basis}`)),
      ...content.sensitiveExemptions.map((exemption) => node(register.id, `exemption-${exemption}`)),
    ],
    'dpv:hasRecipientThirdParty': nodes(outside),
    'dpv:hasRecipient': [nodes(outside), inside.map((application) => node(application.id, 'recipient'))],
    'dpv:hasStorageCondition': [
      hasRetention(content.retention) ? node(purpose.id, 'retention') : null,
      wordsAt(content, 'dpv:hasStorageCondition'),
    ],
    'dpv:hasTechnicalOrganisationalMeasure': wordsAt(content, 'dpv:hasTechnicalOrganisationalMeasure'),
    'dpv:hasResponsibleEntity': [
      content.responsibleDepartment ? node(content.responsibleDepartment.id) : null,
      content.responsiblePersonnel ? node(content.responsiblePersonnel.id) : null,
    ],
    'dpv:hasAssessment': content.legitimateInterest ? node(purpose.id, 'assessment') : null,
    'dpv:hasProcess': [...abroad.map((place) => node(place.id, 'transfer')), ...nodes(flows)],
  });
  yield* purposeQuads(written, purpose);
  yield* partyQuads(written, outside);
  yield* storageQuads(written, storage);
  for (const application of inside) yield* shared.recipient(application);
  for (const flow of flows) yield* lineQuads(written, purpose, flow);
}

/** A purpose, and everything that it names. */
function* purposeQuads(
  written: Written,
  { id: purposeId, status, publishedVersion, content }: RopaPurpose,
): Generator<Quad> {
  const { shared } = written;
  yield* shared.once(recordIri(purposeId), ['dpv:Purpose'], {
    'skos:prefLabel': both(content.title),
    'dct:description': both(content.description),
    'skos:broader': content.purposeCategory ? node(content.purposeCategory.id) : null,
    'dpv:hasImportance': content.isPrimary ? 'dpv:PrimaryImportance' : 'dpv:SecondaryImportance',
    'schema:creativeWorkStatus': text(status),
    'schema:version': publishedVersion > 0 ? { text: String(publishedVersion), type: 'xsd:integer' } : null,
  });
  yield* shared.named([content.purposeCategory], ['dpv:Purpose']);
  for (const category of content.piiCategories) {
    yield* shared.named([category], ['dpv:PersonalData']);
    // A mapping entry may have named the third party before, without these facts.
    if (category.sensitive) yield* shared.once(recordIri(category.id), SENSITIVE, {}, `${category.id} sensitive`);
  }
  for (const key of WORD_LISTS) yield* shared.named(content[key], [PURPOSE_FIELDS[key].dpv.type]);
  yield* shared.named([content.responsibleDepartment], ['dpv:OrganisationalUnit']);
  if (content.responsiblePersonnel)
    yield* shared.once(recordIri(content.responsiblePersonnel.id), ['dpv:NaturalPerson'], {
      'dpv:hasName': text(content.responsiblePersonnel.name),
    });
  if (hasRetention(content.retention))
    yield* shared.duration(recordIri(purposeId, 'retention'), content.retention, content.retention.note);
  if (content.legitimateInterest)
    yield* shared.once(recordIri(purposeId, 'assessment'), ['dpv:LegitimateInterestAssessment'], {
      'dct:source': text('PDPA s. 24(5)'),
    });
  yield* basisQuads(written, content);
}

/** The lawful bases and exemptions of a purpose, each stated once for the register. */
function* basisQuads({ register, shared }: Written, content: RopaPurpose['content']): Generator<Quad> {
  for (const basis of effectiveBases(content)) {
    const { types, section } = BASES[basis];
    yield* shared.once(recordIri(register.id, `basis-${basis}`), ['dpv:LegalBasis', ...types], {
      'skos:prefLabel': localized(`purposeScreen:basis.${basis}.name`),
      'dct:source': text(`PDPA s. ${section}`),
      ...LAW,
    });
  }
  for (const exemption of content.sensitiveExemptions) {
    const { types, section } = EXEMPTIONS[exemption];
    yield* shared.once(recordIri(register.id, `exemption-${exemption}`), ['dpv:LegalBasis', ...types], {
      'skos:prefLabel': localized(`purposeScreen:exemption.${exemption}.name`),
      'dct:source': text(`PDPA s. ${section}`),
      ...LAW,
    });
  }
}
