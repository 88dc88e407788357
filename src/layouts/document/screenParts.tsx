import { use } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import { ScriptMark } from '../scriptMark.ts'
import type { PageParts } from './PageParts.ts'

/** Run before the first paint, so that a visitor's large type or high contrast does not flash in afterwards. */
const READING = `try{let d=document.documentElement.dataset;Object.assign(d,JSON.parse(localStorage.getItem('reading')||'{}'));if(d.elder==='off')delete d.elder}catch{}`

export const Head: PageParts['Head'] = ({ theme }) => (
  <head>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <script nonce={use(ScriptMark)} dangerouslySetInnerHTML={{ __html: READING }} />
    <Meta />
    <Links />
    {theme && <style dangerouslySetInnerHTML={{ __html: theme }} />}
  </head>
)

/** Of all screens, and in development of every page: drawn by React Router, anew on each way to another. */
export const screenParts: PageParts = {
  Head,
  Scripts: () => (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  ),
}
