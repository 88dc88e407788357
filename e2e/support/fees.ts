import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { feesSql } from '../../test/support/feesSql.ts'
import { lookInto, openSession, visit } from './test.ts'
import { digits, newCreditCode } from './uniqueValues.ts'

export { digits }

/** A member of this test's own, with an account and one fee of a year that nobody else speaks of. */
export async function newMember(state: 'due' | 'claimed' = 'due') {
  const of = { name: `北京对账${digits(6)}锅炉有限公司`, number: `E2E-D-11-${digits(7)}`, user: `fee_${digits(8)}` }
  const year = 2050 + randomInt(40)
  const database = await lookInto()
  const one = async (text: string, values: unknown[]) => (await database.query(text, values)).rows[0].id as number
  const organisation = await one(
    `insert into organisation (name, credit_code, province_code) values ($1, $2, '110000') returning id`,
    [of.name, newCreditCode()],
  )
  await one(
    `insert into account (kind, user_name, display_name, password_hash, organisation_id)
     values ('organisation', $1, $2, 'none', $3) returning id`,
    [of.user, of.name, organisation],
  )
  const member = await one(
    `insert into member (number, kind, level_code, joined_on, organisation_id, is_public)
     values ($1, 'organisation', 10, '2026-01-01', $2, false) returning id`,
    [of.number, organisation],
  )
  const fee = await one(
    feesSql(
      `select $1::int as member_id, $2::int as year, 10 as level_code, 2000 as amount, $3 as state,
         date '2026-01-05' as paid_on, $4 as payer, date '2099-06-30' as due_on`,
      ['state', 'paid_on', 'payer', 'due_on'],
    ),
    [member, year, state, of.name],
  )
  await database.end()
  return { ...of, year, fee }
}

/** Opens the member's view in a separate browser. */
export async function asMember(page: Page, userName: string, path: string): Promise<Page> {
  const context = await page.context().browser()!.newContext()
  const own = await context.newPage()
  const site = process.env.SITE_URL!
  await visit(own, `${site}/admin/verify`)
  await own.evaluate(token => localStorage.setItem('token', token), await openSession(userName))
  await visit(own, site + path)
  return own
}
