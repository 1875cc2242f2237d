import { policyAddress } from '../../../shared/consent/policy.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { countriesOf, isPartyAbroad } from '../../../shared/country.ts';
import type { Locale } from '../../../shared/locale.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { startText } from '../../../shared/purpose/retention.ts';
import type { PurposeContent } from '../../../shared/purpose/schema.ts';
import {
  CHOICES_PATH,
  PURPOSE_STATES,
  type PurposeState,
  type Receipt,
  type ReceiptPlace,
  type ReceiptProcess,
  type LocalizedText,
} from '../../../shared/consentReceipt/receipt.ts';
import { isPlace } from '../ropa/dpv/places.ts';
import { recordIri } from '../ropa/dpv/recordIri.ts';
import { PREFIXES } from '../ropa/dpv/terms.ts';
import type { KnownBy } from '../../../shared/userConsent/schema.ts';
import { translate } from '../../platform/i18n.ts';
import type { NoticeRead } from '../consent/notice.ts';
import type { Identity } from '../userConsent/record.ts';

/** A purpose as displayed, with the published version of its record where that still exists. */
export interface ReceiptPurpose {
  readonly id: string;
  readonly version: number;
  readonly bit: number;
  readonly title: { th: string; en: string };
  readonly description: { th: string; en: string };
  readonly record: PurposeContent | null;
}

export interface ReceiptFacts {
  readonly id: string;
  readonly issuedAt: Date;
  /** The address of the product: it publishes the receipt, and consent is withdrawn there. */
  readonly address: string;
  readonly submission: {
    id: string;
    consentId: string;
    at: string;
    version: number;
    granted: number;
    language: Locale;
    channel: string;
    source: string;
    knownBy: KnownBy | null;
  };
  /** Bits that were allowed at any time before. */
  readonly before: number;
  readonly identity: Identity;
  /** Bits that the guardian allowed; 0 without one. */
  readonly byGuardian: number;
  readonly content: ConsentContent;
  readonly sha256: string;
  /** The privacy notice that the form linked to, as it was in force then; its hash in the submission's language. */
  readonly notice: NoticeRead | null;
  readonly purposes: readonly ReceiptPurpose[];
}

const IRI = { '@type': '@id' };
const TIME = { '@type': 'xsd:dateTime' };
/** Inline, so that a receipt can be read without fetching anything. */
const CONTEXT = {
  ...PREFIXES,
  'dpv-27560': 'https://w3id.org/dpv/schema/dpv-27560#',
  ...Object.fromEntries(
    [
      'dct:conformsTo',
      'dct:creator',
      'dct:publisher',
      'dpv:hasJurisdiction',
      'dpv:hasApplicableLaw',
      'dpv:hasProcessing',
      'dpv:hasDataController',
      'dpv:isIndicatedBy',
      'dpv:hasCountry',
      'dpv:isExercisedAt',
      'skos:broader',
      'schema:url',
    ].map((term) => [term, IRI]),
  ),
  ...Object.fromEntries(['dct:created', 'dct:issued', 'dpv:isIndicatedAtTime'].map((term) => [term, TIME])),
};
const LAW = { 'dpv:hasApplicableLaw': 'legal-th:law-PDPA', 'dpv:hasJurisdiction': 'loc:TH' };

const both = ({ th, en }: { th: string; en: string }): LocalizedText[] => [
  ...(th ? [{ '@language': 'th' as const, '@value': th }] : []),
  ...(en ? [{ '@language': 'en' as const, '@value': en }] : []),
];
const localized = (key: string): LocalizedText[] => both({ th: translate('th', key), en: translate('en', key) });
const durationOf = ({ indefinite, amount, unit }: PurposeContent['retention']): string | null =>
  indefinite || amount === null || unit === null ? null : `P${amount}${{ day: 'D', month: 'M', year: 'Y' }[unit]}`;

const startOf = (retention: PurposeContent['retention']): { 'skos:scopeNote'?: LocalizedText[] } => {
  const words = (locale: 'th' | 'en') => startText(retention, (key, values) => translate(locale, key, values));
  return retention.startEvent ? { 'skos:scopeNote': both({ th: words('th'), en: words('en') }) } : {};
};

