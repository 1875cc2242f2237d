import type { Ref } from 'react';
import { Check, CircleDashed, CircleX, Clock, Minus, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalStep, StepStatus } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Box, chakra, GlowOnChange, RelativeTime, Tag } from '../../../ui/index.ts';
import { StepTag } from '../words.tsx';

const ICONS = {
  WAITING: CircleDashed,
  CURRENT: Clock,
  APPROVED: Check,
  REJECTED: CircleX,
  REWORKED: RotateCcw,
  SKIPPED: Minus,
} as const satisfies Record<StepStatus, unknown>;
const COLORS = {
  WAITING: { bg: 'subtle', color: 'muted' },
  CURRENT: { bg: 'live', color: 'live.ink' },
  APPROVED: { bg: 'ok', color: 'ok.ink' },
  REJECTED: { bg: 'danger', color: 'danger.ink' },
  REWORKED: { bg: 'warn', color: 'warn.ink' },
  SKIPPED: { bg: 'subtle', color: 'muted' },
} as const satisfies Record<StepStatus, object>;

/** The approvers of one round in a column: the current step, who acted when, and the comments. */
export function Stepper({
  steps,
  label,
  ref,
}: {
  steps: readonly ApprovalStep[];
  label: string;
  ref?: Ref<HTMLOListElement>;
}) {
  return (
    <chakra.ol listStyle="none" aria-label={label} {...(ref && { ref, tabIndex: -1 })}>
      {steps.map((step, index) => (
        <Step key={step.position} step={step} last={index === steps.length - 1} />
      ))}
    </chakra.ol>
  );
}

function Step({ step, last }: { step: ApprovalStep; last: boolean }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const { approver, status, delegate, actedBy, comment, since, actedAt, remindedAt, position } = step;
  const Icon = ICONS[status];
  const now = status === 'CURRENT';
  return (
    <chakra.li display="flex" gap="3" {...(now && { 'aria-current': 'step' as const })}>
      <Box display="flex" flexDirection="column" alignItems="center" aria-hidden>
        <chakra.span
          display="grid"
          placeItems="center"
          boxSize="8"
          borderRadius="full"
          flexShrink={0}
          {...COLORS[status]}
        >
          <Icon size={16} />
        </chakra.span>
        {!last && <chakra.span flex="1" width="2px" minHeight="4" bg={status === 'APPROVED' ? 'ok' : 'line'} />}
      </Box>
      <Box flex="1" minWidth="0" pb={last ? '0' : '5'}>
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" minHeight="8">
          <chakra.span color="muted" textStyle="dense" data-numeric="">
            {position}.
          </chakra.span>
          <chakra.span fontWeight="semibold" overflowWrap="anywhere">
            {approver.name}
          </chakra.span>
          {approver.id === me.id && <Tag>{t('you')}</Tag>}
          <GlowOnChange value={status}>
            <StepTag status={status} />
          </GlowOnChange>
        </Box>
        <Box textStyle="dense" color="muted">
          {approver.position && <div>{approver.position}</div>}
          {now && since && (
            <div>
              {t('since')} <RelativeTime value={since} />
              {remindedAt && (
                <>
                  {' · '}
                  {t('line.reminded')} <RelativeTime value={remindedAt} />
                </>
              )}
            </div>
          )}
          {now && delegate && (
            <chakra.div color="live.text">
              {t('standsIn', { name: delegate.id === me.id ? t('you') : delegate.name })}
            </chakra.div>
          )}
          {actedAt && (
            <div>
              {actedBy && actedBy.id !== approver.id && <>{t('line.actedInstead', { name: actedBy.name })} · </>}
              <RelativeTime value={actedAt} />
            </div>
          )}
        </Box>
        {comment && (
          <chakra.blockquote
            mt="2"
            px="3"
            py="2"
            bg="subtle"
            borderRadius="control"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            textStyle="dense"
          >
            {comment}
          </chakra.blockquote>
        )}
      </Box>
    </chakra.li>
  );
}
