import { use } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import { ScriptMark } from '../scriptMark.ts'
import type { PageParts } from './PageParts.ts'

/**
 * Run before the first paint, so that a visitor's large type or high contrast does not flash in afterwards: whoever has
 * chosen how to read waits for the files of styles, for the page has none of this (`lib/server/pages/firstPaint.ts`). They
 * are written: nothing is painted before a link that came while the page was read, as it may be before any other.
 */
const READING = `try{let d=document.documentElement.dataset,r=JSON.parse(localStorage.getItem('reading')||'{}');Object.assign(d,r);if(d.elder==='off')delete d.elder;if(Object.keys(r).length)for(let l of document.querySelectorAll('link[media=print]'))document.write(l.outerHTML.replace('print','all'))}catch{}`

export const Head: PageParts['Head'] = ({ theme }) => (
  <head>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <Meta />
    <Links />
    {theme && <style dangerouslySetInnerHTML={{ __html: theme }} />}
    <script nonce={use(ScriptMark)} dangerouslySetInnerHTML={{ __html: READING }} />
  </head>
)

/**
 * Head and scripts of all screens, and in development of every page: rendered by React Router, again on each
 * navigation.
 */
export const screenParts: PageParts = {
  Head,
  Scripts: () => (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  ),
}
