import { useEffect, useSyncExternalStore } from 'react'
import { browserApi } from '#api/browser.ts'
import { onLoginStatus } from '#api/session.ts'

/** Counts of unread messages; a browser may be signed in as a member and as staff at once. */
export type Side = 'member' | 'staff'
type UnreadMessage = { side: Side; unread: number }

/** Interval in ms between queries while the page is visible. */
const POLL_INTERVAL_MS = 30_000

const counts: Partial<Record<Side, number>> = {}
const knownAt: Partial<Record<Side, number>> = {}
const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** Opened by the first who listens: on the server nobody does. */
function openChannel(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('hangxie:unread')
  channel.onmessage = ({ data }: MessageEvent<UnreadMessage>) => storeCount(data)
  onLoginStatus(() => {
    // Clears the count of the previous user, since somebody else may sign in next.
    counts.member = undefined
    tellListeners()
  })
  return channel
}

const tellListeners = () => {
  for (const tell of listeners) tell()
}

function storeCount({ side, unread }: UnreadMessage) {
  knownAt[side] = Date.now()
  if (counts[side] === unread) return
  counts[side] = unread
  tellListeners()
}

/** Stores the count that a call returned and shows it everywhere: header, menu, title and other tabs. */
export function noteUnread(side: Side, unread: number) {
  storeCount({ side, unread })
  openChannel().postMessage({ side, unread } satisfies UnreadMessage)
}

export const askUnread = (side: Side) =>
  browserApi(side === 'staff' ? 'GET /staff/message/unread' : 'GET /member/message/unread', {}).then(
    ({ unread }) => noteUnread(side, unread),
    () => {}, // The number is a courtesy; what a refused session means, browser.ts has seen to.
  )

const listen = (tell: () => void) => {
  openChannel()
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Undefined until it is known. */
export const useUnread = (side: Side): number | undefined =>
  useSyncExternalStore(
    listen,
    () => counts[side],
    () => undefined,
  )

/** Asks on each page and every half minute, but only a tab that is looked at, and not what another has just learnt. */
export function useUnreadPoll(side: Side, asking: boolean, pathname: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks
  useEffect(() => {
    if (!asking) return
    void askUnread(side)
    const look = () => {
      const isFresh = Date.now() - (knownAt[side] ?? 0) < POLL_INTERVAL_MS - 1_000
      if (document.visibilityState === 'visible' && !isFresh) void askUnread(side)
    }
    const timer = setInterval(look, POLL_INTERVAL_MS / 3)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [side, asking, pathname])
}

const COUNT = /\(\d+\+?\) /

/** `(3) ` before the title of the tab, whatever else writes it. */
export function useCountInTitle(unread: number | undefined) {
  useEffect(() => {
    const prefix = unread ? `(${shortCount(unread)}) ` : ''
    const write = () => {
      const bare = document.title.replace(COUNT, '')
      // The title keeps the prefix of form errors first.
      const wanted = bare.startsWith('错误：') ? bare : prefix + bare
      if (document.title !== wanted) document.title = wanted
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [unread])
}

export const shortCount = (unread: number) => (unread > 99 ? '99+' : String(unread))
