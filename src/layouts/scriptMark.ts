import { createContext } from 'react'

/** What scripts of ours carry while a page is rendered, so that the server can tell them from whatever else is in it. */
export const ScriptMark = createContext<string | undefined>(undefined)
