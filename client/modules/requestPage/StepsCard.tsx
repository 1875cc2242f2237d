import { useTranslation } from 'react-i18next';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { Card, chakra, Text, useFormat } from '../../ui/index.ts';

/** The history of the request, newest first. */
export function StepsCard({ progress }: { progress: RequestProgress }) {
  const { t } = useTranslation('requestPage');
  const { dateTime, text } = useFormat();
  const several = progress.rights.length > 1;
  return (
    <Card title={t('steps.title')}>
      <chakra.ol listStyle="none" display="grid" gap="3">
        {progress.steps.map(({ id, step, right, reason, at }) => (
          <li key={id}>
            <chakra.span fontWeight="semibold">{t(`steps.${step}`)}</chakra.span>
            {several && <chakra.span color="muted"> · {text(right)}</chakra.span>}
            {reason && (
              <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                {t('reason', { reason })}
              </Text>
            )}
            <Text textStyle="dense" color="muted">
              <time dateTime={at}>{dateTime(at)}</time>
            </Text>
          </li>
        ))}
        <li>
          <chakra.span fontWeight="semibold">{t('steps.received')}</chakra.span>
          <Text textStyle="dense" color="muted">
            <time dateTime={progress.receivedAt}>{dateTime(progress.receivedAt)}</time>
          </Text>
        </li>
      </chakra.ol>
    </Card>
  );
}
