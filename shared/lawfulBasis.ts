/** Lawful bases of the PDPA, sections 19 and 24, in the order of forms and charts (spec 2 section 9). */
export const LAWFUL_BASES = ['consent', 'contract', 'legalObligation', 'vitalInterest', 'publicTask', 'legitimateInterest', 'research'] as const;
export type LawfulBasis = (typeof LAWFUL_BASES)[number];

/** Exemptions for processing sensitive data without explicit consent, PDPA section 26. */
export const SENSITIVE_EXEMPTIONS = ['necessaryWithLaw', 'preventLifeDanger', 'legalClaims'] as const;
export type SensitiveExemption = (typeof SENSITIVE_EXEMPTIONS)[number];
