import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSignedIn } from '#api/useSignedIn.ts'
import { memberNavigation } from '../../memberNavigation.ts'
import type { Group, MemberEntry } from '../screen.ts'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import { useInUse } from '../useParts.ts'
import { useIsJudge } from './judges.ts'
import { MemberEntries } from './MemberEntries.tsx'
import { MemberSheet } from './MemberSheet.tsx'

const everyEntry = memberNavigation.flatMap(({ entries }) => entries)

/** Down the side on wide screens; on phones behind one button. Real links, so that it works before anything is loaded. */
export function MemberNav() {
  const { pathname } = useLocation()
  const unread = useUnread('member')
  const signedIn = useSignedIn()
  useUnreadPoll('member', signedIn, pathname)
  const isJudge = useIsJudge(signedIn)
  useCountInTitle(unread)
  const groups = groupsOf(useInUse(everyEntry).filter(({ only }) => isJudge || !only))
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is changes with the address
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - list.current!.offsetLeft - 16
  }, [pathname])
  return (
    <>
      <nav className="centre-nav" aria-label="会员中心" ref={list}>
        <MemberEntries groups={groups} unread={unread} />
      </nav>
      <MemberSheet groups={groups} unread={unread} />
    </>
  )
}

/** A heading without entries is not shown either. */
const groupsOf = (shown: readonly MemberEntry[]): Group<MemberEntry>[] =>
  memberNavigation
    .map(({ name, entries }) => ({ name, entries: entries.filter(entry => shown.includes(entry)) }))
    .filter(({ entries }) => entries.length > 0)
