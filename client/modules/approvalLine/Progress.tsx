import { useTranslation } from 'react-i18next';
import type { ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { chakra, Tooltip, VisuallyHidden } from '../../ui/index.ts';

const Part = chakra('span', {
  base: {
    width: '3',
    height: '1.5',
    borderRadius: 'full',
    bg: 'line.strong',
    opacity: 0.5,
    '&[data-done]': { bg: 'ok', opacity: 1 },
    '&[data-now]': { bg: 'live', opacity: 1 },
  },
});

/** How many of the line have approved: a mark for each, and the numbers. */
export function Progress({
  line: { approvedSteps: done, steps: total, current },
}: {
  line: Pick<ApprovalLineItem, 'approvedSteps' | 'steps' | 'current'>;
}) {
  const { t } = useTranslation('approvalLine');
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" whiteSpace="nowrap">
      <chakra.span aria-hidden display="inline-flex" gap="1">
        {Array.from({ length: total }, (_, index) => (
          <Part
            key={index}
            {...(index < done ? { 'data-done': '' } : index === done && current ? { 'data-now': '' } : {})}
          />
        ))}
      </chakra.span>
      <chakra.span aria-hidden data-numeric="">
        {t('progress', { done, total })}
      </chakra.span>
      <VisuallyHidden>{t('progressWords', { done, total })}</VisuallyHidden>
    </chakra.span>
  );
}

/** The same with the approvers in order: on hover and focus in a table, always on a card. */
export function NamedProgress({ line }: { line: ApprovalLineItem }) {
  const { t } = useTranslation('approvalLine');
  const { approvers } = line;
  return (
    <>
      <Tooltip
        content={approvers.map(({ name, status }, index) => (
          <chakra.span key={index} display="block">
            {t('approverAt', { position: index + 1, name, step: t(`step.${status}`) })}
          </chakra.span>
        ))}
      >
        <chakra.span tabIndex={0} display="inline-block">
          <Progress line={line} />
        </chakra.span>
      </Tooltip>
      <chakra.ol display={{ md: 'none' }} listStyle="none" textStyle="small" color="muted" mt="1">
        {approvers.map(({ name }, index) => (
          <li key={index}>
            {index + 1}. {name}
          </li>
        ))}
      </chakra.ol>
    </>
  );
}
