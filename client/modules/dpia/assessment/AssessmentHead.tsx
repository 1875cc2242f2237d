import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dpiasAddress } from '../../../../shared/dpia/addresses.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { dpiaStatus, isRemovable } from '../../../../shared/dpia/status.ts';
import { DaysLeft } from '../../../clock/DaysLeft.tsx';
import { MoreMenu } from '../../../records/MoreMenu.tsx';
import { RecordHeader } from '../../../records/RecordHeader.tsx';
import { useOpenMoves } from '../../../records/useOpenMoves.ts';
import { messageOf } from '../../../shell/errors.ts';
import { useGo } from '../../../shell/navigation.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Button, chakra, ConfirmDialog, Link, Tag, toast, useDialog } from '../../../ui/index.ts';
import { CarryOver } from '../CarryOver.tsx';
import { RiskTag } from '../riskWords.tsx';
import { DpiaStatusTag, TreatmentTag } from '../states.tsx';
import { RegisterOutdated } from './RegisterOutdated.tsx';
import { SettingsOutdated } from './SettingsOutdated.tsx';

interface AssessmentHeadProps {
  record: Dpia;
  /** Receives the element in which the form renders the publish action. */
  slot: (element: HTMLElement | null) => void;
  /** The same for the decision that no assessment is required. */
  decisionSlot: (element: HTMLElement | null) => void;
}

/** Name, status, requirement and risk of an assessment, and its next possible actions. */
export function AssessmentHead({ record, slot, decisionSlot }: AssessmentHeadProps) {
  const { t } = useTranslation(['dpiaAssessment', 'common']);
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: dpiasAddress(record.variant) }}
        title={record.name}
        state={<States record={record} />}
        description={<Facts record={record} />}
        action={
          <>
            <Removal record={record} />
            <CarryOver record={record} />
            <Box ref={decisionSlot} _empty={{ display: 'none' }} />
            <NextMove record={record} />
          </>
        }
        slot={slot}
        editing="dpia"
      />
      <SettingsOutdated record={record} />
      {record.registerChangedAt && <RegisterOutdated id={record.id} changedAt={record.registerChangedAt} />}
    </>
  );
}

function States({ record }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <>
      <DpiaStatusTag {...record} />
      <TreatmentTag status={record.treatmentStatus} />
      {record.variant === 'OLDER' && <Tag>{t('older')}</Tag>}
    </>
  );
}

/** The application, whether an assessment is required, and the highest risk before and after the measures. */
function Facts({ record: { application, required, initialRisk, residualRisk, reviewClock } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1.5">
      {useCan('ropa.read') ? (
        <Link href={recordAddress('application', application.id)}>{application.name}</Link>
      ) : (
        <span>{application.name}</span>
      )}
      <span>{t(`requirement.${required}`)}</span>
      {initialRisk && (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          <RiskTag level={initialRisk} />
          <span role="img" aria-label={t('map.to')}>
            →
          </span>
          <RiskTag level={residualRisk} />
        </chakra.span>
      )}
      {reviewClock && (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          {t('field.reviewOn')}
          <DaysLeft clock={reviewClock} />
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** The next step other than publishing: starting the assessment, or its next version. */
function NextMove({ record: { id, status, rowVersion } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const openMoves = useOpenMoves(dpiaStatus);
  const calls = { start: trpc.dpia.start.useMutation(), newVersion: trpc.dpia.newVersion.useMutation() };
  const move = openMoves(status).find((one) => one === 'start' || one === 'newVersion');
  if (!move) return null;
  const { mutateAsync, isPending } = calls[move];
  const run = async () => {
    try {
      cache.dpia.get.setData({ ws, id }, await mutateAsync({ ws, id, rowVersion }));
      toast.success(t(`move.${move}Done`));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Button look="main" loading={isPending} onClick={() => void run()}>
      {t(`move.${move}`)}
    </Button>
  );
}

/** Deletes an assessment that was never published, after a confirmation. */
function Removal({ record }: { record: Dpia }) {
  const { t } = useTranslation(['dpiaAssessment', 'common']);
  const { ws } = useSession();
  const go = useGo();
  const dialog = useDialog();
  const { id, name, variant } = record;
  const remove = trpc.dpia.remove.useMutation();
  const mayWrite = useCan('dpia.write');
  if (!mayWrite || !isRemovable(record)) return null;
  return (
    <>
      <MoreMenu
        items={[
          {
            key: 'remove',
            label: t('common:remove'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: dialog.show,
          },
        ]}
      />
      <ConfirmDialog
        {...dialog.props}
        destructive
        title={t('remove.title', { name })}
        body={t('remove.body')}
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          await remove.mutateAsync({ ws, id });
          toast.success(t('remove.done', { name }));
          go(dpiasAddress(variant));
        }}
      />
    </>
  );
}
