import { useEffect, useSyncExternalStore } from 'react'

/** Name of the record that the screen shows, for the tab title; the frame above does not load it. */
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

/** Sets the tab title of a screen to the name of its record. */
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
