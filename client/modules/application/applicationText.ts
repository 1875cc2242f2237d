import type { ApplicationContent } from '../../../shared/application.ts';
import type { DiffField } from '../../ui/DiffView.tsx';

type Text = (value: { th: string; en: string }) => string;
type Label = (key: 'name' | 'description' | 'dataController' | 'lineOfWork' | 'dataSource' | 'dataSubjectCount' | 'frequency' | 'purposes') => string;

/** The fields of a published application in words, for reading and comparing. */
export function applicationFieldsText(content: ApplicationContent, { text, label, frequency }: { text: Text; label: Label; frequency: (value: string) => string }): { key: string; label: string; value: string }[] {
  const { dataController: controller } = content;
  return [
    { key: 'name', label: label('name'), value: content.name },
    { key: 'description', label: label('description'), value: content.description },
    { key: 'dataController', label: label('dataController'), value: [text(controller.name), controller.contactPerson, controller.address, controller.phone, controller.email].join('\n') },
    { key: 'lineOfWork', label: label('lineOfWork'), value: content.lineOfWork ? text(content.lineOfWork.name) : '' },
    { key: 'dataSource', label: label('dataSource'), value: content.dataSource ? text(content.dataSource.name) : '' },
    { key: 'dataSubjectCount', label: label('dataSubjectCount'), value: content.dataSubjectCount === null ? '' : content.dataSubjectCount.toLocaleString('en-US') },
    { key: 'frequency', label: label('frequency'), value: content.processingFrequency ? frequency(content.processingFrequency) : '' },
    { key: 'purposes', label: label('purposes'), value: content.purposes.map((purpose, index) => `${index + 1}. ${text(purpose.content.title)} (v${purpose.version})`).join('\n') },
  ];
}

/** Two versions side by side. */
export function applicationDiff(before: ReturnType<typeof applicationFieldsText>, after: ReturnType<typeof applicationFieldsText>): DiffField[] {
  return after.map((field, index) => ({ key: field.key, label: field.label, before: before[index]?.value ?? '', after: field.value }));
}
