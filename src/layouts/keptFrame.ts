import { preload } from 'react-dom'
import type { EntryContext } from 'react-router'
import { dayOf } from '#lib/dates.ts'
import { entryPath } from '#ui/MenuLink.tsx'
import type { SiteConfig } from './head.ts'
import { SEARCH } from './public/SearchBox.tsx'
import { SHELL, type Shell } from './public/shell.ts'

type Parts = { header: string; side: string; footer: string }

/** Maximum number of frames kept: one for each entry of the menu, and one for all other pages. */
const MAX_CACHED_FRAMES = 40
const frameCache = { from: [] as readonly unknown[], byPath: new Map<string, Parts>() }

/**
 * The frame of a page that is rendered: it shows the settings, the menu and the ways to elsewhere, and of the page itself
 * only which entry of the menu it is. So it is drawn once for each of these, and put as it is into the pages that follow.
 * `mark` was made for this one rendering: no article can know it.
 */
export function cachedFrame(
  { staticHandlerContext: { loaderData, location } }: EntryContext,
  mark: string | undefined,
) {
  const config = loaderData.root as SiteConfig | undefined
  const shell = loaderData[SHELL] as Shell | undefined
  // The header of the search page shows the query, so its frame is not reused.
  if (!config || !shell || !mark || import.meta.env.DEV || location.pathname === SEARCH) return undefined
  const from = [config, shell.menu, shell.navigation, dayOf(new Date())]
  if (from.some((one, i) => one !== frameCache.from[i])) Object.assign(frameCache, { from, byPath: new Map() })
  const { byPath } = frameCache
  const isEntry = shell.menu.some(entry => [entry, ...entry.list].some(one => entryPath(one) === location.pathname))
  const path = isEntry ? location.pathname : ''
  const parts = byPath.get(path)
  return {
    /** Mark of the parts to leave out, if they are there already. */
    leftOutBy: parts && mark,
    /** Preloads the logo of the header while the page is rendered, also when the header itself is left out. */
    announce: () => config.association.logo && preload(config.association.logo, { as: 'image' }),
    complete(html: string): string {
      if (parts) return putIn(html, mark, parts)
      const drawn = partsOf(html)
      if (drawn && byPath.size < MAX_CACHED_FRAMES) byPath.set(path, drawn)
      return html
    },
  }
}

function partsOf(html: string): Parts | undefined {
  const before = html.slice(0, html.indexOf('<main'))
  const after = html.slice(html.lastIndexOf('</main>'))
  const [header, side, footer] = [first(before, 'header'), first(after, 'aside'), first(after, 'footer')]
  return header && footer ? { header, side, footer } : undefined
}

function first(html: string, name: string): string {
  const begin = html.indexOf(`<${name} `)
  return begin < 0 ? '' : html.slice(begin, html.indexOf(`</${name}>`, begin) + `</${name}>`.length)
}

const putIn = (html: string, mark: string, parts: Parts) =>
  Object.entries(parts).reduce(
    (page, [name, part]) => page.replace(`<i data-part="${mark} ${name}"></i>`, () => part),
    html,
  )
