import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { documentsContract } from '../contract.ts'
import { currentVersions, publishedVersions, sectionsFor, stateNames, stateOf, type Version } from './versions.ts'

const headOf = ({ document, title, version, effectiveOn }: Version) => ({ document, title, version, effectiveOn })

export const documentsHandlers: Handlers<typeof documentsContract> = {
  'GET /document': async ctx => (await currentVersions(ctx)).map(headOf),
  'GET /document/{document}': async (ctx, { document, version }) => {
    const all = (await publishedVersions(ctx)).filter(one => one.document === document)
    const stated = all.map(one => ({ ...one, state: stateOf(one, all, ctx.now) }))
    const found = stated.find(one => (version === undefined ? one.state === 'current' : one.version === version))
    if (!found) throw notFound('没有这个版本')
    return {
      ...headOf(found),
      summary: found.summary,
      state: found.state,
      stateName: stateNames[found.state],
      sections: await sectionsFor(ctx, found.text),
      versions: stated.map(one => ({
        ...headOf(one),
        summary: one.summary,
        state: one.state,
        stateName: stateNames[one.state],
      })),
    }
  },
}
