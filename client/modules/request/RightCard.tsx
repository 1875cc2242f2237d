import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SECTION_OF } from '../../../shared/dataRight/schema.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { Card, Fact, Facts, Flex, IconButton, Menu, Stack, Text, useFormat } from '../../ui/index.ts';
import { AnswerPanel } from '../requestAnswer/AnswerPanel.tsx';
import { Fee } from './Fee.tsx';
import { RightClocks } from './RightClocks.tsx';
import { movesOf, type RequestMove } from './useRequestMoves.ts';
import { StageTag } from './words.tsx';

/** The props of the panels of one right. */
export interface RightPanelProps {
  request: Request;
  right: RequestRight;
}

interface RightCardProps extends RightPanelProps {
  onMove: (move: RequestMove, rightId: string) => void;
}
import { useGroundName } from './GroundField.tsx';

/** One right of a request: what is asked for, its status, its actions. */
export function RightCard({ request, right, onMove }: RightCardProps) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const groundName = useGroundName();
  const { text } = useFormat();
  const moves = movesOf(right);
  return (
    <Card
      title={text(right.name)}
      actions={
        <Flex gap="1" alignItems="center">
          <StageTag stage={right.stage} />
          {moves.length > 0 && (
            <Menu
              items={moves.map((move) => ({
                key: move,
                label: t(`act.${move}`),
                danger: move === 'reject',
                onSelect: () => onMove(move, right.id),
              }))}
              trigger={(trigger) => (
                <IconButton
                  size="sm"
                  look="plain"
                  noTooltip
                  label={t('movesOf', { right: text(right.name) })}
                  icon={<EllipsisVertical aria-hidden />}
                  {...trigger}
                />
              )}
            />
          )}
        </Flex>
      }
    >
      <Stack gap="4">
        <RightClocks request={request} right={right} />
        <Facts>
          <Fact label={t('field.assignee')}>{right.assignee?.name ?? t('nobody')}</Fact>
          {right.options.length > 0 && (
            <Fact label={t('field.options')}>{right.options.map((option) => text(option)).join('\n')}</Fact>
          )}
          <Fact label={t('field.additional')}>{right.additional}</Fact>
          <Fact label={t('field.detail')}>{right.detail}</Fact>
          <Fact label={t('field.resolution')}>{right.resolution}</Fact>
          {right.groundCode && <Fact label={t('field.ground')}>{groundName(right.groundCode, right.code)}</Fact>}
          {right.fee > 0 && (
            <Fact label={t('fee.title')}>
              <Fee request={request} right={right} />
            </Fact>
          )}
        </Facts>
        {right.code && (
          <Text textStyle="small" color="muted">
            {t('section', { section: SECTION_OF[right.code] })}
          </Text>
        )}
        {request.anonymisedAt === null && <AnswerPanel request={request} right={right} />}
      </Stack>
    </Card>
  );
}
