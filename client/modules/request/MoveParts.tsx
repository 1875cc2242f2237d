import { useTranslation } from 'react-i18next';
import { movedBy } from '../../../shared/request/clock.ts';
import { DUPLICATE } from '../../../shared/request/grounds.ts';
import type { RequestRight } from '../../../shared/request/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, chakra, Stack, Text, useFormat } from '../../ui/index.ts';
import { TextField, useWatch } from '../../ui/form/index.ts';
import { MINUTE } from '../../../shared/duration.ts';

/** The submitted answers, to be read before approval. */
export function Answers({ rights }: { rights: readonly RequestRight[] }) {
  const { t } = useTranslation('requestScreen');
  const { text } = useFormat();
  return (
    <Stack gap="3">
      {rights.map((right) => (
        <chakra.div key={right.id} bg="subtle" borderRadius="control" p="3">
          <Text textStyle="dense" color="muted">
            {text(right.name)}
          </Text>
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
            {right.resolution ?? t('noWords')}
          </Text>
        </chakra.div>
      ))}
    </Stack>
  );
}

/** How long the data subject has for an answer. */
export function WaitingNote() {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const { number } = useFormat();
  const settings = trpc.request.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  return (
    <LoadedInDialog query={settings} lines={2}>
      {({ waitingDays }) => (
        <Banner tone="info">{t('waitingNote', { count: waitingDays, number: number(waitingDays) })}</Banner>
      )}
    </LoadedInDialog>
  );
}

/** Which request goes on, where the ground is that this one repeats it. */
export function DuplicateField() {
  const { t } = useTranslation('requestScreen');
  const isDuplicate = useWatch({ name: 'groundCode' }) === DUPLICATE;
  return (
    isDuplicate && <TextField name="duplicateOf" label={t('field.duplicateOf')} help={t('duplicateHelp')} required />
  );
}

/** When each right will be due, and that the statutory deadline does not change. */
export function NewDates({ rights }: { rights: readonly RequestRight[] }) {
  const { t } = useTranslation('requestScreen');
  const { date, text } = useFormat();
  const more = Number(useWatch({ name: 'days' }) ?? 0);
  return (
    <Stack gap="1" role="status">
      {rights.map(({ id: one, name, clock, legalClock }) => (
        <Text key={one} textStyle="dense">
          {t('newDate', {
            right: text(name),
            due: clock && more > 0 ? date(movedBy(Date.parse(clock.dueAt), more), 'long') : '–',
            act: date(legalClock.dueAt, 'long'),
          })}
        </Text>
      ))}
    </Stack>
  );
}
