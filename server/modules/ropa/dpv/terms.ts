import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../../../shared/purpose/lawfulBasis.ts';

/**
 * Vocabularies of the export: the W3C Data Privacy Vocabulary 2.3 (`DPV_VERSION`), its places and its extension for
 * Thailand, and the common ones for labels and facts of a document. test/unit/dpv-terms.test.ts looks every term up.
 */
export const PREFIXES = {
  dpv: 'https://w3id.org/dpv#',
  loc: 'https://w3id.org/dpv/loc#',
  'legal-th': 'https://w3id.org/dpv/legal/th#',
  dct: 'http://purl.org/dc/terms/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  schema: 'https://schema.org/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;
/** The version whose terms are used. */
export const DPV_VERSION = 'https://w3id.org/dpv/2.3';
type Prefix = keyof typeof PREFIXES;
/** A term as `prefix:name`. */
export type Term = `${Prefix}:${string}`;

/** The IRI of a term. */
export const iriOf = (term: Term): string => {
  const at = term.indexOf(':');
  return PREFIXES[term.slice(0, at) as Prefix] + term.slice(at + 1);
};

interface Basis {
  /** The nearest classes of DPV. */
  readonly types: readonly Term[];
  /** Of the PDPA. */
  readonly section: string;
}

/**
 * legal-th (DPV 2.2) names the law (`law-PDPA`) and the authority, but no lawful basis of it. A basis is therefore an
 * instance of DPV's own class, with its law and section as text.
 */
export const BASES: Record<LawfulBasis, Basis> = {
  consent: { types: ['dpv:Consent'], section: '19' },
  contract: { types: ['dpv:Contract'], section: '24(3)' },
  legalObligation: { types: ['dpv:LegalObligation'], section: '24(6)' },
  vitalInterest: { types: ['dpv:VitalInterest'], section: '24(2)' },
  // Both public tasks and official authority.
  publicTask: { types: ['dpv:PublicInterest'], section: '24(4)' },
  legitimateInterest: { types: ['dpv:LegitimateInterest'], section: '24(5)' },
  // DPV has no class for archives, research and statistics.
  research: { types: [], section: '24(1)' },
};

export const EXEMPTIONS: Record<SensitiveExemption, Basis> = {
  necessaryWithLaw: { types: ['dpv:LegalObligation'], section: '26(5)' },
  preventLifeDanger: { types: ['dpv:VitalInterest'], section: '26(1)' },
  legalClaims: { types: [], section: '26(4)' },
};

/** Each is a `dpv:DataTransferLegalBasis`; those of section 29 are safeguards too. */
export const TRANSFERS: Record<TransferSafeguard, Basis> = {
  adequacy: { types: [], section: '28' },
  bindingCorporateRules: { types: ['dpv:SafeguardForDataTransfer'], section: '29' },
  standardClauses: { types: ['dpv:SafeguardForDataTransfer'], section: '29' },
  certification: { types: ['dpv:SafeguardForDataTransfer', 'dpv:Certification'], section: '29' },
  consent: { types: ['dpv:Consent'], section: '28(2)' },
  contract: { types: ['dpv:Contract'], section: '28(3)(4)' },
  law: { types: ['dpv:LegalObligation'], section: '28(1)' },
  vitalInterest: { types: ['dpv:VitalInterest'], section: '28(5)' },
  publicInterest: { types: ['dpv:PublicInterest'], section: '28(6)' },
};

/** Frequencies: DPV's classes; the label is more precise. */
export const FREQUENCIES: Record<string, Term> = {
  once: 'dpv:SingularFrequency',
  continuous: 'dpv:ContinuousFrequency',
  daily: 'dpv:OftenFrequency',
  weekly: 'dpv:OftenFrequency',
  monthly: 'dpv:OftenFrequency',
  quarterly: 'dpv:SporadicFrequency',
  yearly: 'dpv:SporadicFrequency',
  onRequest: 'dpv:SporadicFrequency',
};
