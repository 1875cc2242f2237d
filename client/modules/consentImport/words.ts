import { useTranslation } from 'react-i18next';
import {
  CONSENT_FIELDS,
  type ConsentField,
  type ImportedForm,
  PURPOSE_FIELD,
} from '../../../shared/consentImport/schema.ts';
import { useFormat } from '../../ui/index.ts';

/** Names the fields of a form's rows: those that every form has, and its purposes. */
export function useFieldName({ purposes }: ImportedForm): (field: string) => string {
  const { t } = useTranslation('consentImport');
  const { text } = useFormat();
  return (field) => {
    const known = CONSENT_FIELDS.find((one): one is ConsentField => one === field);
    if (known) return t(`field.${known}`);
    const purpose = purposes.find(({ id }) => PURPOSE_FIELD + id === field);
    return purpose ? text(purpose.title) : field;
  };
}
