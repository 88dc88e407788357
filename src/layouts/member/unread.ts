import { useEffect, useSyncExternalStore } from 'react'
import { browserApi } from '#api/browser.ts'

let count = 0
const heard = new Set<() => void>()

/** Asks how many messages are unread; after some were read, too. */
export const askUnread = () =>
  browserApi('GET /member/message/unread', {}).then(
    ({ unread }) => {
      count = unread
      for (const tell of heard) tell()
    },
    () => {}, // The number is a courtesy; what a refused session means, browser.ts has seen to.
  )

const listen = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Unread messages, asked for anew on each page of the centre. */
export function useUnread(asking: boolean, pathname: string): number {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks
  useEffect(() => {
    if (asking) askUnread()
  }, [asking, pathname])
  const unread = useSyncExternalStore(
    listen,
    () => count,
    () => 0,
  )
  return asking ? unread : 0
}
