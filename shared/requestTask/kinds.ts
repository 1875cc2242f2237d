import type { RightCode } from '../dataRight/schema.ts';
import type { Proof } from './proof.ts';

/** What is to be done in an application to carry a right out. */
export const TASK_KINDS = [
  'SEARCH',
  'EXPORT',
  'CORRECT',
  'ERASE',
  'RESTRICT',
  'OBJECT',
  'WITHDRAW',
  'TELL_RECIPIENTS',
  'OTHER',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Kinds that can be carried out on the consent store. */
export const ON_CONSENT_STORE: readonly TaskKind[] = ['RESTRICT', 'OBJECT', 'WITHDRAW'];

const KINDS_OF: Readonly<Record<RightCode, readonly TaskKind[]>> = {
  ACCESS: ['SEARCH', 'EXPORT'],
  PORTABILITY: ['SEARCH', 'EXPORT'],
  OBJECTION: ['OBJECT'],
  ERASURE: ['ERASE', 'TELL_RECIPIENTS'],
  RESTRICTION: ['RESTRICT'],
  RECTIFICATION: ['CORRECT', 'TELL_RECIPIENTS'],
  WITHDRAWAL: ['WITHDRAW'],
  COMPLAINT: [],
};

/**
 * The tasks that a right gives in an application; `code` null: a right of the workspace's own, for which the data is
 * found first.
 */
export const kindsOf = (
  code: RightCode | null,
  { hasConsent, hasRecipients }: { hasConsent: boolean; hasRecipients: boolean },
): TaskKind[] =>
  (code === null ? (['SEARCH'] as const) : KINDS_OF[code]).filter(
    (kind) => (kind !== 'WITHDRAW' || hasConsent) && (kind !== 'TELL_RECIPIENTS' || hasRecipients),
  );

/** Where an erasure reaches: the data in use, its copies, its backups, and what processors hold. */
export const ERASED_PLACES = ['LIVE', 'COPIES', 'BACKUPS', 'PROCESSORS'] as const;

/** A part of the proof that a task is not done without. */
export type ProofPart = 'method' | 'count' | 'hash' | 'before' | 'after' | 'places';
export const PROOF_PARTS: Readonly<Record<TaskKind, readonly ProofPart[]>> = {
  SEARCH: ['method', 'count'],
  EXPORT: ['method', 'count', 'hash'],
  CORRECT: ['before', 'after'],
  ERASE: ['method', 'places'],
  RESTRICT: ['method'],
  OBJECT: ['method'],
  WITHDRAW: ['method'],
  TELL_RECIPIENTS: ['method'],
  OTHER: [],
};

/**
 * What is missing of the proof of a task. A file proves by its own hash; what was carried out on the consent store is
 * proved by its receipts.
 */
export function missingProof(
  kind: TaskKind,
  proof: Proof,
  { hasFile, hasReceipts }: { hasFile: boolean; hasReceipts: boolean },
): ProofPart[] {
  const isThere: Readonly<Record<ProofPart, boolean>> = {
    method: proof.method !== '' || hasReceipts,
    count: proof.count !== null,
    hash: proof.hash !== '' || hasFile,
    before: proof.before !== '',
    after: proof.after !== '',
    places: ERASED_PLACES.every((place) => proof.places[place] !== undefined),
  };
  return PROOF_PARTS[kind].filter((part) => !isThere[part]);
}
