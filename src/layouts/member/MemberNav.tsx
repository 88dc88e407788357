import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '#api/useSignedIn.ts'
import { Icon } from '#ui/Icon.tsx'
import { groups } from '../../screens.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import { useIsJudge } from './judges.ts'
import { addressOf, currentness } from './places.ts'

/** Down the side on wide screens, a row to push along on phones. Real links, so that it works before anything is loaded. */
export function MemberNav() {
  const { pathname } = useLocation()
  const unread = useUnread('member')
  const signedIn = useSignedIn()
  useUnreadPoll('member', signedIn, pathname)
  const isJudge = useIsJudge(signedIn)
  useCountInTitle(unread)
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is changes with the address
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - list.current!.offsetLeft - 16
  }, [pathname])
  return (
    <nav className="centre-nav" aria-label="会员中心" ref={list}>
      {groups.map(({ name, screens }) => (
        <section key={name} aria-label={name}>
          <p aria-hidden="true">{name}</p>
          <ul role="list">
            {screens.flatMap(screen =>
              screen.icon && (isJudge || !screen.only) ? (
                <li key={screen.path}>
                  <Link to={addressOf(screen)} aria-current={currentness(screen, pathname)}>
                    <Icon name={screen.icon} size={20} />
                    {screen.name}
                    {screen.path === 'messages' && <UnreadBadge count={unread} />}
                  </Link>
                </li>
              ) : (
                []
              ),
            )}
          </ul>
        </section>
      ))}
    </nav>
  )
}
