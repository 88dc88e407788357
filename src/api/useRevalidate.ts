import { createContext, use } from 'react'
import type { useRevalidator } from 'react-router'

/**
 * How the data of the screen around are loaded anew, and whether they are just now. Given by the frame of the screens:
 * React Router's own hook draws its caller again at each step of the router, too.
 */
export const Revalidation = createContext<ReturnType<typeof useRevalidator> | undefined>(undefined)

export function useRevalidation() {
  const of = use(Revalidation)
  if (!of) throw new Error('No screen is around.')
  return of
}

/** Loads the screen's data anew. */
export const useRevalidate = () => useRevalidation().revalidate
