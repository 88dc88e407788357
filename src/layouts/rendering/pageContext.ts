import { createContext } from 'react-router'

/** The page that `entry.server.tsx` has rendered: a `Response` would turn its text into bytes, and back. */
export const pageContext = createContext<string | null>(null)

/** What scripts of ours carry in the page that is asked for (`layouts/scriptMark.ts`). */
export const scriptMarkContext = createContext<string | undefined>(undefined)
