import type { AgeBand } from '../../../shared/request/schema.ts';
import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import { randomId, type Store } from '../kit/storage.ts';
import type { RequestOptions } from './types.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  telephone: string;
}
/** What is asked for of one right. */
export interface Wish {
  options: number[];
  additional: string;
  detail: string;
}
/** A file on its way to the product, or there. */
export interface Attachment {
  uploadId: string;
  token: string;
  name: string;
  size: number;
  /** Where the product has it; empty while some of it is missing. */
  url: string;
}

/** What a visitor has filled in so far. */
export interface Draft {
  step: number;
  who: Person & { country: string };
  age: AgeBand | '';
  byGuardian: boolean;
  guardian: Person;
  /** By the ids of the rights that were chosen. */
  rights: Record<string, Wish>;
  terms: boolean;
  file: Attachment | null;
  /** The Idempotency-Key of the request that becomes of it. */
  key: string;
  at: number;
}

/** As long as a device remembers what was filled in. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const nobody = (): Person => ({ firstName: '', lastName: '', email: '', telephone: '' });

export const newDraft = ({ defaultValues }: Pick<RequestOptions, 'defaultValues'>): Draft => ({
  step: 0,
  who: { ...nobody(), country: 'TH', ...defaultValues },
  age: '',
  byGuardian: false,
  guardian: nobody(),
  rights: {},
  terms: false,
  file: null,
  key: randomId(),
  at: Date.now(),
});

/** Where a draft is kept. */
const nameOf = ({ dsrmFormId }: Pick<RequestOptions, 'dsrmFormId'>) => `draft.${dsrmFormId}`;

/** What was filled in on this device; undefined where there is nothing, or it is too old. */
export function storedDraft(store: Store, options: RequestOptions): Draft | undefined {
  const found = store.get<Draft>(nameOf(options));
  const age = Date.now() - Number(found?.at);
  if (found && age > -KEPT_MS && age < KEPT_MS) return found;
  store.remove(nameOf(options));
  return undefined;
}
export const storeDraft = (store: Store, options: RequestOptions, draft: Draft): void =>
  store.set(nameOf(options), { ...draft, at: Date.now() });
export const removeDraft = (store: Store, options: RequestOptions): void => store.remove(nameOf(options));

/** The chosen rights that the form offers, in its order. */
export const chosenOf = ({ rights }: Pick<PublicRequestForm, 'rights'>, draft: Draft) =>
  rights.filter(({ rightRequestId }) => draft.rights[rightRequestId]);

/** Whether a guardian asks: for a minor always. */
export const hasGuardian = ({ age, byGuardian }: Draft): boolean => age === 'MINOR' || age === 'CHILD' || byGuardian;
