import { useEffect, useSyncExternalStore } from 'react'

/** What the thing is called that a screen shows, for the tab: the frame above does not load it. */
let called = ''
const heard = new Set<() => void>()

function tell(name: string) {
  called = name
  for (const one of heard) one()
}

function hear(one: () => void) {
  heard.add(one)
  return () => void heard.delete(one)
}

/** Of a screen of one thing: its tab is called by that. */
export function useCalled(name: string): void {
  useEffect(() => {
    tell(name)
    return () => tell('')
  }, [name])
}

export const useCalledNow = (): string =>
  useSyncExternalStore(
    hear,
    () => called,
    () => '',
  )