/** The countries of a recipient, as DPV's terms where it has them; a single one without a list. */
const placesOf = (party: PurposeContent['thirdParties'][number]): ReceiptPlace | ReceiptPlace[] => {
  const places = countriesOf(party).map((code): ReceiptPlace => (isPlace(code) ? `loc:${code}` : { '@value': code }));
  return places.length === 1 ? places[0]! : places;
};
const controllerOf = ({ submission }: ReceiptFacts): string => recordIri(submission.consentId, 'controller');
const subjectOf = ({ submission }: ReceiptFacts): string => recordIri(submission.id, 'subject');
const guardianOf = ({ submission }: ReceiptFacts): string => recordIri(submission.id, 'guardian');

/**
 * The receipt of one submission: the fields of a consent record of ISO/IEC TS 27560:2023 in the terms of the Data
 * Privacy Vocabulary, one process for each purpose, since each is chosen separately (docs/decisions/018). Empty fields
 * are left out.
 */
export function receiptOf(receipt: ReceiptFacts): Receipt {
  const { id, issuedAt, address, submission, identity, content, sha256, purposes } = receipt;
  return {
    '@context': CONTEXT,
    '@id': recordIri(id),
    '@type': ['dpv:ConsentReceipt'],
    'dct:conformsTo': 'dpv-27560:receipt',
    'dpv:hasIdentifier': submission.id,
    'dct:identifier': id,
    'dct:created': submission.at,
    'dct:issued': issuedAt.toISOString(),
    'dct:creator': controllerOf(receipt),
    'dct:publisher': address,
    'dct:language': submission.language,
    ...LAW,
    'dpv:hasDataSubject': {
      '@id': subjectOf(receipt),
      '@type': ['dpv:DataSubject'],
      'dpv:hasIdentifier': identity.uid,
      ...(identity.name && { 'dpv:hasName': identity.name }),
      ...(submission.knownBy && { 'dct:description': localized(`consentReceipt:knownBy.${submission.knownBy}`) }),
    },
    'dpv:hasNotice': [
      {
        '@id': recordIri(submission.consentId, `version-${submission.version}`),
        '@type': ['dpv:ConsentNotice'],
        'dpv:hasIdentifier': submission.consentId,
        'dct:title': both(content.title),
        'dct:description': both(content.description),
        'schema:version': submission.version,
        'schema:sha256': sha256,
        'dct:isPartOf': content.application.name,
        ...(content.privacyPolicyUrl && { 'schema:url': policyAddress(content.privacyPolicyUrl, address)! }),
      },
      ...noticeOf(receipt),
    ],
    'dpv:hasProcess': purposes.map((purpose) => processOf(receipt, purpose)),
    'dpv:hasConsentControl': [
      {
        '@type': ['dpv:WithdrawConsent'],
        'dpv:isExercisedAt': `${address}${CHOICES_PATH}`,
        'dct:description': localized('consentReceipt:withdrawNote'),
      },
    ],
    'dpv:hasEntity': entitiesOf(receipt),
  };
}

/** The privacy notice; its type distinguishes it from the form. */
const noticeOf = ({ notice, submission, address, content }: ReceiptFacts): Receipt['dpv:hasNotice'] =>
  notice === null
    ? []
    : [
        {
          '@id': recordIri(notice.id, `version-${notice.version}`),
          '@type': ['dpv:PrivacyNotice'],
          'dpv:hasIdentifier': notice.id,
          'dct:title': [{ '@language': submission.language, '@value': notice.name }],
          'dct:description': [],
          'schema:version': notice.version,
          'schema:sha256': notice.sha256,
          'dct:isPartOf': content.application.name,
          'schema:url': policyAddress(content.privacyPolicyUrl, address)!,
        },
      ];

/** The controller, and the guardian if one chose. */
function entitiesOf(receipt: ReceiptFacts): Receipt['dpv:hasEntity'] {
  const { guardian } = receipt.identity;
  const { controller } = receipt.content;
  return [
    {
      '@id': controllerOf(receipt),
      '@type': ['dpv:DataController'],
      'dpv:hasName': both(controller.name),
      ...(controller.address && { 'dpv:hasAddress': controller.address }),
      'dpv:hasContact': [controller.contact, controller.email, controller.phone].filter(Boolean),
    },
    ...(guardian
      ? [
          {
            '@id': guardianOf(receipt),
            '@type': ['dpv:GuardianOfDataSubject'],
            'dpv:hasName': `${guardian.firstName} ${guardian.lastName}`,
          },
        ]
      : []),
  ];
}

