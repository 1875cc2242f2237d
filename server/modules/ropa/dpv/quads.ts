import type { Quad } from 'n3';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import { translate } from '../../../platform/i18n.ts';
import { both, type Facts, LAW, localized, node, placeOf, statements, text } from './graph.ts';
import { recordIri } from './recordIri.ts';
import { purposeProcessQuads } from './purposeQuads.ts';
import { type Register, SharedStatements, type Written } from './sharedStatements.ts';
import { DPV_VERSION, FREQUENCIES } from './terms.ts';

/** The register itself: its organisation, its law, its contacts. */
export function* registerQuads({ id, name, at, about }: Register): Generator<Quad> {
  yield* statements(recordIri(id), ['dpv:ROPA'], {
    'dct:title': both({ th: translate('th', 'ropa:title'), en: translate('en', 'ropa:title') }),
    'dct:description': text(name),
    'dct:publisher': node(id, 'organisation'),
    'dct:issued': { text: at.toISOString(), type: 'xsd:dateTime' },
    'dct:conformsTo': { iri: DPV_VERSION },
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
 * The statements of one application: a process with a process for each of its purposes, which has one for each mapping
 * entry. Nodes that several applications share are stated with the first of them, which `emitted` remembers.
 */
export function* quadsOf(record: RopaRecord, register: Register, emitted: Set<string> = new Set()): Generator<Quad> {
  const written: Written = { record, register, shared: new SharedStatements(emitted) };
  const parties = partiesOf(record);
  yield* applicationQuads(written, parties);
  yield* controllerQuads(written);
  yield* detailQuads(written);
  for (const purpose of record.purposes) yield* purposeProcessQuads(written, purpose, parties);
}

/** The responsible parties: a processor acts for a controller that only the application names. */
function partiesOf({ id, dataController, processingRole }: RopaRecord): Facts {
  return processingRole === 'processor'
    ? { 'dpv:hasDataController': node(id, 'controller'), 'dpv:hasDataProcessor': node(dataController.id) }
    : { 'dpv:hasDataController': node(dataController.id) };
}

/** The process of an application. */
function* applicationQuads({ record, register }: Written, parties: Facts): Generator<Quad> {
  const { id } = record;
  yield* statements(recordIri(id), ['dpv:Process', 'dpv:PersonalDataProcess'], {
    'dct:title': text(record.name),
    'dct:description': text(record.description),
    'dct:identifier': text(record.processCode),
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
      record.refusals || record.refusalStatus ? node(id, 'refusals') : null,
    ],
    'dpv:hasProcess': record.purposes.map((purpose) => node(id, purpose.id)),
  });
}

/** The data controller; for a processor, itself and the controller that it acts for. */
function* controllerQuads({ record, register, shared }: Written): Generator<Quad> {
  const { id, dataController } = record;
  const isProcessor = record.processingRole === 'processor';
  // It may be the controller of one application and a processor in another.
  const role = isProcessor ? 'dpv:DataProcessor' : 'dpv:DataController';
  yield* shared.once(recordIri(dataController.id), [role], {}, `${dataController.id} ${role}`);
  yield* shared.once(recordIri(dataController.id), [], {
    'dpv:hasName': both(dataController.name),
    'dpv:hasAddress': text(dataController.address),
    'dpv:hasContact': [text(dataController.contactPerson), text(dataController.phone), text(dataController.email)],
    'dpv:hasCountry': placeOf(dataController.country),
    'schema:url': dataController.website ? text(dataController.website) : null,
    'dpv:hasNotice': dataController.privacyPolicyUrl ? node(dataController.id, 'privacy-notice') : null,
    'dpv:hasDataProtectionOfficer': register.about.officers.map((_, index) =>
      node(register.id, `officer-${index + 1}`),
    ),
  });
  if (dataController.privacyPolicyUrl)
    yield* shared.once(recordIri(dataController.id, 'privacy-notice'), ['dpv:PrivacyNotice'], {
      'schema:url': text(dataController.privacyPolicyUrl),
    });
  if (isProcessor)
    yield* statements(recordIri(id, 'controller'), ['dpv:DataController'], {
      'dpv:hasName': text(record.onBehalfName),
      'dpv:hasContact': text(record.onBehalfContact),
    });
}

/** Facts of an application's processing beside its purposes. */
function* detailQuads({ record, shared }: Written): Generator<Quad> {
  const { id } = record;
  yield* shared.named([record.dataSource], ['dpv:DataSource']);
  yield* shared.named([record.lineOfWork], ['skos:Concept']);
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
  if (record.refusals || record.refusalStatus) {
    yield* statements(recordIri(id, 'refusals'), ['dpv:RightNonFulfilmentNotice'], {
      'skos:prefLabel': localized(record.refusals ? 'ropa:refused' : `ropa:refusal.${record.refusalStatus}`),
      'dct:description': text(record.refusalNote),
      'dct:source': text('PDPA s. 39(7)'),
    });
  }
}
