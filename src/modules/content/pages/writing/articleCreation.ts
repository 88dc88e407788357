import { browserApi } from '#api/browser.ts'
import { forbidden } from '#lib/error.ts'
import type { ArticleValues } from '../../articleValues.ts'

/** The editor of a new article that was opened last in this tab: what is kept there belongs to it alone. */
let newest: object | undefined
let underWay: Promise<unknown> = Promise.resolve()

export const registerEditor = (editor: object) => {
  newest = editor
}

/** Makes an article of what was typed. An editor that was left tries again no more once another one has taken that over. */
export function createArticle(editor: object, values: ArticleValues) {
  if (newest !== editor) throw forbidden('这篇文章已在新打开的编辑页中继续')
  const made = browserApi('POST /staff/article/create', { values })
  underWay = made.catch(() => {})
  return made
}

/**
 * Promise of the last creation. A new editor waits for it, because the copy kept in this tab belongs to the previous
 * one until then.
 */
export const pendingCreation = () => underWay
