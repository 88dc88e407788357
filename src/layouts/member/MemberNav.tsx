import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '#api/useSignedIn.ts'
import { Icon } from '#ui/Icon.tsx'
import { groups } from '../../screens.ts'
import { addressOf, currentness } from './places.ts'
import { useUnread } from './unread.ts'

/** Down the side on wide screens, a row to push along on phones. Real links, so that it works before anything is loaded. */
export function MemberNav() {
  const { pathname } = useLocation()
  const unread = useUnread(useSignedIn(), pathname)
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
              screen.icon ? (
                <li key={screen.path}>
                  <Link to={addressOf(screen)} aria-current={currentness(screen, pathname)}>
                    <Icon name={screen.icon} size={20} />
                    {screen.name}
                    {screen.path === 'messages' && unread > 0 && <Unread count={unread} />}
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

const Unread = ({ count }: { count: number }) => (
  <span className="centre-unread">
    {count > 99 ? '99+' : count}
    <span className="hidden-text">条未读</span>
  </span>
)
