import playwright from '../../playwright.config.ts'

const { executablePath, args = [] } = playwright.use!.launchOptions!

/**
 * Chromium's path and the arguments that keep it from contacting other hosts. The tests' `--js-flags` are removed,
 * because they save compile time that is measured here.
 */
export const browser = { executablePath, args: args.filter(arg => !arg.startsWith('--js-flags')) }
