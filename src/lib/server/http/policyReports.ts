import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { lineBudget } from '../monitoring/lineBudget.ts'
import { REPORTS } from './security.ts'

const MAX_BODY_BYTES = 16 << 10
const LINES_PER_MINUTE = 30

const text = z.string().transform(value => value.slice(0, 200))
/** Format of `report-uri`. */
const single = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
    'line-number': z.number().optional(),
  }),
})
/** Format of `report-to`, several reports at once. */
const several = z
  .array(
    z.object({
      body: z.object({
        documentURL: text,
        effectiveDirective: text.optional(),
        blockedURL: text.optional(),
        lineNumber: z.number().nullish(),
      }),
    }),
  )
  .max(20)

/**
 * Logs browsers' reports of scripts blocked by the content security policy, limited to as many lines as can be read.
 */
export function takePolicyReports(app: FastifyInstance) {
  const mayWrite = lineBudget(LINES_PER_MINUTE)
  app.register(async scope => {
    const types = ['application/csp-report', 'application/reports+json']
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.post(REPORTS, { logLevel: 'warn' }, async ({ body, log }, reply) => {
      for (const told of readReports(String(body))) {
        const line = mayWrite()
        if (line) log.warn({ ...told, ...line }, 'a page held something that its policy forbids')
      }
      return reply.code(204).send()
    })
  })
}

function readReports(body: string) {
  const given = parsed(body)
  const one = single.safeParse(given)
  if (one.success) {
    const report = one.data['csp-report']
    return [
      {
        page: pathOf(report['document-uri']),
        directive: report['effective-directive'] ?? report['violated-directive'],
        blocked: withoutQuery(report['blocked-uri']),
        line: report['line-number'],
      },
    ]
  }
  const many = several.safeParse(given)
  return (many.data ?? []).map(({ body: { documentURL, effectiveDirective, blockedURL, lineNumber } }) => ({
    page: pathOf(documentURL),
    directive: effectiveDirective,
    blocked: withoutQuery(blockedURL),
    line: lineNumber ?? undefined,
  }))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Drops the query, which may contain names and numbers. */
const withoutQuery = (address = '') => address.split(/[?#]/)[0]!
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : withoutQuery(address))
