import type { Page } from '@playwright/test'
import { hostileHtml } from '#test/support/richText/hostileHtml.ts'
import { cleanHtml } from '../../src/lib/server/outbound/sanitizeHtml.ts'
import { makeMember, newCompany } from '../support/company.ts'
import { expect, lookInto, test } from '../support/test.ts'

const TITLE = '一台锅炉的三十年'

/** A member whose page nobody else looks at: what stands there meanwhile would fail them. */
async function newMember(page: Page): Promise<number> {
  const company = await newCompany(page)
  await makeMember(company)
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into member_style (member_id, title, content, published_at)
     select member.id, $2, '', '2020-01-01' from member join organisation on organisation.id = organisation_id
     where credit_code = $1 returning member_id`,
    [company.creditCode, TITLE],
  )
  await database.end()
  return rows[0].member_id
}

async function publish(memberId: number, content: string) {
  const database = await lookInto()
  await database.query('update member_style set content = $2 where member_id = $1', [memberId, content])
  await database.end()
}

/** Records every dialog or request that shows that a hostile text ran. */
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
  // One of the referenced files does not exist or is not public.
  test.use({ provokes: /Failed to load resource|net::ERR/ })

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
    const memberId = await newMember(page)
    const address = `/admin/publicity/member/${memberId}`
    for (let i = 0; i < hostileHtml.length; i += 45) {
      await publish(memberId, cleanHtml(hostileHtml.slice(i, i + 45).join('\n<p>下一段</p>')))
      await visit(address)
      await expect(page.getByRole('heading', { level: 2, name: TITLE })).toBeVisible()
      for (const one of await page.locator('.prose *').all()) await one.dispatchEvent('mouseover').catch(() => {})
      expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('block')
    }
    await publish(memberId, '')
    expect(runs).toEqual([])
    expect(page.url()).toContain(address)
  })
})
