import { chakra } from '../../ui/index.ts';

/** Genuine or not, or unknown: by words, picture and colour. */
export function VerdictHead({
  tone,
  icon,
  title,
  children,
}: {
  tone: 'ok' | 'danger' | 'warn';
  icon: React.ReactNode;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <chakra.div
      role={tone === 'danger' ? 'alert' : 'status'}
      data-verdict={tone}
      display="flex"
      gap="4"
      p="5"
      borderRadius="card"
      bg={`${tone}.soft`}
      css={{ '& dt': { color: 'inherit' } }}
      color={`${tone}.text`}
      borderInlineStartWidth="4px"
      borderColor={tone}
    >
      <chakra.span flexShrink={0}>{icon}</chakra.span>
      <chakra.div minWidth="0" flex="1">
        <chakra.h2 textStyle="title">{title}</chakra.h2>
        {children}
      </chakra.div>
    </chakra.div>
  );
}
