import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { creditCodeCheck } from '../../../src/lib/creditCode.ts'
import type { Site } from '../../support/site.ts'

/** A company with an account and a session of its own, as if it had signed up. */
export async function makeApplicant(database: Client, n: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const first17 = `91110105MA8${String(n).padStart(6, '0')}`
  const creditCode = first17 + creditCodeCheck(first17)
  const name = `北京第${n}水处理有限公司`
  const { rows } = await database.query(
    `insert into organisation (name, credit_code, province_code, city, address, legal_person)
     values ($1, $2, '110000', '北京', '演示路 ${n} 号', '张明') returning id`,
    [name, creditCode],
  )
  const account = await database.query(
    `insert into account (kind, user_name, display_name, password_hash, organisation_id, credit_code)
     values ('organisation', $1, $2, '-', $3, $4) returning id`,
    [`applicant${n}`, name, rows[0].id, creditCode],
  )
  await database.query('insert into session (token_hash, account_id) values ($1, $2)', [
    createHash('sha256').update(token).digest('hex'),
    account.rows[0].id,
  ])
  return token
}

export type Acknowledged = { applyId: number; version: number; status: string; number: string | null }

/** API client of a company with this token. */
export const asking =
  ({ url }: Site, token: string) =>
  async (path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
    return (await response.json()) as { code: number; data: any; msg: string }
  }

/** Fills in an application to join and hands it in; tells of each step that was acknowledged. */
export async function apply(
  site: Site,
  token: string,
  heard: (answer: Acknowledged) => void = () => {},
): Promise<Acknowledged> {
  const send = asking(site, token)
  const { data: blank } = await send('/member/getApply1')
  const form = { ...blank.form, ...complete }
  const saved = await send('/member/apply1Submit', { id: blank.applyId ?? undefined, form, action: 'save' })
  if (saved.code === 200) heard(saved.data)
  const sent = await send('/member/apply1Submit', { id: saved.data.applyId, form, action: 'submit' })
  if (sent.code !== 200) throw new Error(`${sent.msg} ${JSON.stringify(sent.data)}`)
  heard(sent.data)
  return sent.data
}

const complete = {
  levelCode: '10',
  nature: 'private',
  categories: ['cleaning'],
  mainBusiness: '锅炉清洗',
  intro: '从事锅炉清洗多年。',
  representativeName: '李晓明',
  representativePosition: '总经理',
  representativeMobile: '13900000901',

  liaisonName: '王芳',
  liaisonPosition: '主任',
  liaisonMobile: '13900000902',
  liaisonEmail: 'liaison@example.com',
  agreeCharter: true,
  agreeTruth: true,
}
