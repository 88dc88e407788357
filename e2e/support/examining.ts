import { lookInto } from './test.ts'

/** Digits as they stand in names; nothing for 0. */
const inWords = (n: number) =>
  n === 0 ? '' : [...String(n)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')

/** A course that ended yesterday, of which so many people took part; answers its id and what they are called. */
export async function endedCourse(title: string, count: number, hasNotice = false) {
  const database = await lookInto()
  const one = async (text: string, values: unknown[]) => (await database.query(text, values)).rows[0].id as number
  const id = await one(
    `insert into course (title, kind, mode, personnel_kind_id, apply_from, apply_until, starts_on, ends_on, quota,
       fee_member, fee_other, hours, has_notice, published_at)
     select $1, 'certification', 'onsite', id, now() - interval '40 days', now() - interval '20 days',
       current_date - 4, current_date - 2, 100, 0, 0, 24, $2, now() - interval '40 days'
     from personnel_kind where code = 'HQ1' returning id`,
    [title, hasNotice],
  )
  const order = await one(
    `insert into registration (number, course_id, channel, organisation_name, status)
     values ($1, $2, 'import', '常州第一锅炉清洗公司', 'checkedIn') returning id`,
    [`KS2026-${String(id).padStart(6, '0')}`, id],
  )
  const people: string[] = []
  for (let i = 0; i < count; i++) {
    const name = `江${'甲乙丙丁戊己庚辛'[i % 8]}${inWords(Math.floor(i / 8))}${inWords(id)}`
    const personId = await one(
      `insert into person (name, province_code, public_consent_at) values ($1, '320000', now()) returning id`,
      [name],
    )
    await one(
      `insert into participant (registration_id, course_id, person_id, place, name, ticket_number, checked_in_at)
       values ($1, $2, $3, $4, $5, $6, now()) returning id`,
      [order, id, personId, i + 1, name, `${String(id).padStart(4, '0')}${String(i + 1).padStart(3, '0')}`],
    )
    people.push(name)
  }
  await database.end()
  return { id, people }
}
