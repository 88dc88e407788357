import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awardRound } from '#modules/awards/rounds/server/tables.ts'
import { meeting } from '#modules/meetings/server/tables.ts'
import { siteReview } from '#modules/qualifications/site/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress, staffSession } from '#test/support/make.ts'

/** Seals of papers beyond those tested in their own modules. */
setUpSite({ demo: true, env: { SM2_SEAL: 'on' } })

let folder: string
let cookies: { cookie: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papers-'))
  cookies = await staffSession(site, 'admin')
})
afterAll(() => rm(folder, { recursive: true }))

/** Papers of the demo association: a recorded meeting, a recorded review, a scored round, an exam ticket. */
const papers: [string, string, () => Promise<string>][] = [
  [
    'resolution of a meeting',
    '会议决议 ',
    async () => `meeting/resolution?id=${await newest(meeting, meeting.recordedAt)}`,
  ],
  ['record of a review on the spot', '现场评审记录 ', async () => `qualification/site/sheet?id=${await reviewed()}`],
  ['record of a round of scoring', '评审记录 ', async () => `award/round/record?id=${await scored()}`],
  ['order of a round of scoring', '出场次序 ', async () => `award/round/order?id=${await scored()}`],
  ['ticket', '准考证 ', async () => `training/tickets/file?participantId=${await ticketed()}`],
]

async function newest(table: typeof meeting, when: typeof meeting.recordedAt) {
  const [found] = await site.services.db.select({ id: table.id }).from(table).where(isNotNull(when)).limit(1)
  return found!.id
}
async function reviewed() {
  const { db } = site.services
  const [found] = await db.select().from(siteReview).where(isNotNull(siteReview.recordedAt)).limit(1)
  return found!.applicationId
}
async function scored() {
  const [found] = await site.services.db.select().from(awardRound).where(eq(awardRound.state, 'closed')).limit(1)
  return found!.id
}
async function ticketed() {
  const { db } = site.services
  const [found] = await db.select().from(participant).where(isNotNull(participant.ticketNumber)).limit(1)
  return found!.id
}

const ask = (url: string) => site.app.inject({ url, headers: { ...cookies, 'sec-fetch-site': 'same-origin' } })

async function checked(bytes: Uint8Array) {
  const payload = new FormData()
  payload.append('file', new File([bytes as BlobPart], '文件.pdf'))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload, remoteAddress: newAddress() } as const
  return (await site.app.inject(asked)).json().data
}

test.each(papers)(
  'the %s is the association’s for whoever checks it, and not so after one byte',
  async (_, name, address) => {
    const saved = await ask(`/api/staff/${await address()}`)
    expect(saved.headers['content-type']).toBe('application/pdf')
    const pdf = saved.rawPayload
    const reason = expect.stringContaining(name)
    expect(await checked(pdf)).toMatchObject({ verdict: 'own', reason, seal: { verdict: 'own', paper: reason } })
    expect(saved.headers.link).toMatch(/^<\/api\/seal\/value\?digest=[0-9a-f]{64}>; rel="related"$/)
    const page = pdf.indexOf('/Type /Page\n') + 1
    expect(page).toBeGreaterThan(0)
    const changed = await checked(pdf.with(page, pdf[page]! ^ 1))
    expect(changed).toMatchObject({ verdict: 'changed', seal: null })
    expect(changed.findings).toEqual([expect.stringMatching(/^第 \d+ 页被改动过/)])
    if (process.env.PDFSIG !== '') await lookWithPdfsig(pdf)
  },
)

/** Empty `PDFSIG`: the run of all tests has looked for it in vain. */
async function lookWithPdfsig(pdf: Buffer) {
  const path = join(folder, 'paper.pdf')
  await writeFile(path, pdf)
  const said = execFileSync(process.env.PDFSIG ?? 'pdfsig', ['-nocert', path], { encoding: 'utf8', stdio: 'pipe' })
  expect(said).toContain('Total document signed')
  expect(said).toContain('Signature Validation: Signature is Valid.')
}
