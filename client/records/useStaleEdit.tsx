import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { bodyOf, statusOf } from '../shell/errors.ts';
import { readDraft } from '../ui/form/draft.ts';
import { readStoredEdit, useStoredEdit } from './storedEdit.ts';
import { MergeDialog } from './MergeDialog.tsx';
import type { FormField } from './mergeFields.ts';
import { OverDialog } from './OverDialog.tsx';
import { saysTheirs } from './threeWay.ts';

/** The base of a form. */
export interface Base<Values> {
  values: Values;
  rowVersion: number;
}

export interface StaleEditOptions<Current, Values> {
  /** The record that the form edits; none while it is new. */
  record: Current | null | undefined;
  valuesOf: (record: Current) => Values;
  /** The form's fields in order; `theirs` has names that only the newer record knows. */
  fields: (theirs: Current) => readonly FormField<Values>[];
  /** Saves over a row version, whose values were `before`. Resolves to the saved record. */
  save: (values: Values, rowVersion: number, before: Values) => Promise<Current>;
  /** Called when a merged record was saved in place of the form's own. */
  saved: (record: Current) => void;
  /** Called when none of the user's changes is left to save: the form displays theirs. */
  takeTheirs: (theirs: Current) => void;
  /** The form's draft key, if it has one. */
  draftKey?: string;
  /** Whether a newer record can be saved over at all; every one by default. */
  editable?: (theirs: Current) => boolean;
}

/** What a form and its parts share of one edit. */
export interface StaleEdit<Current, Values> {
  base: Base<Values>;
  valuesOf: (record: Current) => Values;
  fieldsOf: (theirs: Current) => readonly FormField<Values>[];
  /** From now on the form's values are changes of this record. */
  start: (record: Current) => void;
  /** Displays the newer record beside the input, before anything is sent. */
  compare: (current: Current, mine: Values) => void;
  asking: boolean;
  /** What is stored in the draft of the base, without names that are excluded from drafts. */
  stored: (secret: ReadonlySet<string>) => FieldValues | undefined;
  /** Forgets the choices for conflicts. */
  forget: () => void;
}

/** The record was deleted, was moved on, or can no longer be saved by this person. */
function isOver(error: unknown): boolean {
  const code = bodyOf(error)?.code ?? '';
  return statusOf(error) === 404 || statusOf(error) === 403 || code === 'illegalMove' || code.endsWith('.sent');
}

/** The base of a form: that of its draft if there is one, otherwise the record. */
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
  // A draft without its base: every difference from a record that was saved since its creation is a question.
  return draftKey && record.rowVersion > 1 && readDraft(draftKey)
    ? { values: {} as Values, rowVersion: record.rowVersion - 1 }
    : { values, rowVersion: record.rowVersion };
}

/** What prevents an edit from being saved, and the input at that time. */
function useObstacles<Current, Values>() {
  /** The record is newer than the base. */
  const [conflict, setConflict] = useState<{ current: Current; mine: Values } | null>(null);
  /** The record can no longer be saved. */
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
 * field over the form's base; only different changes of the same field are a question. When the record can no longer be
 * saved, that is reported and the input can be copied.
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
  // Callbacks that run later read the values of then.
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

  /** Sends values over others; the answer becomes the form's base. `mine`: the form's values. */
  const send = async (values: Values, over: Base<Values>, mine: Values): Promise<Current> => {
    try {
      const saved = await now.current.options.save(values, over.rowVersion, over.values);
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
      const result = await send(values, { rowVersion: current.rowVersion, values: valuesOf(current) }, mine);
      obstacles.setConflict(null);
      stored.forget();
      saved(result);
    } catch (error) {
      // Somebody was quicker again: the dialog then displays that newer record.
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
    stored: stored.of,
    forget: stored.forget,
  };
  const dialog = <EditDialogs {...{ options, obstacles, stored }} base={base.values} onSave={saveMerged} />;
  /** Saves the form's values. Rejects like the call itself; a conflict is then already displayed. */
  const save = (values: Values): Promise<Current> => send(values, now.current.base, values);
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

/** The dialogs of an edit that found a newer record, or one that can no longer be saved. */
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
