import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { isCalled } from '../menu/spelling.ts'
import { currentness, type Group, type StaffEntry } from '../screen.ts'
import { MenuEntry } from './MenuEntry.tsx'
import { everyEntry, useOwnEntries } from './ownEntries.ts'
import { useFavourites } from './useFavourites.ts'
import { useFolding } from './useFolding.ts'
import './staffNav.css'

/** With no more entries than these there is nothing to fold, nor to look for. */
const FEW = 20

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
  const isLong = all.length > FEW
  const favourites = useFavourites()
  const { isFolded, fold } = useFolding(isLong ? areaOf(areas, pathname) : undefined)
  const menu = usePresentInView(pathname)
  const shown = typed.trim() === '' ? areas : narrowed(areas, typed)
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
  areas.find(({ entries }) => entries.some(entry => currentness(entry, everyEntry, pathname)))?.name ?? ''

/** The entries that are called so. */
function narrowed(areas: readonly Group<StaffEntry>[], typed: string): Group<StaffEntry>[] {
  const wanted = typed.toLowerCase().replace(/\s/g, '')
  const isWanted = ({ name }: StaffEntry) => isCalled(name, wanted)
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
