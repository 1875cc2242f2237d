import { CalendarCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { monthsAfter, type ReviewSettings } from '../../../shared/application/review.ts';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { optionalDay } from '../../../shared/text.ts';
import { today } from '../../format.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Card, Dialog, Flex, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { DateField, Form, FormActions } from '../../ui/form/index.ts';
import { ReviewSettingsForm } from './ReviewSettings.tsx';
import { ReviewTag } from './ReviewTag.tsx';

/** The next review of the record, the last one, and the action for it. */
export function ReviewCard({ record }: { record: ApplicationDetail }) {
  const { t } = useTranslation(['review', 'recordScreen']);
  const { ws } = useSession();
  const { date, dateTime } = useFormat();
  const canWrite = useCan('ropa.write');
  const canSet = useCan('ropa.settings');
  const [open, setOpen] = useState<'finish' | 'settings' | null>(null);
  const settings = trpc.application.reviewSettings.useQuery({ ws }, { enabled: canWrite });
  const { reviewOn, reviewedAt, reviewedBy } = record;
  const close = () => setOpen(null);
  return (
    <Card title={t('recordScreen:application.review')}>
      <Stack gap="3" alignItems="flex-start">
        <Flex gap="2" wrap="wrap" align="center">
          <Text fontWeight="semibold">{reviewOn ? t('due', { day: date(reviewOn) }) : t('notPlanned')}</Text>
          <ReviewTag reviewOn={reviewOn} />
        </Flex>
        <Text textStyle="small" color="muted">
          {reviewedAt ? t('last', { time: dateTime(reviewedAt), name: reviewedBy?.name ?? '–' }) : t('never')}
        </Text>
        <Flex gap="2" wrap="wrap">
          {canWrite && settings.data && (
            <Button size="sm" icon={<CalendarCheck aria-hidden />} onClick={() => setOpen('finish')}>
              {t('finish')}
            </Button>
          )}
          {canSet && settings.data && (
            <Button size="sm" look="quiet" icon={<Settings aria-hidden />} onClick={() => setOpen('settings')}>
              {t('settings.open')}
            </Button>
          )}
        </Flex>
      </Stack>
      {open === 'finish' && settings.data && <FinishDialog record={record} settings={settings.data} onClose={close} />}
      {open === 'settings' && settings.data && (
        <Dialog open onClose={close} title={t('settings.title')} description={t('settings.lead')}>
          <ReviewSettingsForm newest={settings.data} onSaved={close} />
        </Dialog>
      )}
    </Card>
  );
}

const schema = z.object({ nextOn: optionalDay });

function FinishDialog({
  record,
  settings,
  onClose,
}: {
  record: ApplicationDetail;
  settings: ReviewSettings;
  onClose: () => void;
}) {
  const { t } = useTranslation('review');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const finish = trpc.application.finishReview.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('finishTitle')} description={t('finishLead')}>
      <Form
        schema={schema}
        label={t('finishTitle')}
        draftKey={`${ws}.review.${record.id}`}
        defaultValues={{ nextOn: monthsAfter(today(), settings.months) }}
        onSubmit={async ({ nextOn }) => {
          await finish.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion, nextOn });
          void cache.application.invalidate();
          void cache.activityLog.invalidate();
          toast.success(t('finished'));
          onClose();
        }}
      >
        <DateField name="nextOn" label={t('nextOn')} help={t('nextOnHelp')} min={today()} />
        <FormActions submitLabel={t('finish')} />
      </Form>
    </Dialog>
  );
}
