import { eq, inArray, sql } from 'drizzle-orm'
import { lockFees, raiseFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { dayOf } from '../../src/lib/dates.ts'
import { chance } from '../../src/lib/random.ts'
import type { Services } from '../../src/lib/server/api/context.ts'
import { account } from '../../src/modules/accounts/server/tables.ts'
import { organisationOf, personOf } from '../../src/modules/certificates/server/volume/names.ts'
import { recordPaidFees } from '../../src/modules/ledger/allocating/server/paidFees.ts'
import { joinCertificates } from '../../src/modules/members/server/joining.ts'
import { organisation, organisationContact } from '../../src/modules/members/server/tables.ts'
import { organisationWords } from '../../src/modules/members/server/words.ts'
import { member, memberFee, memberLevel } from '../../src/modules/membership/server/tables.ts'
import '../../src/modules/membership/fees/server/feeReceivable.part.ts'
import { prepareData } from '../data.ts'

const MEMBERS = 5_000
/** Rows of one insert. */
const ROWS = 500
/** Province in which `count` members have not paid this year. */
export const UNPAID = { provinceCode: '370000', province: '山东', count: 300 }

/** The demo association with 5,000 members more, their accounts and fees, and 100,000 certificates. */
export const prepareDesk = () =>
  prepareData({ articles: 1_000, certificates: 100_000, organisations: MEMBERS }, { name: 'desk', load: loadMembers })

async function loadMembers({ db, encryption }: Services): Promise<void> {
  const now = new Date()
  const thisYear = Number(dayOf(now).slice(0, 4))
  const levels = await db.select().from(memberLevel).where(eq(memberLevel.kind, 'organisation'))
  const open = levels.filter(({ isOpen, isRetired }) => isOpen && !isRetired)
  let unpaid = 0
  for (let from = 0; from < MEMBERS; from += ROWS) {
    const some = Array.from({ length: ROWS }, (_, k) => from + k).map(i => ({ i, ...organisationOf(chance(i), i) }))
    const organisations = await db
      .insert(organisation)
      .values(some.map(({ i: _, ...of }) => ({ ...of, createdAt: now, updatedAt: now, words: organisationWords(of) })))
      .returning({ id: organisation.id })
    const ids = organisations.map(({ id }) => id)
    await joinCertificates({ db }, ids)
    await db.insert(account).values(
      some.map(({ i, name, creditCode }, k) => {
        const phone = `1990000${String(i).padStart(4, '0')}`
        return {
          kind: 'organisation' as const,
          userName: `desk${i}`,
          displayName: name,
          // Placeholder instead of a password hash: nobody signs in to these accounts.
          passwordHash: '-',
          phoneSealed: encryption.encrypt(phone),
          phoneHash: encryption.hash(phone),
          email: `desk${i}@example.com`,
          creditCode,
          organisationId: ids[k],
          createdAt: now,
        }
      }),
    )
    await db.insert(organisationContact).values(
      some.map(({ i }, k) => {
        const mobile = `1990000${String(i).padStart(4, '0')}`
        return {
          organisationId: ids[k]!,
          role: 'liaison' as const,
          name: personOf(chance(i * 3)),
          position: '办公室主任',
          mobileSealed: encryption.encrypt(mobile),
          mobileHash: encryption.hash(mobile),
          updatedAt: now,
        }
      }),
    )
    const made = some.map(({ i, provinceCode }, k) => {
      const owes = provinceCode === UNPAID.provinceCode ? unpaid++ < UNPAID.count : chance(i).maybe(0.3)
      return { i, provinceCode, organisationId: ids[k]!, level: chance(i * 7).of(open), owes }
    })
    const members = await db
      .insert(member)
      .values(
        made.map(({ i, provinceCode, organisationId, level, owes }) => ({
          number: `DESK-${provinceCode.slice(0, 2)}-${String(i).padStart(4, '0')}`,
          kind: 'organisation' as const,
          levelCode: level.code,
          joinedOn: `${thisYear - 1 - (i % 9)}-03-0${1 + (i % 9)}`,
          validTo: `${thisYear + 1}-12-31`,
          feePaidYear: owes ? thisYear - 1 : thisYear,
          organisationId,
        })),
      )
      .returning({ id: member.id })
    await raiseFees(
      { db, now: new Date() },
      made.map(({ level, owes }, k) => ({
        memberId: members[k]!.id,
        year: thisYear,
        levelCode: level.code,
        amount: level.fee,
        state: owes ? ('due' as const) : ('confirmed' as const),
        dueOn: `${thisYear}-12-31`,
        paidOn: owes ? null : `${thisYear}-03-01`,
      })),
    )
  }
  // The demo association's own of that province have paid.
  const others = db
    .select({ id: member.id })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(sql`${organisation.provinceCode} = ${UNPAID.provinceCode} and ${member.number} not like 'DESK-%'`)
  await writeFees({ db }, await lockFees({ db }, inArray(memberFee.memberId, others)), { state: 'confirmed' })
  await recordPaidFees({ db })
  await db.execute(sql`analyze`)
}
