import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const ARTICLE = '/admin/news/list-info/3467'

type Spoken = { text: string; rate: number; voice: string }
type Speaking = Window & { spoken: Spoken[]; finish: () => void; isSpeaking: () => boolean }

/** Mock speech synthesis: records the texts it gets, and ends an utterance when the test says so. */
const standIn = (page: Page, langs: string[]) =>
  page.addInitScript(langs => {
    let now: SpeechSynthesisUtterance | undefined
    const spoken: Spoken[] = []
    const end = (event: string) => {
      const ended = now
      now = undefined
      ended?.[event === 'end' ? 'onend' : 'onerror']?.call(ended, new Event(event) as SpeechSynthesisErrorEvent)
    }
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => langs.map(lang => ({ lang, name: lang, localService: lang !== 'zh-TW' })),
      speak: (utterance: SpeechSynthesisUtterance) => {
        now = utterance
        spoken.push({ text: utterance.text, rate: utterance.rate, voice: utterance.voice!.lang })
      },
      cancel: () => end('error'),
    })
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class {
        text: string
        constructor(text: string) {
          this.text = text
        }
      },
    })
    Object.assign(window, { spoken, finish: () => end('end'), isSpeaking: () => now !== undefined })
  }, langs)

const spoken = (page: Page) => page.evaluate(() => (window as unknown as Speaking).spoken)
const finish = (page: Page) => page.evaluate(() => (window as unknown as Speaking).finish())
const isSpeaking = (page: Page) => page.evaluate(() => (window as unknown as Speaking).isSpeaking())
const player = (page: Page) => page.getByRole('region', { name: '朗读' })
const press = (page: Page, name: string) => player(page).getByRole('button', { name }).click()

test('an article is read aloud, paragraph by paragraph, with pause, speed and stop', async ({ page, visit }) => {
  await standIn(page, ['en-US', 'zh-TW', 'zh-CN'])
  await visit(ARTICLE)
  const title = page.getByRole('heading', { level: 1 })
  const opener = page.getByRole('main').getByRole('button', { name: '朗读' })
  await opener.click()
  await expect(player(page)).toContainText(/正在读第 1 段，共 \d+ 段/)
  await expect(title).toHaveAttribute('data-read-aloud')
  await expect(player(page).getByRole('button', { name: '暂停' })).toBeFocused()
  expect(await spoken(page)).toEqual([{ text: await title.textContent(), rate: 1, voice: 'zh-CN' }])
  await finish(page)
  await expect(title).not.toHaveAttribute('data-read-aloud')
  await expect(player(page)).toContainText('正在读第 2 段')
  const marked = page.locator('[data-read-aloud]')
  const [, second] = await spoken(page)
  await expect(marked).toContainText(second!.text)

  await press(page, '暂停')
  expect(await isSpeaking(page)).toBe(false)
  await expect(player(page)).toContainText('停在第 2 段')
  await press(page, '继续')
  expect((await spoken(page)).at(-1)).toEqual(second)
  await player(page).getByLabel('语速').selectOption('快')
  expect((await spoken(page)).at(-1)).toEqual({ ...second, rate: 1.5 })
  expect(await faultsOf(page)).toEqual([])
  await press(page, '停止')
  expect(await isSpeaking(page)).toBe(false)
  await expect(player(page)).toHaveCount(0)
  await expect(marked).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the end is said, and another page ends it', { tag: '@night' }, async ({ page, visit }) => {
  await standIn(page, ['zh-CN'])
  await visit('/admin/news/info/35')
  await page.getByRole('main').getByRole('button', { name: '朗读' }).click()
  await expect(player(page)).toContainText('正在读第 1 段')
  await page.getByRole('link', { name: '全站搜索' }).last().click()
  await expect(player(page)).toHaveCount(0)
  expect(await isSpeaking(page)).toBe(false)
  await page.goBack()
  await page.getByRole('main').getByRole('button', { name: '朗读' }).click()
  await expect(player(page)).toContainText('正在读第 1 段')
  while (await isSpeaking(page)) await finish(page)
  await expect(player(page)).toContainText('读完了')
})

test('a browser without a Chinese voice says so', { tag: '@night' }, async ({ page, visit }) => {
  await standIn(page, ['en-US'])
  await visit(ARTICLE)
  await page.getByRole('main').getByRole('button', { name: '朗读' }).click()
  await expect(player(page).getByRole('alert')).toContainText('没有中文语音')
  expect(await faultsOf(page)).toEqual([])
  await press(page, '关闭')
  await expect(player(page)).toHaveCount(0)
})

test('长者版 reads any page from the bar at its foot, and what reads is fetched only then', { tag: '@night' }, async ({
  page,
  visit,
}) => {
  await standIn(page, ['zh-CN'])
  await page.addInitScript(() => localStorage.setItem('reading', '{"elder":"on"}'))
  const scripts: string[] = []
  page.on('request', request => scripts.push(request.url()))
  await visit('/admin/verify')
  expect(scripts.filter(url => /ReadAloud/.test(url))).toEqual([])
  await page.getByRole('region', { name: '长者版' }).getByRole('button', { name: '朗读' }).click()
  await expect(player(page)).toContainText('正在读第 1 段')
  expect((await spoken(page))[0]!.text).toBe('证书查验')
})
