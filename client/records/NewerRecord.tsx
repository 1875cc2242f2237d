import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button } from '../ui/index.ts';
import { useFormState } from '../ui/form/Form.tsx';
import { useFormContext, useWatch } from '../ui/form/index.ts';
import { CopyTyped } from './CopyTyped.tsx';
import { labelsOf, withMembers } from './mergeFields.ts';
import { savedOf } from './savedOf.ts';
import { merge, sameValue } from './threeWay.ts';
import type { StaleEdit } from './useStaleEdit.tsx';

export interface NewerRecordProps<Current extends { rowVersion: number }, Values extends object> {
  edit: StaleEdit<Current, Values>;
  /** The current record. Left out, the form keeps its initial record, and a newer one is detected on saving. */
  newest?: Current | null;
  /** Why it can no longer be saved, if so; the input stays and can be copied. */
  over?: string | false;
}

/**
 * Inside a form that saves over a row version: adopts a newer record when there is no input, as after saving; adopts
 * the fields that only the other changed, and lists them; where both changed the same field, reports it and offers to
 * compare. The form's base is stored in its draft.
 */
export function NewerRecord<Current extends { rowVersion: number }, Values extends object>({
  edit,
  newest,
  over,
}: NewerRecordProps<Current, Values>) {
  const form = useFormContext();
  const { isDirty, isSubmitting } = form.formState;
  const { secret, base } = useFormState();
  // The form restores a draft just after its first render.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [adopted, setAdopted] = useState<{ name: string | undefined; labels: string[] } | null>(null);
  const displayedVersion = useRef(newest?.rowVersion ?? edit.base.rowVersion);
  const latest = useRef(edit);
  latest.current = edit;
  const { rowVersion } = edit.base;
  const still = ready && !isSubmitting;

  useEffect(() => {
    base.current = () => latest.current.stored(secret);
  }, [base, secret]);
  useEffect(() => {
    if (!still || isDirty) return;
    latest.current.forget();
    setAdopted(null);
  }, [still, isDirty]);

  const newer = still && newest && newest.rowVersion > rowVersion ? newest : null;
  useEffect(() => {
    if (!still || isDirty) return;
    if (newer) {
      latest.current.start(newer);
      form.reset(latest.current.valuesOf(newer));
      displayedVersion.current = newer.rowVersion;
    } else if (newest && displayedVersion.current < rowVersion) {
      // Saved: the form displays the stored values.
      form.reset(latest.current.base.values);
      displayedVersion.current = rowVersion;
    }
  }, [still, isDirty, newer, newest, rowVersion, form]);

  return (
    <>
      {over && (
        <Banner tone="warn" role="status" action={isDirty && <CopyTyped edit={edit} record={newest} />}>
          {over}
        </Banner>
      )}
      {!over && newer && isDirty && !edit.asking && (
        <Apart
          edit={edit}
          newest={newer}
          onAdopted={(labels) => {
            displayedVersion.current = newer.rowVersion;
            setAdopted({ name: savedOf(newer).name, labels });
          }}
        />
      )}
      {adopted && adopted.labels.length > 0 && <AdoptedChanges {...adopted} />}
    </>
  );
}

/**
 * A newer record while there is input: merged into the form where there is no conflict, otherwise offered for
 * comparison.
 */
function Apart<Current extends { rowVersion: number }, Values extends object>({
  edit,
  newest,
  onAdopted,
}: {
  edit: StaleEdit<Current, Values>;
  newest: Current;
  onAdopted: (labels: string[]) => void;
}) {
  const { t } = useTranslation('recordScreen');
  const form = useFormContext();
  const mine = useWatch() as Values;
  const theirs = edit.valuesOf(newest);
  const fields = withMembers(edit.fieldsOf(newest), theirs, mine, edit.base.values);
  const merged = merge(edit.base.values, theirs, mine, fields);
  const apart = [...merged.outcomes.values()].includes('conflict');
  useEffect(() => {
    if (apart) return;
    edit.start(newest);
    form.reset(theirs, { keepErrors: true, keepTouched: true });
    for (const [name, value] of Object.entries(merged.values)) {
      if (!sameValue(value, theirs[name as keyof Values])) form.setValue(name, value, { shouldDirty: true });
    }
    onAdopted(labelsOf(fields, merged.outcomes, 'theirs', 'joined'));
  });
  if (!apart) return null;
  return (
    <Banner
      tone="warn"
      role="status"
      action={
        <Button size="sm" onClick={() => edit.compare(newest, form.getValues() as Values)}>
          {t('compare')}
        </Button>
      }
    >
      {t('stale.title')}
    </Banner>
  );
}

function AdoptedChanges({ name, labels }: { name: string | undefined; labels: string[] }) {
  const { t, i18n } = useTranslation('recordScreen');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(labels);
  return (
    <Banner tone="info" role="status">
      {t('stale.tookOver', { name: name ?? t('stale.somebody'), fields: list })}
    </Banner>
  );
}
