import { Building2, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { laterPart } from '../../ui/laterPart.ts';
import { chakra } from '../../ui/layout.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useSession } from '../session.tsx';

/** The list of workspaces, rendered when it is opened. */
const WorkspaceChooser = laterPart(() => import('./WorkspaceChooser.tsx'));

/** The workspace dropdown: the current one, and the way to another. */
export function WorkspaceMenu({ block = false, onChosen }: { block?: boolean; onChosen?: () => void }) {
  const { t } = useTranslation('shell');
  const { workspace } = useSession();
  return (
    <Popover
      label={t('workspace.label')}
      width="320px"
      maxHeight="560px"
      trigger={(props) => (
        <Button
          look={block ? 'plain' : 'quiet'}
          block={block}
          icon={<Building2 aria-hidden />}
          minWidth="0"
          flexShrink={1}
          aria-label={t('workspace.change', { name: workspace.name })}
          {...props}
        >
          <chakra.span
            flex={block ? '1' : undefined}
            textAlign="start"
            maxWidth={block ? 'full' : { base: '9rem', xl: '16rem' }}
            overflow="hidden"
            textOverflow="ellipsis"
          >
            {workspace.name}
          </chakra.span>
          <ChevronsUpDown aria-hidden />
        </Button>
      )}
    >
      {(close) => (
        <WorkspaceChooser
          current={workspace.uuid}
          onChosen={() => {
            close();
            onChosen?.();
          }}
        />
      )}
    </Popover>
  );
}
