import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../ui/form/index.ts';
import { ALL } from './useViews.ts';

interface WorkspaceSelectProps {
  /** Those of the console. */
  workspaces: readonly { id: string; name: string }[];
  /** The id of one of them, or `ALL`. */
  place: string;
  onChange: (place: string) => void;
}

/** The choice of the workspaces that page views are of: all, or one of them. */
export function WorkspaceSelect({ workspaces, place, onChange }: WorkspaceSelectProps) {
  const { t } = useTranslation('analytics');
  return (
    <NativeSelect
      dense
      width="auto"
      maxWidth={{ base: 'full', md: '16rem' }}
      aria-label={t('workspace')}
      value={place}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value={ALL}>{t('allWorkspaces')}</option>
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
