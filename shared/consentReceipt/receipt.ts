import { pageAddress } from '../registry/addresses.ts';
import { durationText } from '../purpose/retention.ts';

/** A text in one language, as JSON-LD writes it. */
export interface LocalizedText {
  '@language': 'th' | 'en';
  '@value': string;
}
/** What became of a purpose: allowed; not allowed; not allowed any more. */
export const PURPOSE_STATES = {
  given: 'dpv:ConsentGiven',
  refused: 'dpv:ConsentRefused',
  withdrawn: 'dpv:ConsentWithdrawn',
} as const;
export type PurposeState = keyof typeof PURPOSE_STATES;

interface StorageDuration {
  '@type': string[];
  'rdf:value'?: string;
  /** What it counts from, for which DPV has no term. */
  'skos:scopeNote'?: LocalizedText[];
  'skos:note'?: string;
}

interface Named {
  '@id'?: string;
  '@type': string[];
  'skos:prefLabel': LocalizedText[];
}

/** DPV's term of a country, or the code of one that it has no term for. */
export type ReceiptPlace = string | { '@value': string };

/** One purpose with how data is processed for it and what was chosen. */
export interface ReceiptProcess {
  '@id': string;
  '@type': string[];
  'dpv:hasPurpose': {
    '@id': string;
    '@type': string[];
    'skos:broader': string;
    'skos:prefLabel': LocalizedText[];
    'skos:definition'?: LocalizedText[];
    'schema:version': number;
  }[];
  'dpv:hasPersonalData': (Named & { 'skos:broader': string })[];
  'dpv:hasProcessing': string[];
  'dpv:hasDataController': string[];
  'dpv:hasDataSource': string[];
  'dpv:hasRecipient': {
    '@type': string[];
    'dpv:hasName': string;
    'dpv:hasCountry': ReceiptPlace | ReceiptPlace[];
  }[];
  'dpv:hasStorageCondition': (StorageDuration | Named)[];
  'dpv:hasLegalBasis': {
    '@type': string[];
    'dct:source': string;
    'dpv:hasApplicableLaw': string;
    'dpv:hasJurisdiction': string;
  }[];
  'dpv:hasConsentStatus': {
    '@type': string[];
    'dpv:isIndicatedAtTime': string;
    'dpv:isIndicatedBy': string;
    'dpv:hasIndicationMethod': string;
    'dpv:isExercisedAt'?: string;
    /**
     * The last day on which the consent holds; left out: it has no end, or the receipt is from before this was noted.
     */
    'dpv:hasDuration'?: { '@type': string[]; 'rdf:value': string }[];
  }[];
}

/**
 * A receipt after ISO/IEC TS 27560:2023 in the terms of the Data Privacy Vocabulary (docs/decisions/018): what is
 * signed.
 */
export interface Receipt {
  '@context': Record<string, unknown>;
  '@id': string;
  '@type': string[];
  'dct:conformsTo': string;
  'dpv:hasIdentifier': string;
  'dct:identifier': string;
  'dct:created': string;
  'dct:issued': string;
  'dct:creator': string;
  'dct:publisher': string;
  'dct:language': 'th' | 'en';
  'dpv:hasJurisdiction': string;
  'dpv:hasApplicableLaw': string;
  'dpv:hasDataSubject': {
    '@id': string;
    '@type': string[];
    'dpv:hasIdentifier': string;
    'dpv:hasName'?: string;
    /** What they were known by; not in receipts from before it was noted. */
    'dct:description'?: LocalizedText[];
  };
  'dpv:hasNotice': {
    '@id': string;
    '@type': string[];
    'dpv:hasIdentifier': string;
    'dct:title': LocalizedText[];
    'dct:description': LocalizedText[];
    'schema:version': number;
    'schema:sha256': string;
    'dct:isPartOf': string;
    'schema:url'?: string;
  }[];
  'dpv:hasProcess': ReceiptProcess[];
  'dpv:hasConsentControl': { '@type': string[]; 'dpv:isExercisedAt': string; 'dct:description': LocalizedText[] }[];
  'dpv:hasEntity': {
    '@id': string;
    '@type': string[];
    'dpv:hasName': LocalizedText[] | string;
    'dpv:hasAddress'?: string;
    'dpv:hasContact'?: string[];
  }[];
}

