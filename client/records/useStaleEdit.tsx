import { useRef, useState } from 'react';
import { bodyOf, statusOf } from '../shell/errors.ts';
import { readDraft } from '../ui/form/draft.ts';
import { readStoredEdit, useStoredEdit } from './storedEdit.ts';
import { MergeDialog } from './MergeDialog.tsx';
import type { FormField } from './mergeFields.ts';
import { OverDialog } from './OverDialog.tsx';
import { saysTheirs } from './threeWay.ts';

/** What a form began from. */
export interface Base<Values> {
  values: Values;
  rowVersion: number;
}

export interface StaleEditOptions<Current, Values> {
  /** The record the form begins from; none while it is new. */
  record: Current | null | undefined;
  valuesOf: (record: Current) => Values;
  /** The form's fields in its order; `theirs` tells names that only the newer record knows. */
  fields: (theirs: Current) => readonly FormField<Values>[];
  /** Saves over a row version. Answers the record as it is then. */
  save: (values: Values, rowVersion: number) => Promise<Current>;
  /** What follows when a merged record was saved in place of the form's own. */
  saved: (record: Current) => void;
  /** What follows when nothing of one's own is left to save: the form shows theirs. */
  takeTheirs: (theirs: Current) => void;
  /** The form's own, where it has one. */
  draftKey?: string;
  /** Whether a newer record can be saved over at all; every one by default. */
  editable?: (theirs: Current) => boolean;
}

/** What a form and what stands in it share of one edit. */
export interface StaleEdit<Current, Values> {
  base: Base<Values>;
  valuesOf: (record: Current) => Values;
  fieldsOf: (theirs: Current) => readonly FormField<Values>[];
  /** What the form holds is a change of this from now on. */
  start: (record: Current) => void;
  /** Shows the newer record beside what is typed, before anything is sent. */
  compare: (current: Current, mine: Values) => void;
  asking: boolean;
  /** Keeps what it began from beside the draft; names that stay out of drafts stay out. */
  keep: (secret: ReadonlySet<string>) => void;
  forget: () => void;
}

/** The record is there no more, was taken a step on, or is no longer one's own to save. */
function isOver(error: unknown): boolean {
  const code = bodyOf(error)?.code ?? '';
  return statusOf(error) === 404 || statusOf(error) === 403 || code === 'illegalMove' || code.endsWith('.sent');
}

/** The base of a form: what its draft was begun from where there is one, else the record. */
function baseOf<Current extends { rowVersion: number }, Values extends object>({
  record,
  valuesOf,
  draftKey,
}: StaleEditOptions<Current, Values>): Base<Values> {
  if (!record) return { values: {} as Values, rowVersion: 0 };
  const values = valuesOf(record);
  const stored = readStoredEdit(draftKey);
  if (stored)
    return stored.rowVersion < record.rowVersion
      ? { values: { ...values, ...stored.values }, rowVersion: stored.rowVersion }
      : { values, rowVersion: record.rowVersion };
  // A draft that tells its row version and not what it began from: whatever differs is asked about.
  const drafted = draftKey ? readDraft(draftKey)?.values.rowVersion : undefined;
  return typeof drafted === 'number' && drafted < record.rowVersion
    ? { values: {} as Values, rowVersion: drafted }
    : { values, rowVersion: record.rowVersion };
}

/** What keeps an edit from being saved, and what was typed then. */
function useObstacles<Current, Values>() {
  /** The record is newer than the one begun from. */
  const [conflict, setConflict] = useState<{ current: Current; mine: Values } | null>(null);
  /** The record can be saved no more. */
  const [over, setOver] = useState<{ message: string; mine: Values } | null>(null);
  /** Why the merged record was not saved. */
  const [failure, setFailure] = useState('');
  const close = () => {
    setConflict(null);
    setOver(null);
  };
  return { conflict, setConflict, over, setOver, failure, setFailure, close };
}
type Obstacles<Current, Values> = ReturnType<typeof useObstacles<Current, Values>>;

/**
 * For forms that save over a row version. When somebody else has saved meanwhile (409), both edits are merged field by
 * field over what this form began from; only what both changed differently is asked about. When the record cannot be
 * saved any more, that is said and what was typed is there to copy.
 * @example
 * const stale = useStaleEdit<Application, FormValues>({ record, valuesOf, fields: () => […], save: (values, rowVersion)
 * => update.mutateAsync({ …values, rowVersion }), … }); <Form onSubmit={(values) => stale.save(values)}><NewerRecord
 * edit={stale.edit} newest={record} />…</Form>{stale.dialog}
 */
