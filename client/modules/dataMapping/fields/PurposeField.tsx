import { useTranslation } from 'react-i18next';
import { FLOW_WORDS } from '../../../../shared/dataMapping/fields.ts';
import type { FlowInput } from '../../../../shared/dataMapping/schema.ts';
import { useFormat } from '../../../ui/index.ts';
import { FieldFrame, NativeSelect, useField, useFormContext } from '../../../ui/form/index.ts';
import { useDirectory } from '../directory.tsx';
import { INHERITED_WORDS, lineFor } from '../lines.ts';

/**
 * Selects the purpose of a line. A new purpose also sets its group, storage and destruction, unless the user changed
 * them.
 */
export function PurposeField() {
  const { t } = useTranslation(['dataMapping', 'ui']);
  const { text } = useFormat();
  const { purposes } = useDirectory();
  const form = useFormContext();
  const handle = useField<string>({ name: 'purposeId', required: true });
  const choose = (id: string) => {
    const values = form.getValues() as FlowInput;
    const [before, after] = [lineFor(purposes.get(handle.value)), lineFor(purposes.get(id))];
    handle.set(id);
    const put = (name: string, value: unknown) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    for (const { idKey } of INHERITED_WORDS.map((word) => FLOW_WORDS[word]))
      if (!values[idKey] || values[idKey] === before[idKey]) put(idKey, after[idKey]);
    const { thirdParties = [], internalApplications = [] } = purposes.get(id)?.content ?? {};
    put(
      'thirdPartyIds',
      values.thirdPartyIds.filter((one) => thirdParties.some((party) => party.id === one)),
    );
    put(
      'internalApplicationIds',
      values.internalApplicationIds.filter((one) => internalApplications.some((application) => application.id === one)),
    );
  };
  return (
    <FieldFrame label={t('form.purpose')} required handle={handle}>
      <NativeSelect
        {...handle.control}
        name="purposeId"
        value={purposes.has(handle.value) ? handle.value : ''}
        onChange={(event) => choose(event.target.value)}
        onBlur={handle.blur}
      >
        <option value="" disabled>
          {t('ui:form.select')}
        </option>
        {[...purposes.values()].map(({ id, title }) => (
          <option key={id} value={id}>
            {text(title)}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
