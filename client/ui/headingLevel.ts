import { createContext } from 'react';

/** The level of a heading that stands where it is used: 2 on a page, 3 in a card that has a title of its own. */
export const HeadingLevel = createContext<2 | 3>(2);
