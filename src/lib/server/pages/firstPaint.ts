const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g
const SCRIPTS = /<(?=link rel="modulepreload"|script type="module")(link|script)/g

/**
 * Lets the first paint of a page wait for nothing but the page. Its styles stand in it: `styleOf` gives what is in the
 * file of an address. Scripts come after what is seen. The links to the files stay, for paper alone until they are there
 * (`layouts/useStyleFiles.ts`): React expects them where it takes over a page, does not look at their `media`, and passes
 * over elements in `head` that are not its own.
 */
export const paintFirst = (html: string, styleOf: (address: string) => string | undefined): string =>
  html.replace(SCRIPTS, '<$1 fetchpriority="low"').replace(STYLES, (link, address: string) => {
    const style = styleOf(address)
    return style === undefined ? link : `<style>${style}</style>${link.replace('<link', '<link media="print"')}`
  })
