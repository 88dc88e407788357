import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordRun } from '#lib/server/jobs/runs.ts'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { noteOperation, operation } from '#lib/server/process/operation.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { paymentOrder } from '#modules/payments/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { refreshOperation } from '#modules/settings/server/operation.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setting } from '#modules/settings/server/tables.ts'
import { beginTrialIfEmpty } from '#modules/settings/server/trial.ts'
import { joiningFields } from '#test/setups/membership/joining.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, newCreditCode, newPhone, signUp, signUpComplete, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { GO_LIVE_JOB, goLiveIfOrdered } from './server/goLiveJob.ts'
import { trialTables } from './server/trialTables.ts'

const LIVE = operation()
const begin = async (site: Site) => {
  await writeSetting(site.ctx(), 'trial', { startedAt: new Date().toISOString() })
  await refreshOperation(site.services)
}
const nobodySays = { say: async () => {}, signal: new AbortController().signal, wantedBy: '', note: '' }
/** Runs the job as the next minute would; `backUp` stands for the backup. */
const runJob = (site: Site, backUp = async () => 'before.backup') => goLiveIfOrdered(site.ctx(), nobodySays, backUp)
const countOf = async ({ services: { db } }: Site, table: string): Promise<number> =>
  Number((await db.execute<{ n: string }>(sql`select count(*) as n from ${sql.identifier(table)}`)).rows[0]!.n)
const NAME = '全国锅炉与锅炉水处理行业协会'
const order = (removed: string[] = []) => ({ name: NAME, removed })

async function demoOnTrial() {
  const site = await startApp({ demo: true })
  await begin(site)
  return { site, admin: await asStaff(site, 'admin') }
}

describe('the tables', () => {
  test('are all classified: what of each a go-live keeps is decided', async () => {
    const site = await startApp()
    const { rows } = await site.services.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(trialTables).toSorted())
    await site.close()
  })

  test('that follow refer to something of which rows go', async () => {
    const site = await startApp()
    const { rows } = await site.services.db.execute<{ child: string; parent: string }>(sql`
      select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f' and (attnotnull or confdeltype = 'c')`)
    const lost = Object.keys(trialTables).filter(
      table =>
        trialTables[table] === 'follows' &&
        !rows.some(({ child, parent }) => child === table && trialTables[parent] !== 'kept'),
    )
    expect(lost).toEqual([])
    await site.close()
  })
})

describe('a trial', () => {
  test('begins where nothing is there, and not on a site with anything in it', async () => {
    const site = await startApp()
    await beginTrialIfEmpty(site.services)
    expect((await site.get('/config/public')).data.trial).toBe(false)
    await site.services.db.delete(setting)
    await Promise.all([beginTrialIfEmpty(site.services), beginTrialIfEmpty(site.services)])
    expect((await site.get('/config/public')).data.trial).toBe(true)
    await site.close()
  })

  test('sends nobody anything but codes, and says so in the record of what was sent', async () => {
    const { site, admin } = await demoOnTrial()
    await site.services.db.delete(outbox)
    const { phone } = await signUp(site)
    const { data } = await admin.get('/staff/account/list', { pageSize: 1 })
    expect(data.total).toBeGreaterThan(0)
    const mail = {
      channel: 'mail' as const,
      toSealed: site.services.encryption.encrypt('a@example.com'),
      toMasked: 'a***',
    }
    await site.services.db
      .insert(outbox)
      .values({ ...mail, subject: '会费提醒', textSealed: site.services.encryption.encrypt('请缴费') })
    await sendDue(site.services, new Date())
    const rows = await site.services.db.select().from(outbox)
    expect(rows.filter(({ expiresAt }) => expiresAt).map(({ state }) => state)).toEqual(['written'])
    expect(rows.filter(({ expiresAt }) => !expiresAt).map(({ state }) => state)).toContain('trial')
    expect(rows.filter(({ expiresAt }) => !expiresAt).every(({ state }) => state === 'trial')).toBe(true)
    const listed = (await admin.get('/staff/outbox/list', { state: 'trial' })).data.list
    expect(listed[0]).toMatchObject({ stateName: '试用，未发出', sentAt: null })
    expect(phone).toBeTruthy()
    noteOperation(LIVE)
    await site.close()
  })
})

