import { createContext } from 'react-router'

/** The page that `entry.server.tsx` has rendered: a `Response` would turn its text into bytes, and back. */
export const pageContext = createContext<string | null>(null)

/** Attribute value that marks our scripts in the requested page (`layouts/scriptMark.ts`). */
export const scriptMarkContext = createContext<string | undefined>(undefined)