/** A receipt as it is shown: the same facts under plain names, the same for page, PDF, check and command. */
export interface ReceiptView {
  id: string;
  recordId: string;
  conformsTo: string;
  /** When the data subject chose, and when the receipt was signed. */
  at: string;
  issuedAt: string;
  language: 'th' | 'en';
  subject: { uid: string; name: string };
  /** Name of the guardian who chose for the data subject. */
  guardian: string | null;
  controller: { name: Words; address: string; contact: string[] };
  form: {
    id: string;
    application: string;
    title: Words;
    description: Words;
    version: number;
    sha256: string;
    policyUrl: string | null;
  };
  /** The privacy notice in force then that the form led to, with the hash of its text in the language of the choice. */
  notice: { name: Words; version: number; sha256: string } | null;
  /** The last day on which what was allowed holds, YYYY-MM-DD; null: no end. */
  until: string | null;
  /** `JS Web Form · https://shop.example` */
  method: string;
  /** What the data subject was known by; null: not noted. */
  knownBy: Words | null;
  withdrawAt: { address: string; note: Words };
  jurisdiction: string;
  law: string;
  purposes: {
    id: string;
    version: number;
    title: Words;
    description: Words;
    state: PurposeState;
    /** Who chose it; null where no guardian chose anything. */
    indicatedBy: 'guardian' | 'subject' | null;
    basis: string;
    personalData: { name: Words; sensitive: boolean }[];
    recipients: { name: string; countries: string[] }[];
    /**
     * Kept for so long, in words, or without an end (`period` null), and what that counts from; null when the
     * organisation has not said.
     */
    retention: { period: Words | null; start: Words | null; note: string } | null;
  }[];
}
type Words = { th: string; en: string };

const wordsOf = (texts: readonly LocalizedText[] | string | undefined): Words => {
  if (typeof texts === 'string') return { th: texts, en: texts };
  const of = (locale: 'th' | 'en') => texts?.find((one) => one['@language'] === locale)?.['@value'];
  return { th: of('th') ?? of('en') ?? '', en: of('en') ?? of('th') ?? '' };
};
const UNITS = { D: 'day', M: 'month', Y: 'year' } as const;
function periodOf(duration: string | undefined): Words | null {
  const [, amount, unit] = /^P(\d+)([DMY])$/.exec(duration ?? '') ?? [];
  const textIn = (locale: 'th' | 'en') => durationText(locale, Number(amount), UNITS[unit as keyof typeof UNITS]);
  return unit ? { th: textIn('th'), en: textIn('en') } : null;
}
const afterLast = (text: string, sign: string): string => text.slice(text.lastIndexOf(sign) + 1);

const countryOf = (place: ReceiptPlace): string =>
  typeof place === 'string' ? afterLast(place, ':') : place['@value'];

