import { useTranslation } from 'react-i18next';
import { REQUEST_FIELDS } from '../../../shared/requestImport/schema.ts';

/** Returns the labels of row fields. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('requestImport');
  return (field) => {
    const known = REQUEST_FIELDS.find((one) => one === field);
    return known ? t(`field.${known}`) : field;
  };
}
