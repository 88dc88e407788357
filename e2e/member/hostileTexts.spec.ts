import type { Page } from '@playwright/test'
import { hostileHtml } from '#test/support/richText/hostileHtml.ts'
import { cleanHtml } from '../../src/lib/server/outbound/sanitizeHtml.ts'
import { ask, expect, lookInto, test } from '../support/test.ts'

/** The page of a member, whose account of the demo association is `qingyuan`. */
async function memberPage(): Promise<string> {
  const { list } = await ask(`/app/publicity/member/list?orgName=${encodeURIComponent('清源')}`)
  return `/admin/publicity/member/${list[0].id}`
}

async function publish(content: string) {
  const database = await lookInto()
  await database.query(
    `update member_style set content = $1 where member_id = (
       select m.id from member m join account a on a.organisation_id = m.organisation_id where a.user_name = 'qingyuan')`,
    [content],
  )
  await database.end()
}

/** Whatever wants to show that it ran. */
const listenForRuns = (page: Page) => {
  const runs: string[] = []
  page.on('dialog', dialog => {
    runs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('popup', popup => runs.push(popup.url()))
  return runs
}

test.describe('hostile texts', () => {
  // One of the files that they name does not exist, or is not public.
  test.use({ provokes: /Failed to load resource|net::ERR/ })
  test.describe.configure({ mode: 'serial' })

  test('the browser reads nothing in what is stored but what is allowed', async ({ page, visit }) => {
    const runs = listenForRuns(page)
    await visit('/admin/verify')
    const cleaned = hostileHtml.map(cleanHtml)
    const found = await page.evaluate(texts => {
      const tags =
        /^(P|BR|HR|H[1-6]|BLOCKQUOTE|PRE|CODE|[UO]L|LI|DIV|SPAN|B|STRONG|I|EM|U|S|DEL|SU[BP]|A|IMG|VIDEO|FIG(URE|CAPTION)|TABLE|CAPTION|COL(GROUP)?|T(HEAD|BODY|FOOT|R|H|D))$/
      const attributes =
        /^(href|src|poster|style|class|dir|target|rel|loading|preload|alt|title|width|height|colspan|rowspan|scope|start|controls)$/
      const found: string[] = []
      const place = document.querySelector('main')!.appendChild(document.createElement('div'))
      for (const text of texts) {
        place.innerHTML = text
        for (const element of place.querySelectorAll('*')) {
          if (!tags.test(element.tagName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml')
            found.push(`<${element.tagName}> in ${text}`)
          for (const { name, value } of element.attributes) {
            if (!attributes.test(name)) found.push(`${name} in ${text}`)
            const isAddress = name === 'href' || name === 'src' || name === 'poster'
            const url = isAddress && new URL(value, location.href)
            if (url && name !== 'href' && url.origin !== location.origin) found.push(`${name}=${value}`)
            if (url && !/^(https?|mailto|tel):$/.test(url.protocol)) found.push(`${name}=${value}`)
          }
          if (element instanceof HTMLElement && /url\(|expression|image/.test(element.style.cssText))
            found.push(element.style.cssText)
        }
      }
      return found
    }, cleaned)
    expect(found).toEqual([])
    expect(runs).toEqual([])
  })

  test('on the public page nothing of them runs, asks another host or leaves its place', async ({ page, visit }) => {
    const runs = listenForRuns(page)
    const address = await memberPage()
    const { style: before } = await ask(`/app/publicity/member/detail?id=${address.split('/').pop()}`)
    for (let i = 0; i < hostileHtml.length; i += 45) {
      await publish(cleanHtml(hostileHtml.slice(i, i + 45).join('\n<p>下一段</p>')))
      await visit(address)
      await expect(page.getByRole('heading', { level: 2, name: before.title })).toBeVisible()
      for (const one of await page.locator('.prose *').all()) await one.dispatchEvent('mouseover').catch(() => {})
      expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('block')
    }
    await publish(before.content)
    expect(runs).toEqual([])
    expect(page.url()).toContain(address)
  })
})
