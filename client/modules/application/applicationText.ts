import type { TFunction } from 'i18next';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import type { DiffField } from '../../ui/DiffView.tsx';
import { mappingDiff } from '../dataMapping/words.ts';

export interface FieldText {
  key: string;
  label: string;
  value: string;
}

interface Saying {
  /** Of namespaces recordScreen, activityLog, completeness and dataMapping. */
  t: TFunction<['recordScreen', 'activityLog', 'completeness', 'dataMapping']>;
  locale: 'th' | 'en';
}

/** The fields of a published application in words, for reading and comparing; the data mapping apart. */
export function applicationFieldsText(content: ApplicationContent, { t, locale }: Saying): FieldText[] {
  const text = (value: { th: string; en: string }) => value[locale] || value.th || value.en;
  const { dataController: controller, processingRole: role, refusalStatus } = content;
  const field = (key: string, label: string, value: string | null | undefined): FieldText => ({
    key,
    label,
    value: value ?? '',
  });
  return [
    field('name', t('application.name'), content.name),
    field('description', t('application.description'), content.description),
    field('processingRole', t('application.role'), role && t(`application.roles.${role}`)),
    ...(role === 'processor'
      ? [
          field('onBehalfName', t('completeness:form.onBehalfName'), content.onBehalfName),
          field('onBehalfContact', t('completeness:form.onBehalfContact'), content.onBehalfContact),
        ]
      : []),
    field(
      'dataController',
      role === 'processor' ? t('completeness:form.processorName') : t('application.dataController'),
      [text(controller.name), controller.contactPerson, controller.address, controller.phone, controller.email].join(
        '\n',
      ),
    ),
    field('lineOfWork', t('application.lineOfWork'), content.lineOfWork && text(content.lineOfWork.name)),
    field('dataSource', t('application.dataSource'), content.dataSource && text(content.dataSource.name)),
    field('dataSubjectCount', t('application.dataSubjectCount'), content.dataSubjectCount?.toLocaleString('en-US')),
    field(
      'frequency',
      t('application.frequency'),
      content.processingFrequency && t(`activityLog:value.processingFrequency.${content.processingFrequency}`),
    ),
    field('accessMeans', t('completeness:form.accessMeans'), content.accessMeans),
    field(
      'refusalStatus',
      t('completeness:form.refusals'),
      refusalStatus &&
        [
          t(refusalStatus === 'none' ? 'completeness:form.refusalNone' : 'completeness:form.refusalRecorded'),
          content.refusalNote,
        ]
          .filter(Boolean)
          .join('\n'),
    ),
    field(
      'purposes',
      t('application.purposes'),
      content.purposes
        .map((purpose, index) => `${index + 1}. ${text(purpose.content.title)} (v${purpose.version})`)
        .join('\n'),
    ),
  ];
}

/** Two versions side by side: the fields, then the data mapping line by line. */
export function applicationDiff(before: ApplicationContent, after: ApplicationContent, saying: Saying): DiffField[] {
  const [old, now] = [applicationFieldsText(before, saying), applicationFieldsText(after, saying)];
  const keys = [...new Map([...now, ...old].map(({ key, label }) => [key, label]))];
  const value = (fields: readonly FieldText[], key: string) => fields.find((field) => field.key === key)?.value ?? '';
  return [
    ...keys.map(([key, label]) => ({ key, label, before: value(old, key), after: value(now, key) })),
    ...mappingDiff(before.dataMapping ?? [], after.dataMapping ?? [], { t: saying.t as never, locale: saying.locale }),
  ];
}
