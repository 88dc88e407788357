import { classesIn, type Rule, usedStyles } from './usedStyles.ts'

const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g
/** On every link; the router would look for it if it did not know all routes. */
const DISCOVERED = ' data-discover="true"'
const SCRIPTS = /<(?=link rel="modulepreload"|script type="module")(link|script)/g

/**
 * Lets the first paint of a page wait for nothing but the page. Its styles stand in it: `styleOf` gives the
 * rules in the file of an address. Scripts come after what is seen. The links to the files stay, for paper alone until
 * they are there (`layouts/useStyleFiles.ts`): React expects them where it takes over a page, does not look at their
 * `media`, and passes over elements in `head` that are not its own. `isWhole`: all that the page shows at first is in it;
 * of another one, in which scripts draw at once, every rule is wanted, or what they draw would move when the file comes.
 */
export function paintFirst(html: string, styleOf: (address: string) => Rule[] | undefined, isWhole: boolean): string {
  const classes = isWhole ? classesIn(html) : undefined
  const painted = html.replace(SCRIPTS, '<$1 fetchpriority="low"').replace(STYLES, (link, address: string) => {
    const rules = styleOf(address)
    if (!rules) return link
    return `<style>${usedStyles(rules, classes)}</style>${link.replace('<link', '<link media="print"')}`
  })
  return painted.replaceAll(DISCOVERED, '')
}
