import './staffNav.css'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { staffMessages } from '#modules/messages/pages/screens.ts'
import { Icon } from '#ui/Icon.tsx'
import { listAddress } from '#ui/table/rememberedLists.ts'
import { matchesName } from '../menu/spelling.ts'
import { ariaCurrentOf, type Group, type StaffEntry } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useUnread } from '../unread.ts'
import { everyEntry, useOwnEntries } from './ownEntries.ts'
import { StaffIcon } from './StaffIcon.tsx'
import { useStaff } from './staff.ts'

/** Number of entries up to which the menu is not folded and needs no search. */
const MAX_UNFOLDED_ENTRIES = 20

/** Down the side; on narrow screens behind a button. Only what this person may open, favourites first. */
export function StaffNav() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when one has gone somewhere
  useEffect(() => {
    setOpen(false)
    setTyped('')
  }, [pathname])
  const areas = useOwnEntries()
  const all = areas.flatMap(({ entries }) => entries)
  const isLong = all.length > MAX_UNFOLDED_ENTRIES
  const favourites = useFavourites()
  const { isFolded, fold } = useFolding(isLong ? areaOf(areas, pathname) : undefined)
  const menu = usePresentInView(pathname)
  const shown = typed.trim() === '' ? areas : filterAreas(areas, typed)
  const starred = favourites.routes.flatMap(route => all.find(({ to }) => to === route) ?? [])
  return (
    <nav className="desk-nav" aria-label="工作后台" data-open={open || undefined}>
      <button
        type="button"
        className="desk-nav-toggle"
        aria-expanded={open}
        aria-controls="desk-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} size={20} />
        菜单
      </button>
      <div id="desk-menu" className="desk-menu" ref={menu}>
        {isLong && (
          <input
            type="search"
            className="text-input desk-menu-filter"
            aria-label="查找菜单"
            placeholder="查找菜单"
            autoComplete="off"
            maxLength={20}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        )}
        {shown === areas && starred.length > 0 && (
          <section aria-label="常用">
            <p aria-hidden="true">常用</p>
            <Entries entries={starred} favourites={favourites} />
          </section>
        )}
        {shown.map(({ name, entries }) => {
          const folds = isLong && shown === areas && entries.length > 1
          const folded = folds && isFolded(name)
          return (
            <section key={name} aria-label={name}>
              {folds ? (
                <button type="button" className="desk-menu-area" aria-expanded={!folded} onClick={() => fold(name)}>
                  {name}
                  <Icon name={folded ? 'right' : 'down'} size={14} />
                </button>
              ) : (
                <p aria-hidden="true">{name}</p>
              )}
              {!folded && <Entries entries={entries} favourites={favourites} />}
            </section>
          )
        })}
        {shown.length === 0 && <p role="status">菜单里没有“{typed.trim()}”</p>}
      </div>
    </nav>
  )
}

type EntriesProps = { entries: readonly StaffEntry[]; favourites: ReturnType<typeof useFavourites> }

const Entries = ({ entries, favourites }: EntriesProps) => (
  <ul role="list">
    {entries.map(entry => (
      <MenuEntry key={entry.to} entry={entry} favourites={favourites} />
    ))}
  </ul>
)

/** The area of where one is. */
const areaOf = (areas: readonly Group<StaffEntry>[], pathname: string) =>
  areas.find(({ entries }) => entries.some(entry => ariaCurrentOf(entry, everyEntry, pathname)))?.name ?? ''

/** The entries that are called so. */
function filterAreas(areas: readonly Group<StaffEntry>[], typed: string): Group<StaffEntry>[] {
  const wanted = typed.toLowerCase().replace(/\s/g, '')
  const isWanted = ({ name }: StaffEntry) => matchesName(name, wanted)
  return areas
    .map(({ name, entries }) => ({ name, entries: entries.filter(isWanted) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The entry of where one is stands in view, also when one comes from elsewhere; the page itself is not moved. */
function usePresentInView(pathname: string) {
  const menu = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one has gone somewhere
  useEffect(() => {
    const box = menu.current
    const entry = box?.querySelector('[aria-current]')
    if (!box || !entry) return
    const [outer, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2
  }, [pathname])
  return menu
}

/** Areas that somebody folded or unfolded by hand, in this browser. */
type Folding = Record<string, boolean>
const KEY = 'desk-folded'

function readFolding(): Folding {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

function keepFolding(folding: Folding) {
  try {
    localStorage.setItem(KEY, JSON.stringify(folding))
  } catch {}
}

/**
 * State of folded areas of the menu: all but the present one, unless the user chose otherwise. `present` undefined:
 * none is.
 */
function useFolding(present: string | undefined) {
  const [folding, setFolding] = useState(readFolding)
  const isFolded = (area: string) => present !== undefined && (folding[area] ?? area !== present)
  // Unfolds the area of the screen that is opened.
  useEffect(() => {
    if (present === undefined) return
    setFolding(({ [present]: folded, ...others }) => (folded === false ? { [present]: false, ...others } : others))
  }, [present])
  const fold = (area: string) => {
    const next = { ...folding, [area]: !isFolded(area) }
    setFolding(next)
    keepFolding(next)
  }
  return { isFolded, fold }
}

type Props = { entry: StaffEntry; favourites: ReturnType<typeof useFavourites> }

function MenuEntry({ entry, favourites: { routes, turn } }: Props) {
  const { pathname } = useLocation()
  const unread = useUnread('staff')
  const isFavourite = routes.includes(entry.to)
  return (
    <li>
      <Link to={listAddress(entry.to, pathname)} aria-current={ariaCurrentOf(entry, everyEntry, pathname)}>
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

const toggled = (routes: readonly string[], route: string) =>
  routes.includes(route) ? routes.filter(one => one !== route) : [...routes, route]

/**
 * The entries of the menu that this person wants on top: kept with the account, the same on every device. The whole list
 * is kept each time, so one turn waits for the one before; what cannot be kept is turned back.
 */
function useFavourites() {
  const { favourites } = useStaff()
  const [routes, setRoutes] = useState<readonly string[]>(favourites)
  const kept = useRef<readonly string[]>(favourites)
  const keeping = useRef(Promise.resolve())

  async function keep(route: string) {
    const next = toggled(kept.current, route)
    try {
      await browserApi('POST /staff/favourite/save', { routes: [...next] })
      kept.current = next
    } catch (error) {
      setRoutes(now => toggled(now, route))
      announce(toRefusal(error).message)
    }
  }

  function turn(route: string) {
    setRoutes(now => toggled(now, route))
    keeping.current = keeping.current.then(() => keep(route))
    return keeping.current
  }
  return { routes, turn }
}
