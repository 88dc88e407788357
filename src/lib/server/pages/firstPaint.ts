import { attributesIn, classesIn, type Rule, usedStyles, withoutUnusedProperties } from './usedStyles.ts'

const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g
/** On every link; the router would look for it if it did not know all routes. */
const DISCOVERED = ' data-discover="true"'
const SCRIPTS = /<(?=link rel="modulepreload"|script type="module")(link|script)/g
/** Where a long page says that what is seen first ends (`layouts/firstView/EndOfFirstView.tsx`). */
const END = '<i hidden="" data-rest="true"></i>'

/**
 * Lets the first paint of a page wait for nothing but the page. Its styles stand in it: `styleOf` gives the
 * rules in the file of an address. Scripts come after what is seen. The links to the files stay, for paper alone until
 * they are there (`layouts/firstView/useStyleFiles.ts`): React expects them where it takes over a page, does not look at their
 * `media`, and passes over elements in `head` that are not its own. `isWhole`: all that the page shows at first is in it;
 * of another one, in which scripts draw at once, every rule is wanted, or what they draw would move when the file comes.
 * Where a page says what is seen first, the styles of that alone stand in it, as it is before anybody does anything: the
 * files are linked there, and browsers draw what follows when they have come.
 */
export function paintFirst(html: string, styleOf: (address: string) => Rule[] | undefined, isWhole: boolean): string {
  const files = [...html.matchAll(STYLES)].flatMap(([, address]) => {
    const rules = styleOf(address!)
    return rules ? [{ address: address!, rules }] : []
  })
  const end = isWhole ? html.indexOf(END) : -1
  const styles = isWhole ? stylesOf(end < 0 ? html : html.slice(0, end), files, end >= 0) : written(files)
  const styleAt = new Map(files.map(({ address }, i) => [address, styles[i]]))
  const painted = html.replace(SCRIPTS, '<$1 fetchpriority="low"').replace(STYLES, (link, address: string) => {
    const style = styleAt.get(address)
    if (style === undefined) return link
    return `<style>${style}</style>${link.replace('<link', '<link media="print"')}`
  })
  const whole = end < 0 ? painted : painted.replace(END, () => END.replace('><', `>${files.map(linkTo).join('')}<`))
  return whole.replaceAll(DISCOVERED, '')
}

type File = { address: string; rules: Rule[] }

const written = (files: File[]) => files.map(({ rules }) => usedStyles(rules))

function stylesOf(html: string, files: File[], isFirstView: boolean): string[] {
  const standing = { classes: classesIn(html), attributes: isFirstView ? attributesIn(html) : undefined }
  const styles = files.map(({ rules }) => usedStyles(rules, standing))
  return isFirstView ? withoutUnusedProperties(styles, html) : styles
}

const linkTo = ({ address }: File) => `<link rel="stylesheet" href="${address}"/>`
