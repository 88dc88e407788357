const BEGIN = '<script'
const END = '</script>'

type Write = (attributes: string, code: string) => string

/**
 * A page in which its own inline scripts are written anew: those that carry `mark` as their nonce. The mark was made for
 * this one rendering: a script that came in with an article cannot know it. Searched for word by word, since an expression
 * with the mark in it would have to be compiled for each page.
 */
export function rewriteMarked(html: string, mark: string, write: Write): string {
  const nonce = nonceOf(mark)
  const parts: string[] = []
  let from = 0
  for (;;) {
    const begin = html.indexOf(BEGIN, from)
    const opened = html.indexOf('>', begin)
    const end = html.indexOf(END, opened)
    if (begin < 0 || opened < 0 || end < 0) return parts.join('') + html.slice(from)
    const attributes = html.slice(begin + BEGIN.length, opened)
    if (attributes.includes(nonce) && !attributes.includes(' src=')) {
      parts.push(html.slice(from, begin), write(attributes, html.slice(opened + 1, end)))
      from = end + END.length
    } else {
      // Skips only the opening tag: the content of a script that is not ours may look like one that is, and its end
      // like that of another.
      parts.push(html.slice(from, opened + 1))
      from = opened + 1
    }
  }
}

export const nonceOf = (mark: string) => ` nonce="${mark}"`

/** Takes the marked scripts out and removes the mark from the page. */
export function takeMarked(html: string, mark: string): { scripts: string[]; html: string } {
  const scripts: string[] = []
  rewriteMarked(html, mark, (_, code) => {
    scripts.push(code)
    return ''
  })
  return { scripts, html: html.replaceAll(nonceOf(mark), '') }
}
