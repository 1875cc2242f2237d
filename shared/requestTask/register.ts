import { z } from 'zod';
import { RETENTION_CONTENT } from '../purpose/retentionInput.ts';
import { id } from '../text.ts';

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });

/** What the published record of processing says of the data that an application holds of some data subjects. */
export const registerFacts = z.object({
  purposes: z.array(z.object({ id, title: text, retention: z.object(RETENTION_CONTENT) })),
  groups: z.array(named),
  piiCategories: z.array(named.extend({ sensitive: z.boolean() })),
  storage: z.array(named.extend({ country: z.string().nullable() })),
  destructionMethods: z.array(named),
  /** Third parties, and applications of the organisation. */
  recipients: z.array(z.object({ name: z.string(), countries: z.array(z.string()), internal: z.boolean() })),
  /** Countries abroad in which it is kept or to which it goes. */
  thirdCountries: z.array(z.string()),
  /** Some purpose is based on consent. */
  hasConsent: z.boolean(),
  responsible: z.object({ id, name: z.string() }).nullable(),
});
export type RegisterFacts = z.output<typeof registerFacts>;
export type RegisterField = keyof RegisterFacts;
export const REGISTER_FIELDS = Object.keys(registerFacts.shape) as RegisterField[];

/** Fields that name what is to be looked into and who receives it: who closed a task did not know of a later entry. */
const COVERED = ['purposes', 'groups', 'piiCategories', 'storage', 'recipients'] as const satisfies RegisterField[];
type Entry = { readonly name: string } | { readonly id: string };
const nameOf = (entry: Entry): string => ('id' in entry ? entry.id : entry.name);

/** The fields that have entries which `before` does not have. */
export const fieldsWithMore = (before: RegisterFacts, now: RegisterFacts): RegisterField[] =>
  COVERED.filter((field) => {
    const covered = new Set((before[field] as readonly Entry[]).map(nameOf));
    return (now[field] as readonly Entry[]).some((entry) => !covered.has(nameOf(entry)));
  });