export function useStaleEdit<Current extends { rowVersion: number }, Values extends object>(
  options: StaleEditOptions<Current, Values>,
) {
  const [base, setBase] = useState(() => baseOf(options));
  const obstacles = useObstacles<Current, Values>();
  // What is called later reads what holds then.
  const now = useRef({ options, base });
  now.current = { options, base };
  const stored = useStoredEdit(options.draftKey, base);

  const start = (record: Current) =>
    setBase({ values: now.current.options.valuesOf(record), rowVersion: record.rowVersion });
  const compare = (current: Current, mine: Values) => {
    obstacles.setFailure('');
    if (now.current.options.editable?.(current) === false) obstacles.setOver({ message: '', mine });
    else obstacles.setConflict({ current, mine });
  };

  /** Sends values; what is answered is what the form begins from then. `mine`: what stands in the form. */
  const send = async (values: Values, rowVersion: number, mine: Values): Promise<Current> => {
    try {
      const saved = await now.current.options.save(values, rowVersion);
      start(saved);
      return saved;
    } catch (error) {
      const body = bodyOf(error);
      const current = body?.code === 'staleEdit' && (body.details?.current as Current | undefined);
      if (current) compare(current, mine);
      else if (isOver(error)) {
        obstacles.setConflict(null);
        obstacles.setOver({ message: body?.message ?? '', mine });
      }
      throw error;
    }
  };

  const saveMerged = async (values: Values) => {
    if (!obstacles.conflict) return;
    const { current, mine } = obstacles.conflict;
    const { takeTheirs, saved, fields, valuesOf } = now.current.options;
    obstacles.setFailure('');
    if (saysTheirs(values, valuesOf(current), fields(current))) {
      obstacles.setConflict(null);
      stored.forget();
      start(current);
      return takeTheirs(current);
    }
    try {
      const result = await send(values, current.rowVersion, mine);
      obstacles.setConflict(null);
      stored.forget();
      saved(result);
    } catch (error) {
      // Somebody was quicker once more: the dialog then shows that newer record.
      obstacles.setFailure(reasonsOf(error));
    }
  };

  const edit: StaleEdit<Current, Values> = {
    base,
    valuesOf: options.valuesOf,
    fieldsOf: options.fields,
    start,
    compare,
    asking: obstacles.conflict !== null,
    keep: stored.keep,
    forget: stored.forget,
  };
  const dialog = <EditDialogs {...{ options, obstacles, stored }} base={base.values} onSave={saveMerged} />;
  /** Saves what the form holds. Rejects like the call itself; a conflict is then being shown. */
  const save = (values: Values): Promise<Current> => send(values, now.current.base.rowVersion, values);
  return { save, dialog, edit };
}

/** Why a merged record was not saved, in the server's words. */
function reasonsOf(error: unknown): string {
  const issues = bodyOf(error)?.issues ?? [];
  const message = error instanceof Error ? error.message : String(error);
  return [...new Set(issues.length > 0 ? issues.map(({ reason }) => reason) : [message])].join(' ');
}

interface EditDialogsProps<Current, Values> {
  options: StaleEditOptions<Current, Values>;
  base: Values;
  obstacles: Obstacles<Current, Values>;
  stored: ReturnType<typeof useStoredEdit>;
  onSave: (values: Values) => Promise<void>;
}

/** The dialogs of an edit that met a newer record, or one that can no longer be saved. */
function EditDialogs<Current extends { rowVersion: number }, Values extends object>({
  options: { record, valuesOf, fields },
  base,
  obstacles: { conflict, over, failure, close },
  stored,
  onSave,
}: EditDialogsProps<Current, Values>) {
  return (
    <>
      {conflict && (
        <MergeDialog
          {...{ base, failure, onSave }}
          key={conflict.current.rowVersion}
          record={conflict.current}
          theirs={valuesOf(conflict.current)}
          mine={conflict.mine}
          fields={fields(conflict.current)}
          settled={stored.settled}
          onSettle={stored.settle}
          onClose={close}
        />
      )}
      {over && <OverDialog {...over} base={base} fields={record ? fields(record) : []} onClose={close} />}
    </>
  );
}
