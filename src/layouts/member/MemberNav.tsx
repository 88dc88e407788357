import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '#api/useSignedIn.ts'
import { myMessages } from '#modules/messages/pages/screens.ts'
import { Icon } from '#ui/Icon.tsx'
import { listAddress } from '#ui/table/leftLists.ts'
import { memberNavigation } from '../../memberNavigation.ts'
import { currentness, type MemberEntry } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import { useMounted } from '../useMounted.ts'
import { useInUse } from '../useParts.ts'
import { useIsJudge } from './judges.ts'

const everyEntry = memberNavigation.flatMap(({ entries }) => entries)

/** Down the side on wide screens, a row to push along on phones. Real links, so that it works before anything is loaded. */
export function MemberNav() {
  const { pathname } = useLocation()
  const unread = useUnread('member')
  const signedIn = useSignedIn()
  const mounted = useMounted()
  useUnreadPoll('member', signedIn, pathname)
  const isJudge = useIsJudge(signedIn)
  useCountInTitle(unread)
  const shown = useInUse(everyEntry).filter(({ only }) => isJudge || !only)
  const groups = groupsOf(shown)
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is changes with the address
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - list.current!.offsetLeft - 16
  }, [pathname])
  return (
    <nav className="centre-nav" aria-label="会员中心" ref={list}>
      {groups.map(({ name, entries }) => (
        <section key={name} aria-label={name}>
          <p aria-hidden="true">{name}</p>
          <ul role="list">
            {entries.map(entry => (
              <li key={entry.to}>
                <Link
                  to={mounted ? listAddress(entry.to, pathname) : entry.to}
                  aria-current={currentness(entry, everyEntry, pathname)}
                >
                  <Icon name={entry.icon} size={20} />
                  {entry.name}
                  {entry === myMessages && <UnreadBadge count={unread} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** A heading without entries is not shown either. */
const groupsOf = (shown: readonly MemberEntry[]) =>
  memberNavigation
    .map(({ name, entries }) => ({ name, entries: entries.filter(entry => shown.includes(entry)) }))
    .filter(({ entries }) => entries.length > 0)
