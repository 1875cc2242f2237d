import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { useWords } from '../../records/useWords.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { Button, Card, Flex, Stack, StatusTag } from '../../ui/index.ts';
import { pointLabel } from './pointLabel.ts';
import { stepQuery } from './noticeSteps.ts';

const TONES = { complete: 'ok', open: 'warn', none: undefined } as const;

/** The points required by sections 23, 25 and 28, with their location in the text. */
export function PointsCard({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const words = useWords('privacyNoticeScreen');
  const go = useGo();
  const page = usePath();
  const lead = (key: string) => {
    go(page + stepQuery('preview'));
    setTimeout(() => {
      const place = document.getElementById(`sentence-${key}`);
      place?.scrollIntoView({ block: 'center' });
      place?.focus();
    }, 200);
  };
  return (
    <Card title={t('point.title')}>
      <Stack gap="2">
        {record.points.map(({ section, state, keys: [first] }) => {
          const tone = TONES[state];
          return (
            <Flex key={section} gap="2" wrap="wrap" alignItems="center" textStyle="dense">
              <span>{pointLabel(words, section)}</span>
              <StatusTag {...(tone && { tone })}>{t(`point.${state}`)}</StatusTag>
              {first && (
                <Button look="text" size="sm" onClick={() => lead(first)}>
                  {t('point.toText')}
                </Button>
              )}
            </Flex>
          );
        })}
      </Stack>
    </Card>
  );
}
