import { Maximize2, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '../../shared/locale.ts';
import { Button, Card, chakra, Dialog, Flex, IconButton, Stack, Text, useDialog, useLocale } from '../ui/index.ts';

const PAUSE_MS = 200;
/** CSS pixels of the page around the form. */
const DEVICES = { phone: { width: 375, height: 560 }, desktop: { width: 1280, height: 760 } } as const;
type Device = keyof typeof DEVICES;

export interface EmbedPreviewProps extends FrameSource {
  title?: string;
  /** The note below. */
  note: string;
}

interface FrameSource {
  /** Of the embed's own page, which receives the form by message. */
  address: string;
  /** The form as the embed would get it; plain data. */
  form: object;
  /** Names the frame for screen readers. */
  frameTitle: string;
}

/** The real embed with the current input, at the width of a phone or a desktop, in either language. */
export function EmbedPreview({ title, note, ...source }: EmbedPreviewProps) {
  const { t } = useTranslation(['embedScreen', 'ui']);
  const [device, setDevice] = useState<Device>('phone');
  const [language, setLanguage] = useState<Locale>(useLocale());
  const larger = useDialog();
  const tools = (
    <Flex wrap="wrap" gap="2">
      <Switches
        label={t('preview.device')}
        value={device}
        onChange={setDevice}
        options={[
          { value: 'phone', label: t('preview.phone'), icon: <Smartphone aria-hidden /> },
          { value: 'desktop', label: t('preview.desktop'), icon: <Monitor aria-hidden /> },
        ]}
      />
      <Switches
        label={t('preview.language')}
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'th', label: 'ไทย' },
          { value: 'en', label: 'EN' },
        ]}
      />
    </Flex>
  );
  return (
    <Card
      title={title ?? t('preview.title')}
      actions={
        <IconButton size="sm" label={t('preview.larger')} icon={<Maximize2 aria-hidden />} onClick={larger.show} />
      }
    >
      <Stack gap="3">
        {tools}
        <Frame {...source} language={language} device={device} />
        <Text textStyle="small" color="muted">
          {note}
        </Text>
      </Stack>
      <Dialog
        {...larger.props}
        width={device === 'desktop' ? 1200 : 480}
        title={title ?? t('preview.title')}
        footer={<Button onClick={larger.close}>{t('ui:close')}</Button>}
      >
        <Stack gap="3">
          {tools}
          <Frame {...source} language={language} device={device} />
        </Stack>
      </Dialog>
    </Card>
  );
}

/** The embed's own page in a frame, scaled down to fit; it requests the form when it is ready, and gets each change. */
function Frame({ address, form, frameTitle, language, device }: FrameSource & { language: Locale; device: Device }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState(0);
  const { width, height } = DEVICES[device];
  const message = useRef({ type: 'pokpong:preview', form, language });
  message.current = { type: 'pokpong:preview', form, language };
  const send = () => frame.current?.contentWindow?.postMessage(message.current, location.origin);

  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (
        event.source === frame.current?.contentWindow &&
        event.origin === location.origin &&
        event.data?.type === 'pokpong:preview-ready'
      )
        send();
    };
    addEventListener('message', onMessage);
    // The frame may have been ready before the listener was added.
    send();
    return () => removeEventListener('message', onMessage);
  }, []);
  const content = JSON.stringify(form);
  useEffect(() => {
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [content, language]);
  useEffect(() => {
    if (!box.current) return;
    const watcher = new ResizeObserver(([entry]) => setSpace(entry?.contentRect.width ?? 0));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);

  const scale = Math.min(1, space / width);
  return (
    <chakra.div
      ref={box}
      overflow="hidden"
      minWidth="0"
      display="grid"
      justifyItems={scale === 1 ? 'center' : 'start'}
      css={{ height: `${Math.ceil(height * scale)}px` }}
    >
      <chakra.iframe
        ref={frame}
        src={address}
        title={frameTitle}
        borderWidth="1px"
        borderRadius="card"
        bg="#fff"
        css={{
          width: `${width}px`,
          height: `${height}px`,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          colorScheme: 'light',
        }}
      />
    </chakra.div>
  );
}

interface SwitchesProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

function Switches<Value extends string>({ label, value, options, onChange }: SwitchesProps<Value>) {
  return (
    <chakra.div
      role="group"
      aria-label={label}
      display="flex"
      gap="1"
      borderWidth="1px"
      borderRadius="control"
      bg="surface"
    >
      {options.map((option) => (
        <Button
          key={option.value}
          size="sm"
          look="quiet"
          icon={option.icon}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          css={{ '&[aria-pressed=true]': { background: '{colors.accent.soft}', color: '{colors.accent.text}' } }}
        >
          {option.label}
        </Button>
      ))}
    </chakra.div>
  );
}
