import { createContext, use } from 'react'

/** Given by the frame around the screens. */
export const Revalidate = createContext<() => Promise<void>>(() => {
  throw new Error('Nothing around this is loaded by a screen.')
})

/** Loads the screen's data anew. Unlike React Router's hook, it does not draw its caller again at each step of the router. */
export const useRevalidate = () => use(Revalidate)
