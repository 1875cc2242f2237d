import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECIDED, UNCONFIRMED } from '../../../shared/request/stage.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import type { Answer } from '../../../shared/requestAnswer/schema.ts';
import { type AnswerStatus, answerStatus, isBeingBuilt } from '../../../shared/requestAnswer/status.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Button,
  Card,
  chakra,
  ErrorState,
  Flex,
  SkeletonText,
  Stack,
  StatusTag,
  Text,
} from '../../ui/index.ts';
import { AnswerFiles } from './AnswerFiles.tsx';
import { AnswerReads } from './AnswerReads.tsx';
import { GatheredFiles } from './GatheredFiles.tsx';
import { LetterView, WriteLetter } from './Letter.tsx';
import { PackageCard } from './PackageCard.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';

export interface AnswerPartProps {
  request: Request;
  right: RequestRight;
  answer: Answer;
}

const TONE: Record<AnswerStatus, 'neutral' | 'live' | 'info' | 'ok' | 'danger' | 'warn'> = {
  DRAFT: 'live',
  QUEUED: 'info',
  BUILDING: 'info',
  READY: 'ok',
  FAILED: 'danger',
  WITHDRAWN: 'neutral',
  EXPIRED: 'warn',
};

/** The answer of one right: letter, files, the released package, and proof of delivery. */
export function AnswerPanel({ request, right }: Omit<AnswerPartProps, 'answer'>) {
  const { t } = useTranslation('requestAnswer');
  const { ws, standing, personnel } = useSession();
  const mayAnswer = useCan('request.write');
  const isTheirs = !onlyOwn(standing.role, 'request.write') || right.assignee?.id === personnel.id;
  const isVisible = mayAnswer && isTheirs && !UNCONFIRMED.includes(right.stage);
  const query = trpc.requestAnswer.get.useQuery({ ws, id: request.id, rightId: right.id }, { enabled: isVisible });
  if (!isVisible) return null;
  return (
    <chakra.section aria-label={t('title')} borderTopWidth="1px" pt="4">
      {query.data ? (
        <Loaded request={request} right={right} answer={query.data} />
      ) : query.error ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </chakra.section>
  );
}

function Loaded(props: AnswerPartProps) {
  const { answer, right } = props;
  const { t } = useTranslation('requestAnswer');
  const mayRelease = useCan('request.manage');
  const [open, setOpen] = useState<'write' | 'letter' | 'release' | null>(null);
  const close = () => setOpen(null);
  const moves = useOpenMoves(answerStatus)(answer.status);
  return (
    <Stack gap="4">
      <Flex align="center" justify="space-between" wrap="wrap" gap="2">
        <chakra.h3 fontWeight="semibold">{t('title')}</chakra.h3>
        <span role="status">
          <StatusTag tone={TONE[answer.status]}>{t(`status.${answer.status}`)}</StatusTag>
        </span>
      </Flex>
      <Text textStyle="dense" color="muted">
        {t('lead')}
      </Text>
      {answer.failure && <Banner tone="danger">{t(`failure.${answer.failure}`)}</Banner>}
      {isBeingBuilt(answer.status) && (
        <chakra.progress
          max={100}
          value={answer.progress}
          aria-label={t(`status.${answer.status}`)}
          width="full"
          css={{ accentColor: 'var(--chakra-colors-accent)' }}
        />
      )}
      <AnswerFiles {...props} disabled={!moves.includes('change')} />
      <GatheredFiles {...props} disabled={!moves.includes('change')} />
      <Flex gap="2" wrap="wrap">
        {moves.includes('change') && (
          <Button size="sm" onClick={() => setOpen('write')}>
            {t('edit')}
          </Button>
        )}
        <Button size="sm" onClick={() => setOpen('letter')}>
          {t('letter')}
        </Button>
        {mayRelease && DECIDED.includes(right.stage) && (
          <Button size="sm" look="main" disabled={!moves.includes('release')} onClick={() => setOpen('release')}>
            {t(answer.status === 'DRAFT' ? 'release.action' : 'release.again')}
          </Button>
        )}
      </Flex>
      {mayRelease && !DECIDED.includes(right.stage) && (
        <Text textStyle="small" color="muted">
          {t('release.notYet')}
        </Text>
      )}
      {answer.package && (
        <Card>
          <PackageCard {...props} />
        </Card>
      )}
      {(answer.package || answer.reads.length > 0) && <AnswerReads reads={answer.reads} />}
      {open === 'write' && <WriteLetter {...props} onClose={close} />}
      {open === 'letter' && <LetterView {...props} onClose={close} />}
      {open === 'release' && <ReleaseDialog {...props} onClose={close} />}
    </Stack>
  );
}
