import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import type { FormField } from '../../records/mergeFields.ts';
import type { FormValues } from './formValues.ts';

/**
 * A report's fields in the order of the form: how each reads, and how two edits of it are merged. `nameOf` says what an
 * id stands for.
 */
export function useReportFields() {
  const { t } = useTranslation(['incident', 'ui']);
  const { dateTime, number } = useFormat();
  return (nameOf: (id: string) => string): FormField<FormValues>[] => {
    const text = (key: 'title' | 'affectedSystems') => ({
      key,
      label: t(`field.${key}`),
      text: (values: FormValues) => values[key],
    });
    const long = (key: 'description' | 'actionsTaken' | 'consequences') => ({
      key,
      label: t(`field.${key}`),
      text: (values: FormValues) => values[key],
      long: true,
    });
    const moment = (key: 'occurredAt' | 'discoveredAt') => ({
      key,
      label: t(`field.${key}`),
      text: (values: FormValues) => dateTime(values[key]),
    });
    const count = (key: 'subjectCount' | 'recordCount') => ({
      key,
      label: t(`field.${key}`),
      text: (values: FormValues) => (values[key] === null ? '' : number(values[key])),
    });
    const links = (key: 'applicationIds' | 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds') => ({
      key,
      label: t(`field.${key}`),
      members: 'set' as const,
      text: (values: FormValues) => values[key].map(nameOf).join('\n'),
    });
    return [
      text('title'),
      long('description'),
      { key: 'cause', label: t('field.cause'), text: ({ cause }) => t(`cause.${cause}`) },
      { key: 'source', label: t('field.source'), text: ({ source }) => t(`source.${source}`) },
      {
        key: 'breachKinds',
        label: t('field.breachKinds'),
        members: 'set',
        text: ({ breachKinds }) => breachKinds.map((kind) => t(`breachKind.${kind}`)).join('\n'),
      },
      moment('occurredAt'),
      moment('discoveredAt'),
      links('applicationIds'),
      links('dataSubjectGroupIds'),
      links('purposeIds'),
      links('piiCategoryIds'),
      { key: 'sensitive', label: t('field.sensitive'), text: ({ sensitive }) => t(sensitive ? 'ui:yes' : 'ui:no') },
      count('subjectCount'),
      count('recordCount'),
      text('affectedSystems'),
      long('actionsTaken'),
      long('consequences'),
      { key: 'attachment', label: t('field.attachment'), text: ({ attachment }) => attachment?.name ?? '' },
      {
        key: 'reporter',
        label: t('field.reporter'),
        text: ({ reporter }) =>
          [`${reporter.firstName} ${reporter.lastName}`, reporter.phone, reporter.email].join('\n'),
      },
    ];
  };
}
