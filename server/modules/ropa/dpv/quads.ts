import type { Quad } from 'n3';
import { DEFAULT_COUNTRY } from '../../../../shared/constants.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../../shared/dataMapping/fields.ts';
import type { MappedFlow } from '../../../../shared/dataMapping/schema.ts';
import { PURPOSE_FIELDS, WORD_LISTS } from '../../../../shared/purpose/fields.ts';
import type { RopaPurpose, RopaRecord } from '../../../../shared/ropa/record.ts';
import { LOCALES } from '../../../../shared/locale.ts';
import { translate } from '../../../platform/i18n.ts';
import type { RopaFacts } from '../documents/facts.ts';
import { both, type Facts, node, recordIri, statements, text, type Value } from './graph.ts';
import { BASES, EXEMPTIONS, FREQUENCIES, type Term, TRANSFERS } from './terms.ts';

/** The register that the records stand in. */
export interface Register {
  /** Of the workspace. */
  id: string;
  name: string;
  /** As of when. */
  at: Date;
  about: RopaFacts;
}

type Retention = { indefinite: boolean; amount: number | null; unit: 'day' | 'month' | 'year' | null };
type Named = { id: string; name: { th: string; en: string } };

const localized = (key: string): Value =>
  both(Object.fromEntries(LOCALES.map((locale) => [locale, translate(locale, key)])) as { th: string; en: string });
const LAW = { 'dpv:hasApplicableLaw': 'legal-th:law-PDPA', 'dpv:hasJurisdiction': 'loc:TH' } as const satisfies Facts;
const placeOf = (country: string): Term => `loc:${country}`;
const nodes = (list: readonly { id: string }[]): Value => list.map(({ id }) => node(id));
/** The words of a purpose that are stated by a property. */
const wordsAt = (content: RopaPurpose['content'], property: Term): Value =>
  WORD_LISTS.filter((key) => PURPOSE_FIELDS[key].dpv.property === property).map((key) => nodes(content[key]));

/** The words of a line that are stated by a property. */
const flowWordsAt = (flow: MappedFlow, property: Term): Value =>
  FLOW_WORD_KEYS.filter((key) => FLOW_WORDS[key].dpv.property === property).map((key) => {
    const word = flow[key];
    return word && node(word.id);
  });

/** The register itself: whose it is, under which law, who answers for it. */
export function* registerQuads({ id, name, at, about }: Register): Generator<Quad> {
  yield* statements(recordIri(id), ['dpv:ROPA'], {
    'dct:title': both({ th: translate('th', 'ropa:title'), en: translate('en', 'ropa:title') }),
    'dct:description': text(name),
    'dct:publisher': node(id, 'organisation'),
    'dct:issued': { text: at.toISOString(), type: 'xsd:dateTime' },
    'dct:conformsTo': { iri: 'https://w3id.org/dpv' },
    ...LAW,
  });
  yield* statements(recordIri(id, 'organisation'), ['dpv:Organisation'], {
    'dpv:hasName': text(about.organization),
    'dpv:hasDataProtectionOfficer': about.officers.map((_, index) => node(id, `officer-${index + 1}`)),
    'dpv:hasJurisdiction': 'loc:TH',
  });
  for (const [index, officer] of about.officers.entries()) {
    yield* statements(recordIri(id, `officer-${index + 1}`), ['dpv:DataProtectionOfficer'], {
      'dpv:hasName': text(officer.name),
      'dpv:hasContact': [text(officer.email), text(officer.phone)],
    });
  }
}

/**
 * The statements of one application: a process with a process for each of its purposes, and in that one for each line
 * of its data mapping. What several applications share (purposes, words, controllers) is stated with the first of them,
 * which `emitted` remembers.
 */
