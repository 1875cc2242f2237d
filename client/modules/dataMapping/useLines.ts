import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type DataMapping, type FlowInput, inputOf } from '../../../shared/dataMapping/schema.ts';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { forgetDraft, keepDraft, readDraft } from '../../ui/form/draft.ts';
import { joined, type Row, rowsOf, sameLines, sent } from './lines.ts';

interface State {
  rows: Row[];
  /** What the rows began from, and the row version they are saved over. */
  base: { rowVersion: number; lines: FlowInput[] };
  /** When a draft of this browser was put back, epoch ms. */
  restoredAt?: number;
}

const DRAFT_PAUSE_MS = 400;
const begin = (mapping: DataMapping): State => ({
  rows: rowsOf(mapping.flows),
  base: { rowVersion: mapping.rowVersion, lines: mapping.flows.map(inputOf) },
});

/** What was left unsaved in this browser, if it still says something. */
function restored(draftKey: string): State | null {
  const draft = readDraft(draftKey);
  const kept = draft?.values as Pick<State, 'rows' | 'base'> | undefined;
  if (!draft || !Array.isArray(kept?.rows) || !Array.isArray(kept.base?.lines) || sameLines(kept.rows, kept.base.lines))
    return null;
  return { rows: kept.rows, base: kept.base, restoredAt: draft.at };
}

/**
 * The lines of a mapping while they are edited: kept as a draft in this browser, saved as a whole over the row version
 * they began from, and never overwritten by what somebody else saves meanwhile.
 */
export function useLines(mapping: DataMapping, editable: boolean) {
  const { ws } = useSession();
  const id = mapping.applicationId;
  const draftKey = `${ws}.dataMapping.${id}`;
  const cache = trpc.useUtils();
  const update = trpc.dataMapping.update.useMutation();
  const [state, setState] = useState<State>(() => (editable ? restored(draftKey) : null) ?? begin(mapping));
  const [stale, setStale] = useState<DataMapping | null>(null);
  const [failure, setFailure] = useState('');
  /** Reasons of a refusal, by the row's key. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { rows, base } = state;
  const dirty = useMemo(() => editable && !sameLines(rows, base.lines), [editable, rows, base]);
  const saving = update.isPending;

  // A newer mapping is taken over where nothing is typed, or where it says the same and only the application moved on.
  const says = useMemo(() => mapping.flows.map(inputOf), [mapping]);
  const newer = mapping.rowVersion > base.rowVersion && !saving;
  const apart = newer && dirty && !sameLines(says, base.lines);
  useEffect(() => {
    if (!newer || apart) return;
    setState((now) => (dirty ? { ...now, base: { rowVersion: mapping.rowVersion, lines: says } } : begin(mapping)));
  }, [newer, apart, dirty, mapping, says]);

  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    if (!editable) return;
    if (!dirty) {
      forgetDraft(draftKey);
      return;
    }
    const keep = () => keepDraft(draftKey, { rows: latest.current.rows, base: latest.current.base });
    const timer = setTimeout(keep, DRAFT_PAUSE_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [editable, dirty, rows, base, draftKey]);

  const change = useCallback((next: (rows: readonly Row[]) => Row[]) => {
    setRefused(new Map());
    setState((now) => ({ ...now, rows: next(now.rows) }));
  }, []);

  const keep = (saved: DataMapping) => {
    cache.dataMapping.get.setData({ ws, id }, saved);
    void cache.application.invalidate();
    void cache.activityLog.invalidate();
  };

  /** Saves rows over a row version. True when done; else what happened is shown. */
  const saveOver = async (lines: readonly Row[], rowVersion: number): Promise<boolean> => {
    setFailure('');
    setRefused(new Map());
    try {
      const saved = await update.mutateAsync({ ws, id, rowVersion, flows: lines.map(sent) });
      keep(saved);
      const ids = new Map(lines.map((row, index) => [row.key, saved.flows[index]?.id]));
      setState((now) => ({
        // What was typed while it was saved stays, over the new row version.
        rows: now.rows.map((row) => ({ ...row, id: ids.get(row.key) ?? row.id })),
        base: { rowVersion: saved.rowVersion, lines: saved.flows.map(inputOf) },
      }));
      setStale(null);
      return true;
    } catch (error) {
      const body = bodyOf(error);
      if (body?.code === 'staleEdit' && body.details?.current) setStale(body.details.current as DataMapping);
      const reasons = new Map<string, string>();
      for (const { path, reason } of body?.issues ?? []) {
        const row = path[0] === 'flows' ? lines[Number(path[1])] : undefined;
        if (row) reasons.set(row.key, reason);
      }
      setRefused(reasons);
      setFailure(messageOf(error) ?? (error instanceof Error ? error.message : String(error)));
      return false;
    }
  };

  return {
    rows,
    dirty,
    saving,
    failure,
    refused,
    change,
    restoredAt: dirty ? state.restoredAt : undefined,
    save: () => saveOver(rows, base.rowVersion),
    /** Goes back to what is stored. */
    discard: () => {
      forgetDraft(draftKey);
      setFailure('');
      setRefused(new Map());
      setState(begin(mapping));
    },
    /** Somebody else saved other lines while these were edited. */
    apart,
    stale,
    compare: () => setStale(mapping),
    closeStale: () => setStale(null),
    takeTheirs: (theirs: DataMapping) => {
      forgetDraft(draftKey);
      keep(theirs);
      setFailure('');
      setState(begin(theirs));
      setStale(null);
    },
    keepMine: (theirs: DataMapping) => saveOver(rows, theirs.rowVersion),
    /** Both sides' lines together, to look over and save. */
    join: (theirs: DataMapping) => {
      keep(theirs);
      setFailure('');
      setState({
        rows: joined(base.lines, rows, theirs.flows),
        base: { rowVersion: theirs.rowVersion, lines: theirs.flows.map(inputOf) },
      });
      setStale(null);
    },
  };
}
