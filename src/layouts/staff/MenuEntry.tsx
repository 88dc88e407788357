import { Link, useLocation } from 'react-router'
import { staffMessages } from '#modules/messages/pages/screens.ts'
import { listAddress } from '#ui/table/leftLists.ts'
import { currentness, type StaffEntry } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useUnread } from '../unread.ts'
import { everyEntry } from './ownEntries.ts'
import { StaffIcon } from './StaffIcon.tsx'
import type { useFavourites } from './useFavourites.ts'

type Props = { entry: StaffEntry; favourites: ReturnType<typeof useFavourites> }

/** One entry of the menu, and the star that puts it among the favourites. */
export function MenuEntry({ entry, favourites: { routes, turn } }: Props) {
  const { pathname } = useLocation()
  const unread = useUnread('staff')
  const isFavourite = routes.includes(entry.to)
  return (
    <li>
      <Link to={listAddress(entry.to, pathname)} aria-current={currentness(entry, everyEntry, pathname)}>
        <StaffIcon name={entry.icon} />
        {entry.name}
        {entry === staffMessages && <UnreadBadge count={unread} />}
      </Link>
      <button
        type="button"
        className="desk-star"
        aria-pressed={isFavourite}
        aria-label={`常用：${entry.name}`}
        title={isFavourite ? '从常用中去掉' : '放到常用'}
        onClick={() => turn(entry.to)}
      >
        <StaffIcon name="star" />
      </button>
    </li>
  )
}
