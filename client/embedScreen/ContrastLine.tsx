import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isColour } from '../../shared/colour.ts';
import { contrast } from '../../shared/contrast.ts';
import { Button, chakra } from '../ui/index.ts';

interface ContrastLineProps {
  /** What is compared, in words. */
  what: string;
  ground: string;
  colour: string;
  /** The required ratio. */
  lowest: number;
  /** Offers black or white instead, whichever is readable. */
  onFix?: (colour: string) => void;
}

/**
 * Whether a colour has enough contrast with its background, in words with the ratio; nothing while one of them is
 * incomplete.
 */
export function ContrastLine({ what, ground, colour, lowest, onFix }: ContrastLineProps) {
  const { t } = useTranslation('embedScreen');
  if (!isColour(ground) || !isColour(colour)) return null;
  const ratio = contrast(ground, colour);
  // Truncated, not rounded: 4.46 must not read as 4.5.
  const values = { what, ratio: (Math.floor(ratio * 10) / 10).toFixed(1), lowest };
  if (ratio >= lowest) {
    return (
      <chakra.p display="flex" gap="1.5" alignItems="center" textStyle="dense" color="ok.text">
        <CircleCheck size={16} aria-hidden style={{ flexShrink: 0 }} />
        {t('contrast.good', values)}
      </chakra.p>
    );
  }
  const better = contrast(ground, '#000000') >= contrast(ground, '#ffffff') ? '#000000' : '#ffffff';
  return (
    <chakra.div
      role="status"
      display="flex"
      flexWrap="wrap"
      gap="2"
      alignItems="center"
      textStyle="dense"
      color="warn.text"
    >
      <TriangleAlert size={16} aria-hidden style={{ flexShrink: 0 }} />
      <chakra.span flex="1" minWidth="min(100%, 12rem)">
        {t('contrast.poor', values)}
      </chakra.span>
      {onFix && (
        <Button size="sm" onClick={() => onFix(better)}>
          {t('contrast.fix')}
        </Button>
      )}
    </chakra.div>
  );
}
