import { useTranslation } from 'react-i18next';
import { groundsOf, sectionOfGround } from '../../../shared/request/grounds.ts';
import type { RequestRight } from '../../../shared/request/schema.ts';
import { Text } from '../../ui/index.ts';
import { RadioCardsField } from '../../ui/form/index.ts';

/** The grounds that all selected rights have in common, each with its section and its meaning. */
export function GroundField({ rights }: { rights: readonly Pick<RequestRight, 'code'>[] }) {
  const { t } = useTranslation(['requestScreen', 'request']);
  const lists = rights.map(({ code }) => groundsOf(code));
  const common = (lists[0] ?? []).filter(({ code, section }) =>
    lists.every((grounds) => grounds.some((ground) => ground.code === code && ground.section === section)),
  );
  return (
    <>
      <RadioCardsField
        name="groundCode"
        label={t('field.ground')}
        help={rights.length > 1 ? t('groundCommon') : t('groundHelp')}
        required
        columns={1}
        cards={common.map(({ code, section, closesOnly }) => ({
          value: code,
          label: t(`request:ground.${code as 'LAW'}`),
          description: [
            section ? t('section', { section }) : t('noSection'),
            t(`groundPlain.${code as 'LAW'}`),
            ...(closesOnly ? [t('closesOnly')] : []),
          ].join(' · '),
        }))}
      />
      <Text textStyle="dense" color="muted">
        {t('groundPractice')}
      </Text>
    </>
  );
}

/** The name of a ground of a right, with the section that it is under. */
export function useGroundName(): (ground: string, right: RequestRight['code']) => string {
  const { t } = useTranslation(['requestScreen', 'request']);
  return (ground, right) => {
    const section = sectionOfGround(right, ground);
    return [t(`request:ground.${ground as 'LAW'}`), section && t('section', { section })].filter(Boolean).join(' · ');
  };
}
