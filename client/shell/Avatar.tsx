import { useState } from 'react';
import { fileUrl } from '../../shared/fileUrl.ts';
import { chakra } from '../ui/layout.tsx';
import { initialsOf } from './initials.ts';
import { useSession } from './session.tsx';

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    overflow: 'hidden',
    borderRadius: 'full',
    bg: 'accent.soft',
    color: 'accent.text',
    fontWeight: 'semibold',
    textStyle: 'small',
    lineHeight: '1',
    // Not text: it adds nothing to the name.
    '&[data-initials]::before': { content: 'attr(data-initials)' },
  },
});

/** A person's photo, or the initials of the name without one. The name itself is displayed beside it. */
export function Avatar({
  name,
  photoId,
  size = '8',
}: {
  name: string;
  photoId: string | null;
  size?: '7' | '8' | '16';
}) {
  const { ws } = useSession();
  const [missing, setMissing] = useState<string | null>(null);
  const drawn = photoId !== missing ? photoId : null;
  return drawn ? (
    <Frame boxSize={size} aria-hidden data-avatar="photo">
      <chakra.img src={fileUrl(ws, drawn)} alt="" boxSize="full" objectFit="cover" onError={() => setMissing(drawn)} />
    </Frame>
  ) : (
    <Frame boxSize={size} aria-hidden data-avatar="initials" data-initials={initialsOf(name)} />
  );
}
