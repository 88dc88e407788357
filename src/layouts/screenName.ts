import { useEffect, useSyncExternalStore } from 'react'

/** Name of the record that the screen shows, for the tab title; the frame above does not load it. */
let shownName = ''
const listeners = new Set<() => void>()

function setName(name: string) {
  shownName = name
  for (const one of listeners) one()
}

function subscribe(one: () => void) {
  listeners.add(one)
  return () => void listeners.delete(one)
}

/** Sets the tab title of a screen to the name of its record. */
export function useScreenName(name: string): void {
  useEffect(() => {
    setName(name)
    return () => setName('')
  }, [name])
}

export const useCurrentScreenName = (): string =>
  useSyncExternalStore(
    subscribe,
    () => shownName,
    () => '',
  )
