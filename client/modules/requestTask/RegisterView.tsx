import { useTranslation } from 'react-i18next';
import { countryName, placeName } from '../../../shared/country.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import type { RegisterFacts } from '../../../shared/requestTask/register.ts';
import { chakra, Facts, Tag, useFormat } from '../../ui/index.ts';

/** Which data is found where, according to the published record of processing. */
export function RegisterView({ register, version }: { register: RegisterFacts; version: number | null }) {
  const { t } = useTranslation(['requestTask', 'retention']);
  const { locale, text } = useFormat();
  const period = (retention: RegisterFacts['purposes'][number]['retention']) =>
    retention.indefinite
      ? t('register.indefinite')
      : retention.amount === null || retention.unit === null
        ? t('register.notStated')
        : withStart(durationText(locale, retention.amount, retention.unit), retention, t as never);
  const lines: [label: string, values: React.ReactNode[]][] = [
    [t('register.purposes'), register.purposes.map(({ title, retention }) => `${text(title)} (${period(retention)})`)],
    [t('register.groups'), register.groups.map(({ name }) => text(name))],
    [
      t('register.piiCategories'),
      register.piiCategories.map(({ name, sensitive }) => (
        <>
          {text(name)} {sensitive && <Tag tone="warn">{t('register.sensitive')}</Tag>}
        </>
      )),
    ],
    [
      t('register.storage'),
      register.storage.map(({ name, country }) => `${text(name)} (${placeName(country, locale)})`),
    ],
    [t('register.destructionMethods'), register.destructionMethods.map(({ name }) => text(name))],
    [
      t('register.recipients'),
      register.recipients.map(
        ({ name, countries, internal }) =>
          `${name} (${internal ? t('register.internal') : countries.map((code) => countryName(code, locale)).join(', ')})`,
      ),
    ],
    [t('register.thirdCountries'), register.thirdCountries.map((code) => countryName(code, locale))],
    [t('register.responsible'), register.responsible ? [register.responsible.name] : []],
  ];
  return (
    <>
      <Facts
        rows={lines.map(
          ([label, values]) =>
            values.length > 0 && [
              label,
              <chakra.ul key={label} listStyle="none">
                {values.map((value, place) => (
                  <li key={place}>{value}</li>
                ))}
              </chakra.ul>,
            ],
        )}
      />
      {version !== null && (
        <chakra.p textStyle="small" color="muted" mt="3">
          {t('register.version', { number: version })}
        </chakra.p>
      )}
    </>
  );
}
