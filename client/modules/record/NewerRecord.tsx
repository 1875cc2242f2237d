import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button } from '../../ui/index.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';

export interface NewerRecordProps<Values extends { rowVersion: number }> {
  /** The record as it stands now, as this form's values. */
  values: Values;
  /** Says that somebody else has saved it. */
  title: string;
  onCompare: (mine: Values) => void;
  /** Whether two of them read the same here: then only the row version moves on, for a save of something else. Left out, every save counts. */
  same?: (one: Values, other: Values) => boolean;
}

/** In a form that saves over a row version: takes a newer record over when nothing is typed, as after saving; else says so and offers to compare. */
export function NewerRecord<Values extends { rowVersion: number }>({ values, title, onCompare, same }: NewerRecordProps<Values>) {
  const { t } = useTranslation('recordScreen');
  const form = useFormContext();
  const { isDirty, isSubmitting } = form.formState;
  const rowVersion = useWatch({ name: 'rowVersion' }) as number;
  // What the form began from.
  const base = useRef(values);
  const newer = values.rowVersion > rowVersion && !isSubmitting;
  const apart = newer && isDirty && !(same && base.current.rowVersion === rowVersion && same(base.current, values));
  useEffect(() => {
    if (!newer || apart) return;
    base.current = values;
    if (isDirty) form.setValue('rowVersion', values.rowVersion);
    else form.reset(values);
  }, [newer, apart, isDirty, form, values]);
  if (!apart) return null;
  return (
    <Banner
      tone="warn"
      role="status"
      action={
        <Button size="sm" onClick={() => onCompare(form.getValues() as Values)}>
          {t('compare')}
        </Button>
      }
    >
      {title}
    </Banner>
  );
}
