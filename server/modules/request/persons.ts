import type { AgeBand } from '../../../shared/request/schema.ts';
import type { Identity } from './subject.ts';

/** Who acts in a request beside staff. */
export type Person = 'SUBJECT' | 'GUARDIAN';

/**
 * Who confirms a request, reads it and gets its answer: up to ten years old the guardian alone, under twenty and
 * unmarried both, otherwise the subject.
 */
export const personsOf = (ageBand: AgeBand | null): readonly Person[] =>
  ageBand === 'CHILD' ? ['GUARDIAN'] : ageBand === 'MINOR' ? ['SUBJECT', 'GUARDIAN'] : ['SUBJECT'];

/** Whether the data subject acts alone. */
export const actsAlone = (ageBand: AgeBand | null): boolean => !personsOf(ageBand).includes('GUARDIAN');

/** The email address of a person; '' where there is none. */
export const addressOf = ({ identity }: { readonly identity: Identity }, person: Person): string =>
  (person === 'GUARDIAN' ? identity.guardian?.email : identity.email) ?? '';
