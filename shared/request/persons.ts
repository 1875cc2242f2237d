import type { AgeBand, Guardian, Request, StatedKey, Subject } from './schema.ts';

/** Who acts in a request beside staff; of a notice, in the order of the mails to them. */
export const PERSONS = ['SUBJECT', 'GUARDIAN'] as const;
export type Person = (typeof PERSONS)[number];

/**
 * Who confirms a request, reads it and gets its answer: up to ten years old the guardian alone, under twenty and
 * unmarried both, otherwise the subject.
 */
export const personsOf = (ageBand: AgeBand | null): readonly Person[] =>
  ageBand === 'CHILD' ? ['GUARDIAN'] : ageBand === 'MINOR' ? PERSONS : ['SUBJECT'];

/** Who has yet to confirm a request when it comes in: a token confirms who the data subject is, and nobody else. */
export const confirmersOf = (ageBand: AgeBand | null, byToken: boolean): Person[] =>
  personsOf(ageBand).filter((person) => !byToken || person === 'GUARDIAN');

interface Addresses {
  readonly email: string;
  readonly guardian: Pick<Guardian, 'email'> | null;
}

/** The email address of a person; '' where there is none. */
export const addressOf = ({ identity }: { readonly identity: Addresses }, person: Person): string =>
  (person === 'GUARDIAN' ? identity.guardian?.email : identity.email) ?? '';

/** By them the data subject's records are found in every module. */
const LOOKED_UP = ['uid', 'telephone'] as const satisfies readonly StatedKey[];
/** The system that confirmed the request named its user as well. */
const NAMES_USER: readonly Request['verifiedHow'][] = ['TOKEN', 'AGENT'];

/** What a request states of who asks, as far as a correction of it has consequences. */
interface Stated {
  readonly ageBand: AgeBand | null;
  readonly identity: Addresses & Pick<Subject, StatedKey>;
}

/**
 * Whom a correction of who asks concerns. `confirmsAgain`: a request that was confirmed before must be confirmed again,
 * since what was confirmed is not true of it any more (decision 126).
 */
export function effectOf(before: Stated & Pick<Request, 'verifiedHow' | 'byToken'>, after: Stated) {
  const [formerly, acting] = [personsOf(before.ageBand), personsOf(after.ageBand)];
  const addressBefore = (person: Person) => (formerly.includes(person) ? addressOf(before, person) : '');
  const readdressed = acting.filter((person) => addressOf(after, person) !== addressBefore(person));
  const newlyActing = acting.filter((person) => !formerly.includes(person));
  const noLongerActing = formerly.filter((person) => !acting.includes(person));
  const lookedUp = LOOKED_UP.filter((name) => before.identity[name] !== after.identity[name]);
  const isOtherUser = lookedUp.includes('uid') && (before.byToken || NAMES_USER.includes(before.verifiedHow));
  return {
    /** Who acts from now on by another address than before. */
    readdressed,
    newlyActing,
    noLongerActing,
    /** The readdressed, and who had an address and does not act any more. */
    formerlyAddressed: [...readdressed, ...noLongerActing.filter((person) => addressBefore(person) !== '')],
    lookedUp,
    confirmsAgain: readdressed.length > 0 || newlyActing.length > 0 || isOtherUser,
  };
}
