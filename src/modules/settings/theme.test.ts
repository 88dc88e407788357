import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { contrast } from './colours.ts'
import { allShadesOf, nearestReadable, ownColours, shadesOf, themeOf } from './theme.ts'

setUpSite()

let editor: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  editor = await asStaff(site, await staffWith(site, ['editor']))
})

type Card = { code: string; values: Record<string, unknown>; version: string }
async function save(code: string, changes: Record<string, unknown>) {
  const { values, version } = (await editor.get('/staff/settings')).data.find((card: Card) => card.code === code)
  return editor.post('/staff/settings/save', { code, version, form: { ...values, ...changes } })
}
const shown = async () => (await site.get('/config/public')).data

describe('the two colours', () => {
  test('are ours until somebody chooses others: not a shade is different', async () => {
    expect(await shown()).toMatchObject({ theme: '' })
    const tokens = readFileSync(resolve(import.meta.dirname, '../../ui/tokens.css'), 'utf8')
    for (const [name, value] of Object.entries(allShadesOf(ownColours)))
      expect(tokens).toContain(`--${name}: ${value};`)
  })

  test('too light for words are refused, with the nearest that is not', async () => {
    const refused = await save('colours', { main: '#39a0ff', accent: '#ff8800' })
    expect(refused.code).toBe(400)
    const { main, accent } = refused.data.fields
    expect(main).toMatch(/^主色 #39a0ff 太浅.*最接近的可用颜色是 #[0-9a-f]{6}$/)
    expect(accent).toMatch(/与白色的对比度为 2\.\d:1/)
    const [good = ''] = main.match(/#[0-9a-f]{6}$/)
    const [strong = ''] = accent.match(/#[0-9a-f]{6}$/)
    expect(await save('colours', { main: 'green' })).toMatchObject({ data: { fields: { main: /6 位/ } } })
    expect(await save('colours', { main: good, accent: strong })).toMatchObject({ code: 200 })
    expect((await shown()).theme).toContain(`--water-700:${good};`)
    expect((await shown()).theme).toContain(`--flame-600:${strong}`)
  })

  test('go back to ours', async () => {
    expect(await save('colours', ownColours)).toMatchObject({ code: 200 })
    expect((await shown()).theme).toBe('')
  })

  test.each([
    ['#14532d', '#b45309'],
    ['#7f1d1d', '#1d4ed8'],
    ['#000000', '#767676'],
    ['#5b21b6', '#be123c'],
    ['#0e7490', '#9a3412'],
    ['#ffff00', '#00ff00'],
  ])('%s and %s leave every word readable, in whatever shade it stands', (main, accent) => {
    const colours = nearestReadable({ main, accent })
    const of = shadesOf(colours)
    const pairs: [string, string][] = [
      ['water-700', '#ffffff'],
      ['water-700', '#f7f8fa'],
      ['water-700', 'water-50'],
      ['water-500', '#ffffff'],
      ['water-600', '#ffffff'],
      ['water-600', 'water-200'],
      ['water-800', 'water-200'],
      ['water-900', 'water-200'],
      ['water-950', 'water-200'],
      ['flame-600', '#ffffff'],
      ['flame-700', '#ffffff'],
      ['flame-700', 'flame-100'],
      ['flame-700', 'flame-50'],
    ]
    for (const [one, other] of pairs)
      expect(contrast(of[one]!, of[other] ?? other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
  })

  test('leave high contrast its own', () => {
    const [everywhere = '', elsewhere = ''] = themeOf({ main: '#14532d', accent: '#b45309' }).split('}')
    expect(everywhere).not.toMatch(/flame-700|flame-50/)
    expect(elsewhere).toMatch(/^html:root:not\(\[data-contrast="high"\]\)\{--flame-700:.*--flame-50:/)
  })
})

describe('what the 404 page and the footer say', () => {
  test('is the program’s until somebody writes something', async () => {
    const { texts } = await shown()
    expect(texts.notFound).toEqual({ title: '', text: '', links: [] })
    expect(texts.footer.links).toEqual([{ name: '违法和不良信息举报 12377', url: 'https://www.12377.cn/' }])
  })

  test('takes a heading, a sentence and up to six links', async () => {
    const notFoundText = '栏目调整过，请从首页找。'
    const notFoundLinks = '证书查验 /admin/verify\n协会 官网 https://example.com/a'
    expect(await save('notFound', { notFoundTitle: '没有这一页', notFoundText, notFoundLinks })).toMatchObject({
      code: 200,
    })
    expect((await shown()).texts.notFound).toMatchObject({
      title: '没有这一页',
      text: notFoundText,
      links: [
        { name: '证书查验', url: '/admin/verify' },
        { name: '协会 官网', url: 'https://example.com/a' },
      ],
    })
    for (const [notFoundLinks, words] of [
      ['证书查验', /名称、空格和地址/],
      ['坏 javascript:alert(1)', /名称、空格和地址/],
      ['坏 //example.com', /名称、空格和地址/],
      [Array.from({ length: 7 }, (_, i) => `第${i} /a`).join('\n'), /最多 6 个/],
    ] as const)
      expect(await save('notFound', { notFoundLinks })).toMatchObject({
        code: 400,
        data: { fields: { notFoundLinks: words } },
      })
    expect(await save('footer', { footerNote: '工作日 9:00–17:00', footerLinks: '' })).toMatchObject({ code: 200 })
    expect((await shown()).texts.footer).toEqual({ note: '工作日 9:00–17:00', links: [] })
  })
})
