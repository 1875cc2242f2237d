import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentTheme } from '../../../../shared/consent/schema.ts';
import { DECORATION, PRESETS } from '../../../../shared/consent/theme.ts';
import { READABLE } from '../../../../shared/contrast.ts';
import { Banner, Button, chakra, Grid, Stack } from '../../../ui/index.ts';
import { RadioCardsField, useFormContext, useWatch } from '../../../ui/form/index.ts';
import { ColourField } from '../../../embedScreen/ColourField.tsx';
import { ContrastLine } from '../../../embedScreen/ContrastLine.tsx';
import { weights } from '../weights.ts';

const COLOURS = ['background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'] as const;
type Colour = (typeof COLOURS)[number];
const PAIRS: { key: 'page' | 'accept' | 'decline'; ground: Colour; words: Colour }[] = [
  { key: 'page', ground: 'background', words: 'text' },
  { key: 'accept', ground: 'acceptBackground', words: 'acceptText' },
  { key: 'decline', ground: 'declineBackground', words: 'declineText' },
];

/** The set of colours, each colour, and whether they are readable and treat both answers equally. */
export function ThemeFields() {
  const { t } = useTranslation('consent');
  const { setValue } = useFormContext();
  const theme = useWatch({ name: 'theme' }) as ConsentTheme;
  const { preset } = theme;
  const ownTheme = () => setValue('theme.preset', 'custom', { shouldDirty: true });
  const put = (key: Colour, value: string) => {
    setValue(`theme.${key}`, value, { shouldDirty: true, shouldValidate: true });
    ownTheme();
  };
  const displayedPreset = useRef(preset);
  useEffect(() => {
    // Initially the colours are the saved ones.
    if (displayedPreset.current === preset) return;
    displayedPreset.current = preset;
    if (preset === 'custom') return;
    for (const key of COLOURS)
      setValue(`theme.${key}`, DECORATION[preset][key], { shouldDirty: true, shouldValidate: true });
  }, [preset, setValue]);
  return (
    <Stack gap="4">
      <RadioCardsField
        name="theme.preset"
        label={t('field.preset')}
        cards={PRESETS.map((value) => ({
          value,
          label: t(`preset.${value}`),
          icon: <Sample theme={value === 'custom' ? theme : DECORATION[value]} />,
        }))}
      />
      {PAIRS.map(({ key, ground, words }) => (
        <Grid key={key} gap="3" gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
          <ColourField name={`theme.${ground}`} label={t(`field.${ground}`)} onChange={ownTheme} />
          <ColourField name={`theme.${words}`} label={t(`field.${words}`)} onChange={ownTheme} />
          <chakra.div gridColumn="1 / -1">
            <ContrastLine
              what={t(`contrast.${key}`)}
              ground={theme[ground]}
              colour={theme[words]}
              lowest={READABLE}
              onFix={(value) => put(words, value)}
            />
          </chakra.div>
        </Grid>
      ))}
      <Balance
        theme={theme}
        onAlike={() => {
          put('declineBackground', theme.acceptBackground);
          put('declineText', theme.acceptText);
        }}
      />
    </Stack>
  );
}

/** A small picture of a theme. */
function Sample({ theme }: { theme: Pick<ConsentTheme, Colour> }) {
  return (
    <chakra.svg aria-hidden width="48px" height="32px" viewBox="0 0 48 32" borderWidth="1px" borderRadius="4px">
      <rect width="48" height="32" fill={theme.background} />
      <path d="M5 8h38M5 13h24" stroke={theme.text} strokeWidth="2" />
      <rect x="5" y="19" width="18" height="8" rx="2" fill={theme.acceptBackground} />
      <rect x="25" y="19" width="18" height="8" rx="2" fill={theme.declineBackground} />
      <path d="M9 23h10" stroke={theme.acceptText} strokeWidth="2" />
      <path d="M29 23h10" stroke={theme.declineText} strokeWidth="2" />
    </chakra.svg>
  );
}

/** A warning when one button is more prominent than the other: consent must be free (PDPA section 19). */
function Balance({ theme, onAlike }: { theme: ConsentTheme; onAlike: () => void }) {
  const { t } = useTranslation('consent');
  const found = weights(theme);
  if (!found.colour && !found.words) return null;
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('contrast.unequal')}
      action={
        found.colour && (
          <Button size="sm" onClick={onAlike}>
            {t('contrast.alike')}
          </Button>
        )
      }
    >
      {found.colour && (
        <div>
          {t('contrast.unequalColour', {
            stronger: t(`contrast.stronger.${found.colour.stronger}`),
            high: found.colour.high.toFixed(1),
            low: found.colour.low.toFixed(1),
          })}
        </div>
      )}
      {found.words && <div>{t('contrast.unequalWords')}</div>}
    </Banner>
  );
}
