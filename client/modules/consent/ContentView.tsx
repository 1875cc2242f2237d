import { useTranslation } from 'react-i18next';
import { Card, chakra, Stack, useLocale } from '../../ui/index.ts';
import { contentFields, sayOf } from './content.ts';
import type { Shown } from './formValues.ts';

const BLOCKS = ['texts', 'purposes', 'rights', 'look'] as const;

/** Everything a form shows, to read only. */
export function ContentView({ shown }: { shown: Shown }) {
  const { t } = useTranslation(['consent', 'ui']);
  const locale = useLocale();
  const fields = contentFields(shown, { say: sayOf(t), locale });
  return (
    <Stack gap="4">
      {BLOCKS.map((block) => (
        <Card key={block} title={t(`section.${block}`)}>
          <chakra.dl display="grid" gap="3">
            {fields
              .filter((field) => field.block === block)
              .map((field) => (
                <div key={field.key}>
                  <chakra.dt textStyle="dense" color="muted">
                    {field.label}
                  </chakra.dt>
                  <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
                    {field.text || t('ui:none')}
                  </chakra.dd>
                </div>
              ))}
          </chakra.dl>
        </Card>
      ))}
    </Stack>
  );
}
