import { sql } from 'drizzle-orm'
import { feesSql } from '#test/support/feesSql.ts'
import type { Services } from '../src/lib/server/api/context.ts'
import '../src/modules/membership/fees/server/feeReceivable.part.ts'
import { recordPaidFees } from '../src/modules/ledger/allocating/server/paidFees.ts'
import { prepareData } from './data.ts'

/** Records of other registers for each certificate, in the proportion that years of use leave behind. */
const SHARE = { companies: 1 / 100, people: 1 / 10, orders: 1 / 20, sent: 1 / 2 }
const PROVINCES = `array['110000','130000','310000','320000','330000','370000','410000','440000','510000','610000']`

/** The demo association with so many certificates, a tenth as many articles, and all its other registers as long. */
export const prepareRegisters = (certificates: number) =>
  prepareData(
    { articles: certificates / 10, certificates, organisations: Math.max(500, certificates / 20) },
    { name: 'registers', load: services => loadRegisters(services, certificates) },
  )

async function loadRegisters({ db }: Services, certificates: number): Promise<void> {
  const many = (share: number) => sql.raw(String(Math.round(certificates * share)))
  const province = sql.raw(`(${PROVINCES})[1 + n % 10]`)
  await db.execute(sql`
    insert into organisation (name, credit_code, province_code, created_at, updated_at)
    select '量测第' || n || '锅炉有限公司', 'M' || lpad(n::text, 17, '0'), ${province}, now(), now()
    from generate_series(1, ${many(SHARE.companies)}) n`)
  await db.execute(sql`
    insert into account (kind, user_name, display_name, password_hash, credit_code, organisation_id, created_at)
    select 'organisation', 'measure' || id, name, '-', credit_code, id, now() from organisation where credit_code like 'M0%'`)
  await db.execute(sql`
    insert into member (number, kind, level_code, status, joined_on, fee_paid_year, organisation_id, created_at, updated_at)
    select 'MEASURE-' || o.id, 'organisation', level.code,
      case when o.id % 20 = 0 then 'withdrawn' else 'active' end, date '2010-01-01' + (o.id % 5000), 2026, o.id, now(), now()
    from organisation o, lateral (
      select code from member_level where kind = 'organisation' order by md5(code::text || o.id % 7) limit 1
    ) level where o.credit_code like 'M0%'`)
  await db.execute(
    feesSql(
      `select m.id as member_id, year, m.level_code, 2000 as amount,
         case when year = 2026 and m.id % 3 = 0 then 'due' else 'confirmed' end as state, make_date(year, 12, 31) as due_on,
         case when year = 2026 and m.id % 3 = 0 then null else make_date(year, 3, 1) end as paid_on
       from member m, generate_series(2022, 2026) year where m.number like 'MEASURE-%'`,
      ['state', 'due_on', 'paid_on'],
    ),
  )
  await db.execute(sql`
    insert into person (name, province_code, created_at, updated_at)
    select '量测' || n, ${province}, now(), now() from generate_series(1, ${many(SHARE.people)}) n`)
  await db.execute(sql`
    insert into audit_event (at, actor_name, address, action, object_type, object_id, object_name, seal_no, hash)
    select now() - n * interval '5 minutes', (array['admin','reviewer','cashier','editor'])[1 + n % 4], '10.0.0.' || n % 50,
      (array['certificate.issue','review.decide','account.signIn','article.publish','fee.confirm'])[1 + n % 5],
      'certificate', n, '量测 ' || n, 1000000000 + n, '-'
    from generate_series(1, ${many(1)}) n`)
  await db.execute(sql`
    insert into outbox (channel, to_sealed, to_masked, subject, text_sealed, state, attempts, due_at, sent_at, created_at)
    select 'sms', '-', '139****0001', '证书即将到期', '-', case when n % 200 = 0 then 'failed' else 'sent' end, 1,
      at, at, at
    from generate_series(1, ${many(SHARE.sent)}) n, lateral (select now() - (${many(SHARE.sent)} - n) * interval '5 minutes' as at) t`)
  await db.execute(sql`
    insert into payment_order (number, provider, scene, merchant, fen, state, payer, about, account_id, made_by, created_at, expires_at, transaction_id, paid_at)
    select 'MEASURE' || n, 'wechat', 'native', '1', 200000, case when n % 5 = 0 then 'closed' else 'paid' end, '量测第' || n || '锅炉有限公司',
      '会费', a.id, a.id, at, at + interval '1 hour', case when n % 5 = 0 then null else 'T' || n end,
      case when n % 5 = 0 then null else at end
    from generate_series(1, ${many(SHARE.orders)}) n,
      lateral (select now() - (${many(SHARE.orders)} - n) * interval '1 hour' as at) t,
      (select min(id) as id from account where user_name like 'measure%') a`)
  await recordPaidFees({ db })
  await db.execute(sql`vacuum (analyze)`)
}
