import { expect, type Locator, type Page } from '@playwright/test'

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * A person who walks through the site in a browser. Each act counts one: a press, a key that submits something, a
 * field, a box, a file, an address opened by hand. Everything that a press causes is part of it, including a new page.
 */
export class Walker {
  acts = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(what: Locator): Promise<void> {
    this.acts++
    await what.click()
  }

  /** Finds a button by its name in the main part of the page. */
  button = (name: string | RegExp) => this.main().getByRole('button', { name })
  link = (name: string | RegExp) => this.main().getByRole('link', { name })
  main = () => this.page.getByRole('main')

  /** A field by its label, whatever is said beside it. */
  field = (label: string) => this.main().getByLabel(new RegExp(`^${label} ?(必填|选填|（选填）)?$`))

  async fill(what: Locator, value: string): Promise<void> {
    this.acts++
    await what.fill(value)
  }

  /** Letter by letter, where the page answers meanwhile. */
  async type(what: Locator, value: string): Promise<void> {
    this.acts++
    await what.pressSequentially(value)
  }

  async key(name: string): Promise<void> {
    this.acts++
    await this.page.keyboard.press(name)
  }

  async tick(what: Locator): Promise<void> {
    this.acts++
    await what.check()
  }

  async choose(what: Locator, label: string): Promise<void> {
    this.acts++
    await what.selectOption({ label })
  }

  /** Picks an option from a list that opens below its field; counts as one field. */
  async pick(label: string, option: string): Promise<void> {
    this.acts++
    await this.field(label).click()
    await this.field(label).fill(option)
    await this.page.locator('.ant-select-item-option', { hasText: option }).first().click()
  }

  async pickFirst(label: string): Promise<void> {
    this.acts++
    await this.main()
      .getByLabel(new RegExp(`^${label}`))
      .click()
    await this.page.locator('.ant-select-item-option').locator('visible=true').first().click()
  }

  /** Chooses a file through the button that asks for it: press and choice are one act. */
  async attach(button: Locator, file: ChosenFile): Promise<void> {
    this.acts++
    const [asked] = await Promise.all([this.page.waitForEvent('filechooser'), button.click()])
    await asked.setFiles(file)
  }

  /** Chooses a file through the browser's own file field. */
  async attachTo(field: Locator, file: ChosenFile): Promise<void> {
    this.acts++
    await field.setInputFiles(file)
  }

  /** A press that brings a file; answers how it is called. */
  async download(what: Locator): Promise<string> {
    const [brought] = await Promise.all([this.page.waitForEvent('download'), this.press(what)])
    return brought.suggestedFilename()
  }

  /** Opens an address from a QR code or a text message. */
  async open(address: string): Promise<void> {
    this.acts++
    await this.page.goto(address)
  }

  sees = (words: string | RegExp) => expect(this.page.getByText(words).first()).toBeVisible()
  isAt = (address: string | RegExp) => expect(this.page).toHaveURL(address)
}
