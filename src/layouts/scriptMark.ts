import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** What scripts of ours carry while a page is rendered, so that the server can tell them from whatever else is in it. */
export const scriptMarkContext = createContext<string | undefined>(undefined)
export const ScriptMark = createReactContext<string | undefined>(undefined)
