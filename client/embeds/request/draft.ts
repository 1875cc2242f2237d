import type { AgeBand } from '../../../shared/request/schema.ts';
import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import { randomId } from '../kit/storage.ts';
import type { RequestOptions } from './types.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  telephone: string;
}
/** The input for one right. */
export interface Wish {
  options: number[];
  additional: string;
  detail: string;
}
/** A file that is being uploaded, or has been. */
export interface Attachment {
  uploadId: string;
  token: string;
  name: string;
  size: number;
  /** Its address at the product; empty while it is incomplete. */
  url: string;
}

/** The visitor's input so far. */
export interface Draft {
  /** The version of the form that it was filled in by; absent before one is displayed, and in earlier drafts. */
  version?: number;
  step: number;
  who: Person & { country: string };
  age: AgeBand | '';
  byGuardian: boolean;
  guardian: Person;
  /** By the ids of the chosen rights. */
  rights: Record<string, Wish>;
  terms: boolean;
  file: Attachment | null;
  /** The Idempotency-Key of the future request. */
  key: string;
  /** When it was last changed. */
  at: number;
}

/** How long a device stores the input. */
export const EXPIRY_MS = 7 * 24 * 60 * 60 * 1000;

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

/** The chosen rights that the form offers, in its order. */
export const chosenOf = ({ rights }: Pick<PublicRequestForm, 'rights'>, draft: Draft) =>
  rights.filter(({ rightRequestId }) => draft.rights[rightRequestId]);

/**
 * Fits the input to the version of the form that is displayed: chosen options are places in that version, and the terms
 * are its own. What it does not offer is in no step (`chosenOf`); the visitor sees the rights again.
 */
export function fitDraft(draft: Draft, form: PublicRequestForm): PublicRequestForm {
  if (draft.version !== form.version) {
    draft.version = form.version;
    draft.step = Math.min(draft.step, 2);
    draft.terms = false;
    for (const id in draft.rights) draft.rights[id]!.options = [];
  }
  return form;
}

/** Whether a guardian makes the request: for a minor always. */
export const hasGuardian = ({ age, byGuardian }: Draft): boolean => age === 'MINOR' || age === 'CHILD' || byGuardian;
