import type { Browser, Page } from '@playwright/test'
import { Walker } from '../../bench/walking/walker.ts'
import { expect, waitForHydration } from '../support/test.ts'
import type { Site } from './site.ts'

/** A person's phone. Its apps call the mock servers, which the browsers of the site never do; its acts are counted. */
export class Phone {
  readonly #page: Page
  readonly #walker: Walker
  readonly #wechat: string
  readonly #name: string

  constructor(page: Page, { standIns }: Site, name: string) {
    this.#page = page
    this.#walker = new Walker(page)
    this.#wechat = `${standIns}/wechat/`
    this.#name = name
  }

  static async of(name: string, { browser, own }: { browser: Browser; own: Site }) {
    const context = await browser.newContext({ locale: 'zh-CN' })
    return new Phone(await context.newPage(), own, name)
  }

  acts = () => this.#walker.acts

  async #openWechat() {
    await this.#page.goto(this.#wechat)
    await this.#page.getByRole('link', { name: this.#name }).click()
  }

  /** Scans what stands on the desktop, looks at what is asked there, and types the number beside it. */
  async confirm(number: string, act: '绑定' | '登录') {
    await this.#openWechat()
    await this.#walker.press(this.#page.getByRole('button', { name: '扫屏幕上的二维码' }))
    const [asked] = await Promise.all([
      this.#page.waitForEvent('popup'),
      this.#walker.press(this.#page.getByRole('link', { name: '点这里核对并确认' }).first()),
    ])
    await expect(asked.getByText('127.0.0.1', { exact: true })).toBeVisible()
    await waitForHydration(asked)
    await this.#walker.fill(asked.getByLabel('电脑上二维码旁的两位数字'), number)
    await this.#walker.press(asked.getByRole('button', { name: `确认${act}` }))
    await expect(asked.getByText(`已确认${act}，请回到电脑上继续。`)).toBeVisible()
    await asked.close()
  }

  /** Scans the code of a payment and pays it. */
  async pay(code: string) {
    await this.#walker.open(code)
    await this.#walker.press(this.#page.getByRole('button', { name: '付款', exact: true }))
    await expect(this.#page.getByRole('status')).toHaveText('已付款')
  }

  /** Returns the WeChat messages, newest first. */
  async messages(): Promise<string[]> {
    await this.#openWechat()
    return this.#page.getByRole('article').allTextContents()
  }

  close = () => this.#page.context().close()
}
