import { createContext } from 'react';

/** Whether what is rendered stands inside a link, where no button may stand. */
export const InsideLink = createContext(false);
