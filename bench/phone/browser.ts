import playwright from '../../playwright.config.ts'

const { executablePath, args = [] } = playwright.use!.launchOptions!

/** Where Chromium is, and how it asks nobody but the site. Tests spare it some compiling, which is measured here. */
export const browser = { executablePath, args: args.filter(arg => !arg.startsWith('--js-flags')) }
