import { Link, useLocation } from 'react-router'
import { myMessages } from '#modules/messages/pages/screens.ts'
import { Icon } from '#ui/Icon.tsx'
import { listAddress } from '#ui/table/rememberedLists.ts'
import { useMounted } from '#ui/useMounted.ts'
import { memberNavigation } from '../../memberNavigation.ts'
import { ariaCurrentOf, type Group, type MemberEntry } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'

const everyEntry = memberNavigation.flatMap(({ entries }) => entries)

type Props = { groups: readonly Group<MemberEntry>[]; unread: number | undefined }

/** The screens of the member centre under their headings; a list that was left leads back to where it was left. */
export function MemberEntries({ groups, unread }: Props) {
  const { pathname } = useLocation()
  const mounted = useMounted()
  return groups.map(({ name, entries }) => (
    <section key={name} aria-label={name}>
      <p aria-hidden="true">{name}</p>
      <ul role="list">
        {entries.map(entry => (
          <li key={entry.to}>
            <Link
              to={mounted ? listAddress(entry.to, pathname) : entry.to}
              aria-current={ariaCurrentOf(entry, everyEntry, pathname)}
            >
              <Icon name={entry.icon} size={20} />
              {entry.name}
              {entry === myMessages && <UnreadBadge count={unread} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}
