import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { SelectField } from '../../../ui/form/index.ts';

/** The privacy notice that a form links to; none: another address. */
export function NoticeField({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const { data = [] } = trpc.consent.noticeChoices.useQuery({ ws });
  const chosen = record.notice;
  const others = data.filter(({ id }) => id !== chosen?.id);
  if (others.length === 0 && !chosen) return null;
  return (
    <SelectField
      name="privacyNoticeId"
      label={t('field.privacyNoticeId')}
      help={t('field.privacyNoticeIdHelp')}
      placeholder={t('field.otherNotice')}
      options={[
        ...(chosen
          ? [
              {
                value: chosen.id,
                label: chosen.inForce ? chosen.name : t('field.noticeNotInForce', { name: chosen.name }),
              },
            ]
          : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