/** What was consented to for one purpose. */
function processOf(receipt: ReceiptFacts, purpose: ReceiptPurpose): ReceiptProcess {
  const { submission } = receipt;
  const { record } = purpose;
  return {
    '@id': recordIri(submission.id, purpose.id),
    '@type': ['dpv:Process'],
    'dpv:hasPurpose': [purposeOf(purpose)],
    'dpv:hasPersonalData': (record?.piiCategories ?? []).map((category) => ({
      '@id': recordIri(category.id),
      '@type': ['dpv:PersonalData', ...(category.sensitive ? ['dpv:SpecialCategoryPersonalData'] : [])],
      'skos:broader': 'dpv:PersonalData',
      'skos:prefLabel': both(category.name),
    })),
    'dpv:hasProcessing': [
      'dpv:Collect',
      'dpv:Store',
      'dpv:Use',
      ...(record?.thirdPartyDisclosure ? ['dpv:Disclose'] : []),
    ],
    'dpv:hasDataController': [controllerOf(receipt)],
    'dpv:hasDataSource': [],
    'dpv:hasRecipient': record?.thirdPartyDisclosure
      ? record.thirdParties.map((party) => ({
          '@type': ['dpv:Recipient', 'dpv:ThirdParty', ...(isPartyAbroad(party) ? ['dpv:DataImporter'] : [])],
          'dpv:hasName': party.name,
          'dpv:hasCountry': placesOf(party),
        }))
      : [],
    'dpv:hasStorageCondition': record ? storageOf(record) : [],
    'dpv:hasLegalBasis': [basisOf(record)],
    'dpv:hasConsentStatus': [statusOf(receipt, purpose)],
  };
}

function purposeOf(purpose: ReceiptPurpose): ReceiptProcess['dpv:hasPurpose'][number] {
  return {
    '@id': recordIri(purpose.id),
    '@type': ['dpv:Purpose'],
    'skos:broader': 'dpv:Purpose',
    'skos:prefLabel': both(purpose.title),
    ...(both(purpose.description).length > 0 && { 'skos:definition': both(purpose.description) }),
    'schema:version': purpose.version,
  };
}

/** How long and where data is stored. */
function storageOf({ retention, storageSystems }: PurposeContent): ReceiptProcess['dpv:hasStorageCondition'] {
  const period = durationOf(retention);
  return [
    ...(retention.indefinite || period || retention.note
      ? [
          {
            '@type': ['dpv:StorageDuration', period ? 'dpv:TemporalDuration' : 'dpv:IndeterminateDuration'],
            ...(period && { 'rdf:value': period }),
            ...(period && startOf(retention)),
            ...(retention.note && { 'skos:note': retention.note }),
          },
        ]
      : []),
    ...storageSystems.map((system) => ({
      '@id': recordIri(system.id),
      '@type': ['dpv:StorageLocation'],
      'skos:prefLabel': both(system.name),
    })),
  ];
}

/** Section 26 requires explicit consent to sensitive data, section 19 consent to any other. */
function basisOf(record: PurposeContent | null): ReceiptProcess['dpv:hasLegalBasis'][number] {
  const sensitive = record?.piiCategories.some((category) => category.sensitive) ?? false;
  return {
    '@type': ['dpv:LegalBasis', sensitive ? 'dpv:ExplicitlyExpressedConsent' : 'dpv:ExpressedConsent'],
    'dct:source': sensitive ? 'PDPA s. 26' : 'PDPA s. 19',
    ...LAW,
  };
}

function statusOf(receipt: ReceiptFacts, { bit }: ReceiptPurpose): ReceiptProcess['dpv:hasConsentStatus'][number] {
  const { submission, before, identity, byGuardian, content } = receipt;
  const state: PurposeState = hasBit(submission.granted, bit) ? 'given' : hasBit(before, bit) ? 'withdrawn' : 'refused';
  // By their own link or request data subjects add alone, and take away what a guardian once allowed for them.
  const isOwn =
    state === 'given' ? !hasBit(byGuardian, bit) : submission.knownBy === 'link' || submission.knownBy === 'request';
  return {
    '@type': [PURPOSE_STATES[state]],
    'dpv:isIndicatedAtTime': submission.at,
    'dpv:isIndicatedBy': identity.guardian && !isOwn ? guardianOf(receipt) : subjectOf(receipt),
    'dpv:hasIndicationMethod': [submission.channel, submission.source].filter(Boolean).join(' · '),
    ...(state === 'given' &&
      content.effectiveTo && {
        'dpv:hasDuration': [{ '@type': ['dpv:UntilTimeDuration'], 'rdf:value': content.effectiveTo }],
      }),
  };
}
