import { useEffect, useState } from 'react';
import { KEYS_PATH } from '../../../shared/consentReceipt/receipt.ts';
import { checkReceipt, submittedReceiptOf, kindOf, type ReceiptVerdict } from '../../../shared/consentReceipt/check.ts';
import { keysOf, type PublicKey } from '../../../shared/signed.ts';

/** Keys for verification: those that this system publishes, or of a dropped file. */
export interface KeySource {
  readonly keys: readonly PublicKey[];
  /** Name of the file; null: published here. */
  readonly file: string | null;
}
/** Why verification was impossible. */
export type Hindrance =
  | { readonly kind: 'noReceipt' | 'readableOnly' | 'keysNone' | 'keysMissing' | 'insecure' }
  | { readonly kind: 'unknownFile'; readonly name: string };
export type Outcome =
  | { readonly verdict: ReceiptVerdict; readonly keys: KeySource; readonly readable: boolean }
  | { readonly hindrance: Hindrance };

/** Larger files are no receipts. */
const FILE_LIMIT = 2_000_000;

/** The texts of a receipt with those of another drop, which replace earlier ones of their kind. */
function withAdded(earlier: readonly string[], added: readonly string[]): string[] {
  const [before, next] = [earlier, added].map((texts) => submittedReceiptOf(texts)?.jws);
  // The readable file of one receipt says nothing about another.
  if (before !== undefined && next !== undefined && next !== before) return [...added];
  const kinds = new Set(added.map(kindOf));
  return [...earlier.filter((text) => !kinds.has(kindOf(text))), ...added];
}

/**
 * Verifies receipts in this browser. The published keys are fetched once when the page opens; from then on, or with
 * keys from a file, it needs no network.
 */
export function useReceiptCheck() {
  const [published, setPublished] = useState<readonly PublicKey[] | 'unavailable' | null>(null);
  const [dropped, setDropped] = useState<KeySource | null>(null);
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    fetch(KEYS_PATH, { signal: aborter.signal, credentials: 'omit' })
      .then(async (answer) => setPublished(answer.ok ? keysOf(await answer.text()) : 'unavailable'))
      .catch(() => {
        if (!aborter.signal.aborted) setPublished('unavailable');
      });
    return () => aborter.abort();
  }, []);
  const keys: KeySource | null =
    dropped ??
    (published && published !== 'unavailable' && published.length > 0 ? { keys: published, file: null } : null);

  const isNone = Array.isArray(published) && published.length === 0;

  async function check(all: readonly string[], source: KeySource | null): Promise<Outcome | null> {
    if (all.length === 0) return null;
    const submitted = submittedReceiptOf(all);
    if (!submitted)
      return { hindrance: { kind: all.some((text) => kindOf(text) === 'readable') ? 'readableOnly' : 'noReceipt' } };
    if (!isSecureContext) return { hindrance: { kind: 'insecure' } };
    if (!source) return { hindrance: { kind: isNone ? 'keysNone' : 'keysMissing' } };
    return {
      verdict: await checkReceipt(submitted, source.keys),
      keys: source,
      readable: submitted.readable !== undefined,
    };
  }

  return {
    keys,
    /** The published keys are loading. */
    waiting: published === null,
    /** They were fetched, and there are none: nothing has been signed here yet. */
    none: isNone,
    outcome,
    async addFiles(files: readonly File[]): Promise<void> {
      let source = keys;
      const added: string[] = [];
      for (const file of files) {
        const text = file.size > FILE_LIMIT ? '' : await file.text();
        const kind = kindOf(text);
        if (kind === null) return setOutcome({ hindrance: { kind: 'unknownFile', name: file.name } });
        if (kind === 'keys') setDropped((source = { keys: keysOf(text), file: file.name }));
        else added.push(text);
      }
      const all = withAdded(texts, added);
      setTexts(all);
      setOutcome(await check(all, source));
    },
    async checkText(text: string): Promise<void> {
      setTexts([text]);
      setOutcome((await check([text], keys)) ?? { hindrance: { kind: 'noReceipt' } });
    },
    clear(): void {
      setTexts([]);
      setOutcome(null);
    },
  };
}
