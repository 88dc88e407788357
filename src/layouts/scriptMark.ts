import { createContext } from 'react'

/** Attribute value of our scripts in a rendered page, by which the server tells them from other content. */
export const ScriptMark = createContext<string | undefined>(undefined)
