import { useTranslation } from 'react-i18next';
import { useFormState } from '../ui/form/Form.tsx';
import { useFormContext } from '../ui/form/index.ts';

interface SaveInput<Values> {
  /** Saves the input; resolves to the newer record. */
  save: (values: Values) => Promise<{ rowVersion: number }>;
  /** The message where a field is invalid. */
  invalid: string;
}

/** For actions on a record that need what is typed in the surrounding form to be saved. */
export function useSaveInput<Values>({ save, invalid }: SaveInput<Values>) {
  const { t } = useTranslation('ui');
  const form = useFormContext();
  const { arrival, uploads, saved: becomeSaved } = useFormState();
  const { isDirty } = form.formState;
  /**
   * Saves the input where there is some, or in any case (`anyway`). @returns the newest row version; it rejects where a
   * field is invalid or a file was not uploaded
   */
  const saveInput = async (rowVersion: number, anyway = false): Promise<number> => {
    // A file that arrives changes the form, which is not rendered again by then.
    const awaits = uploads.areThere();
    if ((await arrival()) !== 'complete') throw new Error(t('file.failed'));
    // So does text that a field has just adopted.
    const isChanged = Object.keys(form.getValues()).some((name) => form.getFieldState(name).isDirty);
    if (!isDirty && !isChanged && !awaits && !anyway) return rowVersion;
    let saved = rowVersion;
    await form.handleSubmit(
      async (values) => {
        const typed = structuredClone(form.getValues());
        saved = (await save(values as Values)).rowVersion;
        becomeSaved.current(typed);
      },
      () => {
        throw new Error(invalid);
      },
    )();
    return saved;
  };
  return { isDirty, saveInput };
}
