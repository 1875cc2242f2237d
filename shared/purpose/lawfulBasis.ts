/** Lawful bases of the PDPA, sections 19 and 24, in the order of forms and charts (spec 2 section 9). */
export const LAWFUL_BASES = [
  'consent',
  'contract',
  'legalObligation',
  'vitalInterest',
  'publicTask',
  'legitimateInterest',
  'research',
] as const;
export type LawfulBasis = (typeof LAWFUL_BASES)[number];

/** Exemptions for processing sensitive data without explicit consent, PDPA section 26. */
export const SENSITIVE_EXEMPTIONS = ['necessaryWithLaw', 'preventLifeDanger', 'legalClaims'] as const;
export type SensitiveExemption = (typeof SENSITIVE_EXEMPTIONS)[number];

/**
 * Grounds on which personal data may go abroad: an adequate country, binding corporate rules or appropriate safeguards
 * (PDPA section 29), or one of the exemptions of section 28.
 */
export const TRANSFER_SAFEGUARDS = [
  'adequacy',
  'bindingCorporateRules',
  'standardClauses',
  'certification',
  'consent',
  'contract',
  'law',
  'vitalInterest',
  'publicInterest',
] as const;
export type TransferSafeguard = (typeof TRANSFER_SAFEGUARDS)[number];
