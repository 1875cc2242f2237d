import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { PageHeader } from '../../ui/index.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

/** Creates a scheduled export. */
export default function ScheduleAddPage() {
  const { t } = useTranslation('schedule');
  return (
    <>
      <PageHeader title={t('add')} trail={[{ label: t('title'), href: pageAddress('schedules') }]} />
      <ScheduleForm />
    </>
  );
}
