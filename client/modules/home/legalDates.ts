/** The day of the latest change of each text, in Bangkok; test/unit/legal-text.test.ts compares it with the texts. */
export const LEGAL_DATES = { terms: '2026-11-23', policy: '2026-12-01' } as const;
