import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { Box, SideRail, SkeletonText, Stack, Tabs } from '../ui/index.ts';

interface FormScreenProps {
  /** Names of the first two tabs. */
  tabs: { form: string; channels: string };
  publishedVersion: number;
  /** What to do after the first publication. */
  nextSteps: ReactNode;
  /** The form, or its fields as text. `rail` receives the preview and the list of problems. */
  editor: (rail: HTMLElement | null) => ReactNode;
  /** The preview, where the editor has none. */
  preview?: ReactNode;
  /** Below the preview. */
  rail: ReactNode;
  channels: ReactNode;
  versions: ReactNode;
}

const TABS = ['channels', 'versions'] as const;

/** The tabs of a form that is embedded in sites: its editor with a live preview, its channels, its versions. */
export function FormScreen(props: FormScreenProps) {
  const { tabs, publishedVersion, nextSteps, channels, versions } = props;
  const { t } = useTranslation('versionedRecord');
  const requestedTab = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === requestedTab) ?? null;
  // Mounted once the channels were opened.
  const [opened, setOpened] = useState(false);
  if (tab === 'channels' && !opened) setOpened(true);
  return (
    <>
      <Tabs
        items={[
          { label: tabs.form, href: '?' },
          { label: tabs.channels, href: '?tab=channels' },
          { label: t('version.caption'), href: '?tab=versions', count: publishedVersion },
        ]}
      />
      {tab === null && nextSteps}
      {/* Editor and channels stay mounted while another tab is displayed, so that their input is not lost. */}
      <Box display={tab === null ? 'block' : 'none'} css={{ '& > div > aside': { alignSelf: 'stretch' } }}>
        <EditorWithRail {...props} />
      </Box>
      {opened && (
        <Box display={tab === 'channels' ? 'block' : 'none'}>
          <Suspense fallback={<SkeletonText lines={8} />}>{channels}</Suspense>
        </Box>
      )}
      {tab === 'versions' && versions}
    </>
  );
}

/** The side panel stays visible along the form. */
function EditorWithRail({ editor, preview, rail }: Pick<FormScreenProps, 'editor' | 'preview' | 'rail'>) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <SideRail
      rail={
        <Stack
          gap="4"
          alignSelf="start"
          minWidth="0"
          mx="-1"
          px="1"
          pb="1"
          position={{ lg: 'sticky' }}
          top="4"
          maxHeight={{ lg: 'calc(100dvh - 2rem)' }}
          overflowY={{ lg: 'auto' }}
        >
          {preview ?? <Stack gap="4" ref={setSlot} minWidth="0" />}
          {rail}
        </Stack>
      }
    >
      {editor(slot)}
    </SideRail>
  );
}
