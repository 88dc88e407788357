import { LRUCache } from 'lru-cache'
import {
  attributesIn,
  classesIn,
  isForReader,
  namesIn,
  type Rule,
  usedStyles,
  withoutUnusedProperties,
} from './usedStyles.ts'

const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g
/** Attribute that React puts on every link for route discovery; not needed, since the router knows all routes. */
const DISCOVERED = ' data-discover="true"'
/** Beginnings of tags that load scripts. */
const SCRIPTS = ['link rel="modulepreload"', 'script type="module"']
/** Marks where the first view of a long page ends (`layouts/firstView/EndOfFirstView.tsx`). */
const FIRST_VIEW_END = '<i hidden="" data-rest="true"></i>'
/** Pages of one kind want the same styles: so many kinds, with what they show or do not, are remembered. */
const MAX_PAGE_KINDS = 100

type File = { address: string; rules: Rule[] }

/**
 * Lets the first paint of a page wait for nothing but the page. Its styles stand in it: `styleOf` gives the
 * rules in the file of an address. Scripts come after what is seen. The links to the files stay, for paper alone until
 * they are there (`layouts/firstView/useStyleFiles.ts`): React expects them where it takes over a page, does not look at their
 * `media`, and passes over elements in `head` that are not its own. `isWhole`: all that the page shows at first is in it;
 * of another one, in which scripts draw at once, every rule is wanted, or what they draw would move when the file comes.
 * Rules for large type and high contrast are in the files alone, which count before the first paint for whoever has chosen
 * such (`layouts/document/screenParts.tsx`), unless the page is sent so.
 * Where a page says what is seen first, the styles of that alone stand in it, as it is before anybody does anything: the
 * files are linked there, and browsers draw what follows when they have come.
 */
export function firstPaint(styleOf: (address: string) => Rule[] | undefined) {
  const kept = new LRUCache<string, string[]>({ max: MAX_PAGE_KINDS })

  function stylesOf(html: string, files: File[], isFirstView: boolean, forReader: boolean): string[] {
    const classes = classesIn(html)
    const attributes = isFirstView ? attributesIn(html) : undefined
    const named = namesIn(html)
    const wanted = [
      [forReader, ...files.map(({ address }) => address)],
      ...[classes, attributes ?? [], named].map(of => [...of].sort()),
    ]
    const key = JSON.stringify(wanted)
    const known = kept.get(key)
    if (known) return known
    const used = files.map(({ rules }) => usedStyles(rules, { classes, attributes, forReader }))
    const styles = isFirstView ? withoutUnusedProperties(used, named) : used
    kept.set(key, styles)
    return styles
  }

  return (html: string, isWhole: boolean): string => {
    const end = isWhole ? html.indexOf(FIRST_VIEW_END) : -1
    const [head, body] = splitAt(html, html.indexOf('</head>'))
    const files = [...head.matchAll(STYLES)].flatMap(([, address]) => {
      const rules = styleOf(address!)
      return rules ? [{ address: address!, rules }] : []
    })
    const seen = end < 0 ? html : html.slice(0, end)
    const styles = isWhole ? stylesOf(seen, files, end >= 0, isForReader(head)) : written(files)
    const styleAt = new Map(files.map(({ address }, i) => [address, styles[i]]))
    const styled = head.replace(STYLES, (link, address: string) => {
      const style = styleAt.get(address)
      if (style === undefined) return link
      return `<style>${style}</style>${link.replace('<link', '<link media="print"')}`
    })
    const painted = SCRIPTS.reduce(comeLate, (styled + body).replaceAll(DISCOVERED, ''))
    return end < 0
      ? painted
      : painted.replace(FIRST_VIEW_END, () => FIRST_VIEW_END.replace('><', `>${files.map(linkTo).join('')}<`))
  }
}

const written = (files: File[]) => files.map(({ rules }) => usedStyles(rules))

const comeLate = (html: string, begin: string) =>
  html.replaceAll(`<${begin}`, `<${begin.replace(' ', ' fetchpriority="low" ')}`)

const splitAt = (text: string, at: number) =>
  at < 0 ? ([text, ''] as const) : ([text.slice(0, at), text.slice(at)] as const)

const linkTo = ({ address }: File) => `<link rel="stylesheet" href="${address}"/>`
