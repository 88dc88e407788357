import { createContext, useContext, useEffect, useId } from 'react'

/** A file that is not there yet, or one that did not get there. */
export type PendingFile = { name: string; failed: boolean }

type Listener = {
  tell: (field: string, files: readonly PendingFile[]) => void
  /** Cancels the submit that waits for the files. */
  stop: () => void
}

/** The form around a field of files; outside of one nobody waits. */
export const FormAround = createContext<Listener>({ tell: () => {}, stop: () => {} })

/** Tells the form which files of a field are not there yet. Answers what calls off its going on by itself. */
export function usePendingFiles(files: readonly PendingFile[]) {
  const { tell, stop } = useContext(FormAround)
  const field = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when it says something else, not with each rendering
  useEffect(() => tell(field, files), [tell, field, JSON.stringify(files)])
  useEffect(() => () => tell(field, []), [tell, field])
  return stop
}
