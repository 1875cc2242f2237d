import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Banner } from '../../ui/index.ts';
import { FieldFrame, NativeSelect, useField, useWatch } from '../../ui/form/index.ts';
import { useNames } from '../purpose/names.tsx';

const ANSWERS = { null: null, true: true, false: false } as const;
type Answer = keyof typeof ANSWERS;

/** Whether sensitive data is concerned: not known until somebody answers it, since the form for the PDPC states it. */
export function SensitiveField() {
  const { t } = useTranslation('incident');
  const handle = useField<boolean | null>({ name: 'sensitive' });
  const chosen = (useWatch({ name: 'piiCategoryIds' }) as string[] | undefined) ?? [];
  const { isSensitive } = useNames();
  return (
    <>
      <FieldFrame label={t('field.sensitiveShort')} handle={handle}>
        <NativeSelect
          {...handle.control}
          name="sensitive"
          value={String(handle.value ?? null)}
          onChange={(event) => handle.set(ANSWERS[event.target.value as Answer])}
          onBlur={handle.blur}
        >
          {(Object.keys(ANSWERS) as Answer[]).map((answer) => (
            <option key={answer} value={answer}>
              {t(`sensitive.${answer}`)}
            </option>
          ))}
        </NativeSelect>
      </FieldFrame>
      {handle.value !== true && chosen.some(isSensitive) && <Banner tone="warn">{t('sensitive.warning')}</Banner>}
    </>
  );
}

/** Displayed where the report names a sensitive category but does not say that sensitive data is concerned. */
export function SensitiveWarning({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  if (record.sensitive === true || !record.piiCategories.some(({ sensitive }) => sensitive)) return null;
  return <Banner tone="warn">{t('sensitive.warning')}</Banner>;
}
