import { createContext } from 'react'

/** Why the forms of a screen can only be read, such as a duty that a clerk does not have; undefined: they can be filled in. */
export const ReadOnlyReason = createContext<string | undefined>(undefined)