export function* quadsOf(record: RopaRecord, register: Register, emitted: Set<string> = new Set()): Generator<Quad> {
  function* once(iri: string, types: readonly Term[], facts: Facts, what: string = iri): Generator<Quad> {
    if (emitted.has(what)) return;
    emitted.add(what);
    yield* statements(iri, types, facts);
  }
  function* named(list: readonly (Named | null | undefined)[], types: readonly Term[]): Generator<Quad> {
    for (const one of list) if (one) yield* once(recordIri(one.id), types, { 'skos:prefLabel': both(one.name) });
  }
  function* durationOf(iri: string, value: Retention, note: string): Generator<Quad> {
    const length =
      value.amount !== null && value.unit !== null
        ? `P${value.amount}${{ day: 'D', month: 'M', year: 'Y' }[value.unit]}`
        : null;
    yield* once(
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
        'rdf:value': value.indefinite || !length ? null : { text: length, type: 'xsd:duration' },
        'skos:note': text(note),
      },
    );
  }

  const { id, dataController } = record;
  const isProcessor = record.processingRole === 'processor';
  const controller = isProcessor ? node(id, 'controller') : node(dataController.id);
  const parties: Facts = {
    'dpv:hasDataController': controller,
    ...(isProcessor && { 'dpv:hasDataProcessor': node(dataController.id) }),
  };
  const processOf = (purposeId: string) => node(id, purposeId);

  yield* statements(recordIri(id), ['dpv:Process', 'dpv:PersonalDataProcess'], {
    'dct:title': text(record.name),
    'dct:description': text(record.description),
    'dct:isPartOf': node(register.id),
    'dct:modified': { text: new Date(record.updatedAt).toISOString(), type: 'xsd:dateTime' },
    'schema:creativeWorkStatus': text(record.status),
    'schema:version':
      record.publishedVersion > 0 ? { text: String(record.publishedVersion), type: 'xsd:integer' } : null,
    'dct:subject': record.lineOfWork ? node(record.lineOfWork.id) : null,
    ...parties,
    ...LAW,
    'dpv:hasDataSource': record.dataSource ? node(record.dataSource.id) : null,
    'dpv:hasFrequency': record.processingFrequency ? node(id, 'frequency') : null,
    'dpv:hasDataSubjectScale': record.dataSubjectCount === null ? null : node(id, 'scale'),
    'dpv:hasNotice': [
      record.accessMeans ? node(id, 'access') : null,
      record.refusalStatus ? node(id, 'refusals') : null,
    ],
    'dpv:hasProcess': record.purposes.map((purpose) => processOf(purpose.id)),
  });
  yield* once(recordIri(dataController.id), [isProcessor ? 'dpv:DataProcessor' : 'dpv:DataController'], {
    'dpv:hasName': both(dataController.name),
    'dpv:hasAddress': text(dataController.address),
    'dpv:hasContact': [text(dataController.contactPerson), text(dataController.phone), text(dataController.email)],
    'dpv:hasCountry': placeOf(dataController.country),
    'dpv:hasDataProtectionOfficer': register.about.officers.map((_, index) =>
      node(register.id, `officer-${index + 1}`),
    ),
  });
  if (isProcessor)
    yield* statements(recordIri(id, 'controller'), ['dpv:DataController'], {
      'dpv:hasName': text(record.onBehalfName),
      'dpv:hasContact': text(record.onBehalfContact),
    });
  yield* named([record.dataSource], ['dpv:DataSource']);
  yield* named([record.lineOfWork], ['skos:Concept']);
  if (record.processingFrequency) {
    yield* statements(recordIri(id, 'frequency'), ['dpv:Frequency', FREQUENCIES[record.processingFrequency]!], {
      'skos:prefLabel': localized(`activityLog:value.processingFrequency.${record.processingFrequency}`),
    });
  }
  if (record.dataSubjectCount !== null)
    yield* statements(recordIri(id, 'scale'), ['dpv:DataSubjectScale'], {
      'rdf:value': { text: String(record.dataSubjectCount), type: 'xsd:integer' },
    });
  if (record.accessMeans)
    yield* statements(recordIri(id, 'access'), ['dpv:RightExerciseNotice'], {
      'dct:description': text(record.accessMeans),
      'dct:source': text('PDPA s. 39(5)'),
    });
  if (record.refusalStatus) {
    yield* statements(recordIri(id, 'refusals'), ['dpv:RightNonFulfilmentNotice'], {
      'skos:prefLabel': localized(`ropa:refusal.${record.refusalStatus}`),
      'dct:description': text(record.refusalNote),
      'dct:source': text('PDPA s. 39(7)'),
    });
  }

  for (const purpose of record.purposes) {
    const { content } = purpose;
    const flows = record.flows.filter((flow) => flow.purpose.id === purpose.id);
    const attributes = new Map(
      flows.flatMap((flow) => flow.attributes.map((attribute) => [attribute.id, attribute] as const)),
    );
    const outside = content.thirdPartyDisclosure
      ? content.thirdParties.flatMap((party) => (party.id ? [{ ...party, id: party.id }] : []))
      : [];
    const inside = content.internalSharing ? content.internalApplications : [];
    const abroad = outside.filter(({ country }) => country !== DEFAULT_COUNTRY);
    yield* statements(processOf(purpose.id).iri, ['dpv:Process', 'dpv:PersonalDataProcess'], {
      'dct:isPartOf': node(id),
      'dpv:hasPurpose': node(purpose.id),
      ...parties,
      'dpv:hasDataSubject': wordsAt(content, 'dpv:hasDataSubject'),
      'dpv:hasPersonalData': [nodes(content.piiCategories), nodes([...attributes.values()])],
      'dpv:hasLegalBasis': [
        ...content.lawfulBases.map((basis) => node(register.id, `basis-${basis}`)),
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
      'dpv:hasProcess': [...abroad.map((party) => node(party.id, 'transfer')), ...nodesOf(flows)],
    });
    yield* purposeQuads(purpose);
    yield* partyQuads(outside);
    for (const application of inside) {
      yield* once(recordIri(application.id, 'recipient'), ['dpv:Recipient', 'dpv:OrganisationalUnit'], {
        'dpv:hasName': text(application.name),
        'rdfs:seeAlso': node(application.id),
      });
    }

    for (const flow of flows) {
      yield* statements(recordIri(flow.id), ['dpv:Process', 'dpv:PersonalDataProcess'], {
        'dct:isPartOf': processOf(purpose.id),
        'dpv:hasDataSubject': flowWordsAt(flow, 'dpv:hasDataSubject'),
        'dpv:hasDataSource': flowWordsAt(flow, 'dpv:hasDataSource'),
        'dpv:hasPersonalData': nodes(flow.attributes),
        'dpv:hasStorageCondition': [
          flow.retention
            ? node(flow.id, 'retention')
            : hasRetention(content.retention)
              ? node(purpose.id, 'retention')
              : null,
          flowWordsAt(flow, 'dpv:hasStorageCondition'),
        ],
        'dpv:hasRecipient': [
          nodes(flow.thirdParties),
          flow.internalApplications.map((application) => node(application.id, 'recipient')),
        ],
        'skos:note': text(flow.note),
      });
      if (flow.retention) yield* durationOf(recordIri(flow.id, 'retention'), flow.retention, '');
      for (const key of FLOW_WORD_KEYS) yield* named([flow[key]], [FLOW_WORDS[key].dpv.type]);
      for (const { id: attribute, name, sensitive, category } of flow.attributes) {
        yield* once(recordIri(attribute), ['dpv:PersonalData', ...(sensitive ? SENSITIVE : [])], {
          'skos:prefLabel': both(name),
          'skos:broader': node(category.id),
        });
        yield* named([category], ['dpv:PersonalData']);
      }
    }
  }

  function* purposeQuads({ id: purposeId, status, publishedVersion, content }: RopaPurpose): Generator<Quad> {
    yield* once(recordIri(purposeId), ['dpv:Purpose'], {
      'skos:prefLabel': both(content.title),
      'dct:description': both(content.description),
      'skos:broader': content.purposeCategory ? node(content.purposeCategory.id) : null,
      'dpv:hasImportance': content.isPrimary ? 'dpv:PrimaryImportance' : 'dpv:SecondaryImportance',
      'schema:creativeWorkStatus': text(status),
      'schema:version': publishedVersion > 0 ? { text: String(publishedVersion), type: 'xsd:integer' } : null,
    });
    yield* named([content.purposeCategory], ['dpv:Purpose']);
    for (const category of content.piiCategories) {
      yield* named([category], ['dpv:PersonalData']);
      // A data line may have named it before, which does not know.
      if (category.sensitive) yield* once(recordIri(category.id), SENSITIVE, {}, `${category.id} sensitive`);
    }
    for (const key of WORD_LISTS) yield* named(content[key], [PURPOSE_FIELDS[key].dpv.type]);
    yield* named([content.responsibleDepartment], ['dpv:OrganisationalUnit']);
    if (content.responsiblePersonnel)
      yield* once(recordIri(content.responsiblePersonnel.id), ['dpv:NaturalPerson'], {
        'dpv:hasName': text(content.responsiblePersonnel.name),
      });
    if (hasRetention(content.retention))
      yield* durationOf(recordIri(purposeId, 'retention'), content.retention, content.retention.note);
    if (content.legitimateInterest)
      yield* once(recordIri(purposeId, 'assessment'), ['dpv:LegitimateInterestAssessment'], {
        'dct:source': text('PDPA s. 24(5)'),
      });
    for (const basis of content.lawfulBases) {
      const { types, section } = BASES[basis];
      yield* once(recordIri(register.id, `basis-${basis}`), ['dpv:LegalBasis', ...types], {
        'skos:prefLabel': localized(`purposeScreen:basis.${basis}.name`),
        'dct:source': text(`PDPA s. ${section}`),
        ...LAW,
      });
    }
    for (const exemption of content.sensitiveExemptions) {
      const { types, section } = EXEMPTIONS[exemption];
      yield* once(recordIri(register.id, `exemption-${exemption}`), ['dpv:LegalBasis', ...types], {
        'skos:prefLabel': localized(`purposeScreen:exemption.${exemption}.name`),
        'dct:source': text(`PDPA s. ${section}`),
        ...LAW,
      });
    }
  }

  function* partyQuads(
    list: readonly (RopaPurpose['content']['thirdParties'][number] & { id: string })[],
  ): Generator<Quad> {
    for (const party of list) {
      const isAbroad = party.country !== DEFAULT_COUNTRY;
      yield* once(recordIri(party.id), ['dpv:Recipient', 'dpv:ThirdParty'], {
        'dpv:hasName': text(party.name),
        'dpv:hasCountry': placeOf(party.country),
        'dpv:hasLegalMeasure': party.contract ? node(party.id, 'contract') : null,
      });
      if (party.contract) {
        yield* once(recordIri(party.id, 'contract'), ['dpv:LegalAgreement', 'dpv:ThirdPartyAgreement'], {
          'dct:title': text(party.contract),
          'schema:endDate': party.contractExpiresOn ? { text: party.contractExpiresOn, type: 'xsd:date' } : null,
        });
      }
      if (!isAbroad) continue;
      yield* once(recordIri(party.id, 'transfer'), ['dpv:Process', 'dpv:PersonalDataProcess'], {
        'dpv:hasProcessing': 'dpv:Transfer',
        'dpv:hasDataImporter': node(party.id),
        'dpv:hasThirdCountry': placeOf(party.country),
        'dpv:hasLegalBasis': party.safeguard ? node(register.id, `transfer-${party.safeguard}`) : null,
      });
      if (!party.safeguard) continue;
      const { types, section } = TRANSFERS[party.safeguard];
      yield* once(recordIri(register.id, `transfer-${party.safeguard}`), ['dpv:DataTransferLegalBasis', ...types], {
        'skos:prefLabel': localized(`purposeScreen:safeguard.${party.safeguard}`),
        'dct:source': text(`PDPA s. ${section}`),
        ...LAW,
      });
    }
  }
}

const nodesOf = (list: readonly { id: string }[]) => list.map(({ id }) => node(id));
const hasRetention = ({ indefinite, amount, unit }: Retention): boolean =>
  indefinite || (amount !== null && unit !== null);
/** Section 26 data is what DPV calls special category data: it needs a further permission. */
const SENSITIVE: readonly Term[] = ['dpv:SensitivePersonalData', 'dpv:SpecialCategoryPersonalData'];