/** Reads a receipt that was signed by this product. */
export function receiptView(receipt: Receipt): ReceiptView {
  const entities = receipt['dpv:hasEntity'];
  const controller = entities.find((entity) => entity['@type'].includes('dpv:DataController'));
  const guardian = entities.find((entity) => entity['@type'].includes('dpv:GuardianOfDataSubject'));
  const form = receipt['dpv:hasNotice'][0]!;
  const notice = receipt['dpv:hasNotice'].find((one) => one['@type'].includes('dpv:PrivacyNotice'));
  const statuses = receipt['dpv:hasProcess'].flatMap((process) => process['dpv:hasConsentStatus']);
  const control = receipt['dpv:hasConsentControl'][0]!;
  const subject = receipt['dpv:hasDataSubject'];
  return {
    id: receipt['dct:identifier'],
    recordId: receipt['dpv:hasIdentifier'],
    conformsTo: receipt['dct:conformsTo'],
    at: receipt['dct:created'],
    issuedAt: receipt['dct:issued'],
    language: receipt['dct:language'],
    subject: { uid: subject['dpv:hasIdentifier'], name: subject['dpv:hasName'] ?? '' },
    guardian: guardian ? wordsOf(guardian['dpv:hasName']).th : null,
    controller: {
      name: wordsOf(controller?.['dpv:hasName']),
      address: controller?.['dpv:hasAddress'] ?? '',
      contact: controller?.['dpv:hasContact'] ?? [],
    },
    form: {
      id: form['dpv:hasIdentifier'],
      application: form['dct:isPartOf'],
      title: wordsOf(form['dct:title']),
      description: wordsOf(form['dct:description']),
      version: form['schema:version'],
      sha256: form['schema:sha256'],
      policyUrl: form['schema:url'] ?? null,
    },
    notice: notice
      ? { name: wordsOf(notice['dct:title']), version: notice['schema:version'], sha256: notice['schema:sha256'] }
      : null,
    until: statuses.flatMap((status) => status['dpv:hasDuration'] ?? [])[0]?.['rdf:value'] ?? null,
    method: statuses[0]?.['dpv:hasIndicationMethod'] ?? '',
    knownBy: subject['dct:description'] ? wordsOf(subject['dct:description']) : null,
    withdrawAt: { address: control['dpv:isExercisedAt'], note: wordsOf(control['dct:description']) },
    jurisdiction: afterLast(receipt['dpv:hasJurisdiction'], ':'),
    law: receipt['dpv:hasApplicableLaw'],
    purposes: receipt['dpv:hasProcess'].map((process) => {
      const purpose = process['dpv:hasPurpose'][0]!;
      const storage = process['dpv:hasStorageCondition'].find((condition) =>
        condition['@type'].includes('dpv:StorageDuration'),
      ) as StorageDuration | undefined;
      const { '@type': status, 'dpv:isIndicatedBy': indicatedBy } = process['dpv:hasConsentStatus'][0]!;
      return {
        id: afterLast(purpose['@id'], ':'),
        version: purpose['schema:version'],
        title: wordsOf(purpose['skos:prefLabel']),
        description: wordsOf(purpose['skos:definition']),
        state:
          (Object.keys(PURPOSE_STATES) as PurposeState[]).find((state) => status.includes(PURPOSE_STATES[state])) ??
          'refused',
        indicatedBy: guardian ? (indicatedBy === guardian['@id'] ? 'guardian' : 'subject') : null,
        basis: process['dpv:hasLegalBasis'][0]?.['dct:source'] ?? '',
        personalData: process['dpv:hasPersonalData'].map((data) => ({
          name: wordsOf(data['skos:prefLabel']),
          sensitive: data['@type'].includes('dpv:SpecialCategoryPersonalData'),
        })),
        recipients: process['dpv:hasRecipient'].map((recipient) => ({
          name: recipient['dpv:hasName'],
          countries: [recipient['dpv:hasCountry']].flat().map(countryOf),
        })),
        retention: storage
          ? {
              period: periodOf(storage['rdf:value']),
              start: storage['skos:scopeNote'] ? wordsOf(storage['skos:scopeNote']) : null,
              note: storage['skos:note'] ?? '',
            }
          : null,
      };
    }),
  };
}

/**
 * Where a receipt stands: readable by whoever has the address, so its id is random. The workspace is only counted by:
 * the page opens without.
 */
export const receiptPath = (workspaceId: string, receiptId: string): string =>
  pageAddress('consentReceipt', { id: receiptId, workspace: workspaceId });
export const RECEIPT_FORMATS = ['pdf', 'jsonld', 'jws'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];
/** A receipt as a file. */
export const receiptFile = (workspaceId: string, receiptId: string, format: ReceiptFormat, lang: 'th' | 'en'): string =>
  `/api/v1/${workspaceId}/user-consent-receipts/${receiptId}/file?format=${format}&lang=${lang}`;
/** The logo that the form of a receipt was shown with. */
export const receiptLogo = (workspaceId: string, receiptId: string): string =>
  `/api/v1/${workspaceId}/user-consent-receipts/${receiptId}/logo`;
/** Public halves of the keys that sign (RFC 7517). */
export const KEYS_PATH = '/.well-known/jwks.json';

// ── A data subject's own page ───────────────────────────────────────────────────────────────────

export const CHOICES_PATH = pageAddress('consentChoices');
/** The workspace and the token of such a link: both behind the #, which browsers send to nobody. */
export function choicesOf(hash: string): { ws: string; token: string } | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const ws = params.get('ws');
  const token = params.get('token');
  return ws && token ? { ws, token } : null;
}