describe('正式上线', { timeout: 300_000 }, () => {
  let site: Site
  let admin: Awaited<ReturnType<typeof asStaff>>
  const imported = { name: '导入的机电有限公司', code: newCreditCode() }
  const tried = newCreditCode()

  beforeAll(async () => {
    ;({ site, admin } = await demoOnTrial())
    const by = await importer(site, 'admin')
    const headings = [
      '单位名称',
      '统一社会信用代码',
      '商会职务',
      '入会时间',
      '会员编号',
      '会费已缴年度',
      '所在省份',
      '联系人',
    ]
    const row = [
      imported.name,
      imported.code,
      '会员单位',
      '2020-01-01',
      'XH-D-37-0041',
      '2025',
      '山东',
      `李静 ${newPhone()}`,
    ]
    const batch = await by.check('memberCompanies', await workbookOf([headings, row]))
    expect(await by.faults(batch.id)).toEqual([])
    expect(await by.start(batch.id)).toMatchObject({ status: 'done', added: 1 })
    const form = { name: '录入的机电有限公司', creditCode: tried, provinceCode: '110000' }
    expect(await admin.post('/staff/organisation/add', { form })).toMatchObject({ code: 200 })
  })

  test('says beforehand what goes and what stays, and lists exactly those', async () => {
    const { data } = await admin.get('/staff/go-live', { removed: 'courses' })
    expect(data).toMatchObject({ state: 'trial', order: null, live: null })
    expect(data.choices.filter(({ isRemoved }: { isRemoved: boolean }) => isRemoved)).toMatchObject([
      { code: 'courses' },
    ])
    for (const side of ['removed', 'kept'] as const)
      for (const { code, count } of data[side]) {
        const { data: page } = await admin.get('/staff/go-live/list', { code, side, removed: 'courses', pageSize: 100 })
        expect([code, page.total, page.list.length]).toEqual([code, count, Math.min(count, 100)])
      }
    const kept = (await admin.get('/staff/go-live/list', { code: 'organisations', side: 'kept', pageSize: 100 })).data
      .list
    const titles = kept.map(({ title }: { title: string }) => title)
    expect(titles).toContain(imported.name)
    expect(titles).toContain('录入的机电有限公司')
  })

  test('keeps what is not chosen to be removed: what stays and what goes change with the choice', async () => {
    const sides = async (removed: string) => {
      const { data } = await admin.get('/staff/go-live', { removed })
      const of = (side: 'removed' | 'kept') =>
        data[side].find(({ code }: { code: string }) => code === 'courses')?.count ?? 0
      const listed = (await admin.get('/staff/go-live/list', { code: 'courses', side: 'kept', removed })).data.total
      return { removed: of('removed'), kept: of('kept'), listed }
    }
    const [chosen, other] = [await sides('courses'), await sides('experts')]
    expect(chosen.removed).toBeGreaterThan(0)
    expect(chosen).toEqual({ removed: other.kept, kept: 0, listed: 0 })
    expect(other).toEqual({ removed: 0, kept: chosen.removed, listed: chosen.removed })
  })

  test('asks for the name of the association', async () => {
    const answer = await admin.post('/staff/go-live', { name: '锅炉水协', removed: [] })
    expect(answer).toMatchObject({ code: 400, data: { fields: { name: expect.stringContaining(NAME) } } })
  })

  test('is refused while real money that came online has not gone back', async () => {
    const { db } = site.services
    const [payer] = await db.select().from(account).where(eq(account.kind, 'organisation')).limit(1)
    const of = { provider: 'wechatPay', scene: 'code', merchant: 'M1', payer: '清源', about: '会费' } as const
    await db.insert(paymentOrder).values({
      ...of,
      number: 'P20261130000001',
      fen: 100,
      state: 'paid',
      transactionId: 'T1',
      accountId: payer!.id,
      madeBy: payer!.id,
      expiresAt: new Date(),
    })
    const { data } = await admin.get('/staff/go-live')
    expect(data.obstacles).toMatchObject([{ text: expect.stringContaining('1 笔在线支付'), route: '/staff/payments' }])
    expect(await admin.post('/staff/go-live', order())).toMatchObject({ code: 409 })
    await db.delete(paymentOrder)
    expect((await admin.get('/staff/go-live')).data.obstacles).toEqual([])
  })

  test('of two who press at once one is told; called off, the trial goes on', async () => {
    const answers = await Promise.all([admin.post('/staff/go-live', order()), admin.post('/staff/go-live', order())])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    await refreshOperation(site.services)
    expect(operation().mode).toBe('readOnly')
    expect(await admin.post('/staff/organisation/add', { form: {} })).toMatchObject({ code: 503 })
    expect(await admin.post('/staff/go-live/cancel', {})).toMatchObject({ code: 200 })
    await refreshOperation(site.services)
    expect(operation()).toMatchObject({ mode: 'open', isTrial: true })
    await runJob(site)
    expect((await admin.get('/staff/go-live')).data.state).toBe('trial')
  })

  test('that fails half-way changes nothing, and says why', async () => {
    const before = await countOf(site, 'application')
    const { db } = site.services
    await db.execute(
      sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await db.execute(
      sql`create trigger refuse_it before delete on organisation for each row execute function refuse_it()`,
    )
    await admin.post('/staff/go-live', order(['organisations']))
    await expect(runJob(site)).rejects.toThrow()
    expect(await countOf(site, 'application')).toBe(before)
    expect((await admin.get('/staff/go-live')).data).toMatchObject({
      state: 'trial',
      order: null,
      failed: expect.stringContaining('什么也没有改变'),
    })
    await db.execute(sql`drop trigger refuse_it on organisation`)
    await db.execute(sql`drop function refuse_it()`)
    await admin.post('/staff/go-live', order())
    // As the screen shows it while the backup is being made.
    const shown = async () => (await admin.get('/staff/go-live')).data
    const backUp = async () => {
      expect(await shown()).toMatchObject({ state: 'ordered', order: { by: 'admin', progress: '正在备份' } })
      throw new Error('no room')
    }
    const run = recordRun(site.services, { job: GO_LIVE_JOB }, nobodySays.signal, by =>
      goLiveIfOrdered(site.ctx(), by, backUp),
    )
    await expect(run).rejects.toThrow('no room')
    expect(await shown()).toMatchObject({ state: 'trial', order: null })
  })

  test('removes what was tried and keeps what was set and imported, once, however often it runs', async () => {
    const { db } = site.services
    const [last] = (await db.execute<{ id: number }>(sql`select max(id) as id from application`)).rows
    const log = await countOf(site, 'audit_event')
    const attachedBefore = (await db.execute(sql`select from file where attached_at is not null`)).rowCount!
    const articles = await countOf(site, 'article')
    expect(
      await admin.post('/staff/go-live', order(['courses', 'awardCalls', 'experts', 'winners', 'persons'])),
    ).toMatchObject({ code: 200 })
    await Promise.all([runJob(site), runJob(site)])
    for (const [table, fate] of Object.entries(trialTables))
      if (fate === 'removed' && table !== 'number_series')
        expect([table, await countOf(site, table)]).toEqual([table, 0])
    expect(await countOf(site, 'article')).toBe(articles)
    expect(await countOf(site, 'member')).toBe(1)
    expect(await countOf(site, 'certificate')).toBeGreaterThan(0)
    expect(await countOf(site, 'course')).toBe(0)
    const kinds = await db.execute<{ kind: string }>(sql`select distinct kind from account`)
    expect(kinds.rows).toEqual([{ kind: 'staff' }])
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from organisation where credit_code in (${imported.code}, ${tried}) order by name`,
    )
    expect(rows).toEqual(
      [{ name: imported.name }, { name: '录入的机电有限公司' }].toSorted((a, b) => a.name.localeCompare(b.name, 'zh')),
    )
    expect(await countOf(site, 'audit_event')).toBeGreaterThan(log)
    const events = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from audit_event where action = 'site.goLive'`,
    )
    expect(events.rows).toEqual([{ n: 1 }])
    expect(
      (
        await db
          .select()
          .from(setting)
          .where(inArray(setting.name, ['trial', 'goLive']))
      ).map(({ name }) => name),
    ).toEqual(['goLive'])
    expect((await admin.get('/staff/go-live')).data).toMatchObject({ state: 'live', live: { backup: 'before.backup' } })
    expect(await admin.post('/staff/go-live', order())).toMatchObject({ code: 409 })
    await refreshOperation(site.services)
    expect(operation()).toMatchObject({ mode: 'open', isTrial: false })
    expect((await site.get('/config/public')).data.trial).toBe(false)

    // The files of what went are left to the sweeping; what shows one that stays keeps it.
    const { rows: attached } = await db.execute<{ id: number }>(sql`select id from file where attached_at is not null`)
    const ids = attached.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThan(attachedBefore)

    // Numbers begin at 1, and behind those that stay.
    const series = await db.execute<{ last: number }>(sql`select last from number_series where prefix = 'XH-D-37'`)
    expect(series.rows).toEqual([{ last: 41 }])
    const { api } = await signUpComplete(site)
    const { data: form } = await api.get('/member/getApply1')
    const given = { form: { ...form.form, ...joiningFields }, action: 'submit' }
    expect(await api.post('/member/apply1Submit', given)).toMatchObject({ code: 200 })
    const [first] = await db.select().from(application)
    expect(first!.number).toMatch(/-000001$/)
    expect(first!.id).toBe(last!.id + 1)
  })
})

test('another administrator has to agree', async () => {
  const { site } = await demoOnTrial()
  const one = await asStaff(site, await staffWith(site, ['admin']))
  const answer = await one.post('/staff/go-live', order())
  expect(answer).toMatchObject({ code: 202 })
  const state = async () => (await one.get('/staff/go-live')).data.state
  expect(await state()).toBe('trial')
  expect(await agreeToLast(site)).toMatchObject({ code: 200 })
  expect(await state()).toBe('ordered')
  noteOperation(LIVE)
  await site.close()
})
