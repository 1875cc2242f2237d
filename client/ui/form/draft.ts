import type { FieldValues } from 'react-hook-form';
import { DAY } from '../../../shared/duration.ts';

const prefix = 'pokpong_draft_';
/** Older drafts are deleted: the record has most likely changed. */
const keepMs = 7 * DAY;

/** The account whose drafts these are: a browser can be shared. Empty before sign-in. */
let owner = '';
/** The input of an open editor, and its draft. */
export interface OpenDraft {
  readonly key: string;
  /** The current input is stored after a pause; `null`: there is nothing unsaved any more. */
  readonly change: (values: FieldValues | null) => void;
  /** Stores the current input immediately. */
  readonly keep: () => void;
  /** Forgets the current input. */
  readonly drop: () => void;
  /** Ends it, with the current input stored. */
  readonly close: () => void;
}
/** Those of all open editors. */
export const openDrafts = new Set<OpenDraft>();

/** The name of a key's draft in the storage. */
export const nameOf = (key: string): string => `${prefix}${owner}.${key}`;

function everyDraft(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Sets whose account is signed in: from now on only its drafts are read. Old ones are deleted. */
export function draftsOf(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  for (const name of everyDraft()) if (!draftAt(name, Date.now())) localStorage.removeItem(name);
}

/**
 * Deletes every draft of the account that signs out, in all workspaces. Those of others who use this browser stay, and
 * a report on a public page, which belongs to no account (docs/decisions/138).
 */
export function forgetDrafts(userId = owner): void {
  for (const { drop } of openDrafts) drop();
  for (const name of everyDraft()) if (userId && name.startsWith(`${prefix}${userId}.`)) localStorage.removeItem(name);
}

/** Stores the current input, for a page that closes without a question. */
export function keepDrafts(): void {
  for (const { keep } of openDrafts) keep();
}

export interface Draft {
  /** When it was typed, epoch ms. */
  at: number;
  values: FieldValues;
  /** What the values are changes of. In one item with them: of two tabs, each stores its own with its own. */
  base?: FieldValues | undefined;
  /** The values that the form opened with. */
  defaults?: FieldValues;
}

/** The stored draft of a key, if any and not too old. */
export function readDraft(key: string, now: number = Date.now()): Draft | undefined {
  return draftAt(nameOf(key), now);
}

function draftAt(name: string, now: number): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
    if (!draft || typeof draft.values !== 'object' || now - draft.at > keepMs) return undefined;
    return draft;
  } catch {
    return undefined;
  }
}

/** Deletes the draft of a key, and the input of an open editor from what is stored when it closes. */
export function forgetDraft(key: string): void {
  for (const open of openDrafts) if (open.key === key) open.drop();
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Storage is blocked: there is no draft either.
  }
}
