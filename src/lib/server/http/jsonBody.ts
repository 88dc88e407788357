import type { FastifyInstance } from 'fastify'

/** Deeper and with more lists and objects in it than anything that is honestly sent. */
const MAX_DEPTH = 100
const MAX_BRACKETS = 20_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * Parses JSON bodies. Brackets are counted in the text first: a parser takes fifty times as long for a megabyte of empty
 * lists as for a megabyte of text, and what walks through the result afterwards takes longer still.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const fault = faultInBrackets(body)
    if (fault) done(Object.assign(new Error('JSON is nested too much'), { statusCode: 400, code: fault }))
    else parse(request, body, done)
  })
}

function faultInBrackets(text: string): 'JSON_DEPTH' | 'JSON_ITEMS' | undefined {
  let depth = 0
  let brackets = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return 'JSON_DEPTH'
      if (++brackets > MAX_BRACKETS) return 'JSON_ITEMS'
    }
  }
  return undefined
}

/** What is said of these faults. */
export const BRACKET_FAULTS: Readonly<Record<string, string>> = {
  JSON_DEPTH: `请求内容的层次过多，最多 ${MAX_DEPTH} 层`,
  JSON_ITEMS: `请求内容的项目过多，最多 ${MAX_BRACKETS} 个列表和对象`,
}
