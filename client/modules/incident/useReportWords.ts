import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import type { FormValues } from './formValues.ts';

/** A report's fields as words, in the order of the form; for comparing two texts. `nameOf` says what an id stands for. */
export function useReportWords() {
  const { t } = useTranslation(['incident', 'ui']);
  const { dateTime, number } = useFormat();
  return (values: FormValues, nameOf: (id: string) => string): { key: string; label: string; text: string }[] => {
    const field = (key: Parameters<typeof label>[0], said: string) => ({ key, label: label(key), text: said });
    const names = (ids: readonly string[]) => ids.map(nameOf).join('\n');
    const { reporter } = values;
    return [
      field('title', values.title),
      field('description', values.description),
      field('cause', t(`cause.${values.cause}`)),
      field('source', t(`source.${values.source}`)),
      field('breachKinds', values.breachKinds.map((kind) => t(`breachKind.${kind}`)).join('\n')),
      field('occurredAt', dateTime(values.occurredAt)),
      field('discoveredAt', dateTime(values.discoveredAt)),
      field('applicationIds', names(values.applicationIds)),
      field('dataSubjectGroupIds', names(values.dataSubjectGroupIds)),
      field('purposeIds', names(values.purposeIds)),
      field('piiCategoryIds', names(values.piiCategoryIds)),
      field('sensitive', t(values.sensitive ? 'ui:yes' : 'ui:no')),
      field('subjectCount', values.subjectCount === null ? '' : number(values.subjectCount)),
      field('recordCount', values.recordCount === null ? '' : number(values.recordCount)),
      field('affectedSystems', values.affectedSystems),
      field('actionsTaken', values.actionsTaken),
      field('consequences', values.consequences),
      field('attachment', values.attachment?.name ?? ''),
      field('reporter', [`${reporter.firstName} ${reporter.lastName}`, reporter.phone, reporter.email].join('\n')),
    ];
  };
  function label(key: 'title' | 'description' | 'cause' | 'source' | 'breachKinds' | 'occurredAt' | 'discoveredAt' | 'applicationIds' | 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds' | 'sensitive' | 'subjectCount' | 'recordCount' | 'affectedSystems' | 'actionsTaken' | 'consequences' | 'attachment' | 'reporter'): string {
    return t(`field.${key}`);
  }
}
