import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Banner, Box, Button, chakra, CopyButton, LinkButton, Text, useFormat } from '../../../ui/index.ts';
import { lineHref } from '../words.tsx';
import type { Deciding } from './DecideForm.tsx';

interface OvertakenProps {
  line: ApprovalLine;
  deciding: Deciding;
}

/**
 * Displayed when the request was resubmitted since its document was displayed, or since the comment of the draft:
 * nothing can be decided until the user has checked the document that replaced it.
 */
export function ReplacedDocument({ line, deciding: { comment, adoptDocument } }: OvertakenProps) {
  const { t } = useTranslation('approvalLine');
  const { dateTime } = useFormat();
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('replaced.title')}
      action={
        <Button size="sm" onClick={adoptDocument}>
          {t('replaced.continue')}
        </Button>
      }
    >
      <Text>{t('replaced.body', { round: line.round, time: dateTime(line.requestedAt) })}</Text>
      {comment !== '' && <Text>{t('replaced.comment')}</Text>}
    </Banner>
  );
}

/**
 * Displayed instead of the form when it is no longer the user's turn: who has decided, and the comment, to be copied.
 * @param linked with a link to the request, where it is not on its own page
 */
export function TurnPassed({ line, deciding, linked = false }: OvertakenProps & { linked?: boolean }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const { comment, approverId, clear } = deciding;
  const step = line.history.find(
    ({ round, approver }) => round === line.round && approver.id === (approverId ?? me.id),
  );
  const decider = step?.actedAt ? (step.actedBy ?? step.approver) : null;
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('passed.title')}
      action={
        linked && (
          <LinkButton size="sm" href={lineHref(line.id)}>
            {t('passed.open')}
          </LinkButton>
        )
      }
    >
      <Text>
        {step && decider
          ? t('passed.decided', {
              name: decider.id === me.id ? t('you') : decider.name,
              decision: t(`step.${step.status}`),
            })
          : t('passed.changed')}
      </Text>
      {comment !== '' && (
        <Box display="grid" gap="2" mt="2">
          <Text>{t('passed.comment')}</Text>
          <chakra.blockquote whiteSpace="pre-wrap" overflowWrap="anywhere">
            {comment}
          </chakra.blockquote>
          <Box display="flex" flexWrap="wrap" gap="2">
            <CopyButton text={comment} label={t('act.comment')} />
            <Button size="sm" look="quiet" onClick={clear}>
              {t('passed.discard')}
            </Button>
          </Box>
        </Box>
      )}
    </Banner>
  );
}
