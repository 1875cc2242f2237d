import { useTranslation } from 'react-i18next';
import { Stack, Text } from '../../../ui/index.ts';
import type { Guide } from './guide.ts';
import { LevelNote } from './LevelNote.tsx';
import { PieceCard, Terms } from './PieceCard.tsx';

/** The four steps by which a form stands on a site, and what goes beyond them. */
export function WebGuide({ guide }: { guide: Guide }) {
  const { t } = useTranslation('consentGuide');
  return (
    <Stack gap="8">
      <Text>{t('webLead')}</Text>
      <LevelNote guide={guide} />
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
