import { chakra } from '@chakra-ui/react';

/** A page of its own, such as a letter, as high as its dialog allows; nothing in it runs or leads anywhere. */
export function PageFrame({ html, title }: { html: string; title: string }) {
  return (
    <chakra.iframe
      srcDoc={html}
      title={title}
      sandbox=""
      display="block"
      width="full"
      height="100%"
      minHeight="70dvh"
      borderWidth="1px"
      borderRadius="control"
      bg="white"
    />
  );
}
