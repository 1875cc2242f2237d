import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Notice, NoticePreview } from '../../../shared/privacyNotice/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { useGo } from '../../shell/navigation.ts';
import { trpc } from '../../trpc.ts';
import { Box, chakra, SideRail, Stack, Tabs } from '../../ui/index.ts';
import { Generate } from './Generate.tsx';
import { NoticeDrift } from './NoticeDrift.tsx';
import { NoticeEditor } from './NoticeEditor.tsx';
import { NoticeState } from './NoticeState.tsx';
import { FORM_STEPS, stepOf, stepOfPath, stepQuery } from './noticeSteps.ts';
import { PointsCard } from './PointsCard.tsx';
import { useNoticeMoves } from './useNoticeMoves.tsx';
import { useProblems } from './useProblems.ts';

const LIST = pageAddress('privacyNotices');

const useNotice = (key: RecordKey) => trpc.privacyNotice.get.useQuery(key);

interface RecordProps {
  record: Notice;
}

function Record({ record }: RecordProps) {
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const [typed, setTyped] = useState<NoticePreview | null>(null);
  const current = typed ? { ...record, ...typed } : record;
  const step = stepOf(useSearch());
  return (
    <>
      <Header record={record} slot={setActionSlot} />
      <NoticeDrift record={record} />
      <Steps record={current} />
      {/* Stays mounted while versions are displayed, so that its input is not lost. */}
      <Box display={step === 'generate' ? 'none' : 'block'}>
        <SideRail
          rail={
            <Stack gap="4" minWidth="0">
              <Stack gap="4" ref={setRail} minWidth="0" />
              <PointsCard record={current} />
              <RecordHistory entityId={record.id} />
            </Stack>
          }
        >
          <NoticeEditor
            record={record}
            current={current}
            onTyped={setTyped}
            step={step}
            actionSlot={actionSlot}
            rail={rail}
          />
        </SideRail>
      </Box>
      {step === 'generate' && <Generate record={record} />}
    </>
  );
}

function Steps({ record }: RecordProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { problems } = useProblems(record);
  const current = stepOf(useSearch());
  const missing = (step: string) => problems.filter(({ path }) => stepOfPath(path) === step).length;
  return (
    <Tabs
      items={[
        ...FORM_STEPS.map((step) => ({
          label: (
            <>
              {t(`step.${step}`)}
              {missing(step) > 0 && (
                <chakra.span textStyle="small" px="1.5" borderRadius="full" bg="subtle" color="muted">
                  {t('step.missing', { number: missing(step) })}
                </chakra.span>
              )}
            </>
          ),
          href: stepQuery(step),
          current: step === current,
        })),
        {
          label: t('step.generate'),
          href: stepQuery('generate'),
          count: record.publishedVersion,
          current: current === 'generate',
        },
      ]}
    />
  );
}

/** The audience of the notice, and the time until its review. */
function Facts({ record: { kind, reviewClock, withdrawn } }: RecordProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1.5">
      <span>{t(`kind.${kind}`)}</span>
      {reviewClock && !withdrawn && (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          {t('field.reviewOn')}
          <DaysLeft clock={reviewClock} />
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** Name, status and actions of the notice; the editor renders its publish action in `slot`. */
function Header({ record, slot }: RecordProps & { slot: (element: HTMLElement | null) => void }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const go = useGo();
  const moves = useNoticeMoves(() => go(LIST));
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={record.name}
        state={<NoticeState {...record} />}
        description={<Facts record={record} />}
        moves={moves.items(record)}
        slot={slot}
        editing="privacyNotice"
      />
      {moves.dialogs}
    </>
  );
}

/** One privacy notice: its steps, each with its own address, and its published versions. */
export default recordPage(useNotice, Record);
