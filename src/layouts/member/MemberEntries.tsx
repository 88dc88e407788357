import { Link, useLocation } from 'react-router'
import { myMessages } from '#modules/messages/pages/screens.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { listAddress } from '#ui/table/rememberedLists.ts'
import { useMounted } from '#ui/useMounted.ts'
import { memberNavigation } from '../../memberNavigation.ts'
import { ariaCurrentOf, type MemberEntry, type MemberGroup } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'

export const memberScreens = memberNavigation.flatMap(({ areas }) => areas.flatMap(({ screens }) => screens))

type Props = { groups: readonly MemberGroup[]; unread: number | undefined }

/** The menu: an area leads to its first screen, and shows them all while one is in it. */
export function MemberAreas({ groups, unread }: Props) {
  const { pathname } = useLocation()
  return groups.map(({ name, areas }) => (
    <section key={name} aria-label={name}>
      <p aria-hidden="true">{name}</p>
      <ul role="list">
        {areas.map(({ name, icon, screens }) => {
          const [first] = screens
          const isHere = screens.some(screen => ariaCurrentOf(screen, memberScreens, pathname))
          return (
            <li key={name}>
              {screens.length === 1 ? (
                <ScreenLink screen={first!} icon={icon} unread={unread} />
              ) : (
                <Link to={first!.to}>
                  <Icon name={icon} size={20} />
                  {name}
                </Link>
              )}
              {isHere && screens.length > 1 && (
                <ul role="list" aria-label={name}>
                  {screens.map(screen => (
                    <li key={screen.to}>
                      <ScreenLink screen={screen} unread={unread} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

/** Every screen of the areas, for who looks for one. */
export const MemberEntries = ({ groups, unread }: Props) =>
  groups.map(({ name, areas }) => (
    <section key={name} aria-label={name}>
      <p aria-hidden="true">{name}</p>
      <ul role="list">
        {areas.flatMap(({ icon, screens }) =>
          screens.map(screen => (
            <li key={screen.to}>
              <ScreenLink screen={screen} icon={icon} unread={unread} />
            </li>
          )),
        )}
      </ul>
    </section>
  ))

type LinkProps = { screen: MemberEntry; icon?: IconName; unread: number | undefined }

/** A list that was left leads back to where it was left. */
function ScreenLink({ screen, icon, unread }: LinkProps) {
  const { pathname } = useLocation()
  const mounted = useMounted()
  return (
    <Link
      to={mounted ? listAddress(screen.to, pathname) : screen.to}
      aria-current={ariaCurrentOf(screen, memberScreens, pathname)}
    >
      {icon && <Icon name={icon} size={20} />}
      {screen.name}
      {screen === myMessages && <UnreadBadge count={unread} />}
    </Link>
  )
}
