import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack, Text } from '../ui/index.ts';
import type { Guide } from './guide.ts';
import { PieceCard, Terms } from './PieceCard.tsx';

/**
 * The steps to add a form to a site, and advanced ones.
 * @param note requirements of the form's settings for integrators
 */
export function WebGuide({ guide, note }: { guide: Guide; note?: ReactNode }) {
  const { t } = useTranslation('embedScreen');
  return (
    <Stack gap="8">
      <Text>{guide.webLead}</Text>
      {note}
      {guide.steps.map((piece, index) => (
        <PieceCard key={piece.key} piece={piece} number={index + 1}>
          {piece.key === 'init' && <Terms label={t('options')} terms={guide.options} />}
        </PieceCard>
      ))}
      {guide.more.map((piece) => (
        <PieceCard key={piece.key} piece={piece} />
      ))}
    </Stack>
  );
}
