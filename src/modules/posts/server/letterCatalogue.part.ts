import { readFileSync } from 'node:fs'
import { longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { defineCatalogue, type Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateSheet } from '#modules/certificates/server/certificateSheet.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { readBodies, readPosts } from './bodies.ts'
import { LETTERS, letterKindOf } from './letters.ts'

const template = readFileSync(new URL('./letterSheet.typ', import.meta.url), 'utf8')

/** 聘书 without a design of the association: A4 across, to be framed, and checked by its QR code. */
async function letterSheet(_: Ctx, of: Certificate, paper: Paper): Promise<Buffer> {
  const facts = new Map(scopeFacts(of.scope))
  const data = {
    issuer: of.issuer,
    number: of.number,
    holderName: of.holderName,
    about: of.organisationName === of.holderName ? '' : of.organisationName,
    body: facts.get('机构') ?? '',
    term: facts.get('届次') ?? '',
    post: of.levelName,
    validFrom: longDay(of.validFrom),
    validTo: of.validTo ? longDay(of.validTo) : '另行通知之日',
    issuedOn: longDay(of.issuedOn),
  }
  return certificateSheet(template, of, data, paper)
}

// A kind for each body whose posts come with a letter; staff issue none by hand, so there is no series.
defineCatalogue('appointment', {
  order: 30,
  sheet: letterSheet,
  details: {
    names: { body: '机构', post: '职务', term: '届次', decision: '依据' },
    read: async (_, { scope, levelName }) => {
      const facts = new Map(scopeFacts(scope))
      const said = (label: string) => facts.get(label) ?? ''
      return { body: said('机构'), post: levelName, term: said('届次'), decision: said('依据') }
    },
  },
  groups: async ctx => {
    const posts = await readPosts(ctx)
    const bodies = (await readBodies(ctx)).filter(({ id }) =>
      posts.some(post => post.bodyId === id && post.hasLetter && !post.isRetired),
    )
    return [{ ...LETTERS, kinds: bodies.map(body => ({ ...letterKindOf(body), validYears: null, levels: [] })) }]
  },
})
